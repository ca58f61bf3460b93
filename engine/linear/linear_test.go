//go:build !race

package linear

import (
	"runtime"
	"strings"
	"testing"
)

// counted is a test that notes its failures.
type counted struct {
	testing.TB
	failed int
}

func (c *counted) Errorf(string, ...any) { c.failed++ }

// Some readers of which each was in use once, or could have been.
func TestCheckTellsLinearFromSquare(t *testing.T) {
	searches := func(text string) { // for something that does not come, from many places where it could begin
		for len(text) >= 16 && !strings.ContainsAny(text, "<>") {
			text = text[16:]
		}
	}
	var kept string
	grows := func(text string) {
		kept = ""
		for i := range len(text) / 64 {
			kept += text[i*64 : i*64+64]
		}
	}
	copies := func(text string) {
		var parts []string
		for part := range strings.SplitSeq(text, "a") {
			parts = append(parts, strings.ToUpper(part))
		}
		kept = strings.Join(parts, "b")
	}
	for name, tt := range map[string]struct {
		read   func(string)
		square bool
	}{
		"searches": {searches, runtime.GOOS == "linux"}, "grows": {grows, true}, "copies": {copies, false},
	} {
		c := &counted{TB: t}
		Check(c, name, tt.read, Shape{Unit: "a"}, Shape{Unit: "ab "})
		if square := c.failed > 0; square != tt.square {
			t.Errorf("%s: %d of 2 shapes are found to be more than linear, want %t", name, c.failed, tt.square)
		}
	}
}
