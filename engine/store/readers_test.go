//go:build !js

package store

import (
	"bytes"
	"testing"

	"rowkey/engine/linear"
)

// A file may be damaged in any way, or be no file of this store at all: see package linear for what is counted.
func TestEveryReaderTakesLinearWork(t *testing.T) {
	head := string(fileHead{id: 7, first: 5}.encode())
	whole := string(journalOf(false))
	begun := whole[headSize:]
	signs := append(linear.Signs(), linear.Shape{Unit: "\x01\x01a\x03abc\x02\x01a"},
		linear.Shape{Unit: begun[:min(len(begun), 200)]}, linear.Shape{Unit: begun[:20]})
	for name, r := range map[string]struct {
		read   func(string)
		before []string
	}{
		"read": {func(s string) {
			_, _ = read(bytes.NewReader([]byte(s)), int64(len(s)), func(record, *survey) error { return nil })
		}, []string{head, whole, head + begun[:20]}},
		"decodeWrites": {func(s string) { _, _ = decodeWrites(nil, []byte(s)) }, []string{"\x01\x01a"}},
	} {
		for _, before := range append(r.before, "") {
			linear.Check(t, name, r.read, linear.Inside(before, "", signs...)...)
		}
	}
}
