package blob_test

import (
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc64"
	"strings"
	"testing"

	"rowkey/engine/blob"
)

func TestChecksumsAreThoseOfTheStandardLibrary(t *testing.T) {
	t.Parallel()
	for n := range 200 {
		checkSums(t, strings.Repeat("\x00ab\xff", n)[:3*n])
	}
	checkSums(t, strings.Repeat("x", 1<<20))
}

func TestCheckSumsAreThoseOfRecordedTraffic(t *testing.T) {
	t.Parallel()
	if got := md5Of(t, "hello world"); got != "XrY7u+Ae7tCTyyK7j1rNww==" {
		t.Errorf("MD5(hello world) = %s", got)
	}
	if got := crcOf(t, "hello world"); got != "vo7q9sPVKY0=" {
		t.Errorf("CRC64(hello world) = %s", got)
	}
}

func md5Of(t *testing.T, s string) string {
	t.Helper()
	sum, err := blob.MD5(t.Context(), s)
	if err != nil {
		t.Error(err)
	}
	return sum
}

func crcOf(t *testing.T, s string) string {
	t.Helper()
	sum, err := blob.CRC64(t.Context(), s)
	if err != nil {
		t.Error(err)
	}
	return sum
}

func TestCheckSumsOfLargeBodiesEndWithTheirContext(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", 8<<20)
	for _, s := range []string{large, large + "y"} {
		checkSums(t, s)
	}
	for looks := range 3 {
		for name, compute := range map[string]func(context.Context, string) (string, error){
			"MD5": blob.MD5, "CRC64": blob.CRC64,
		} {
			left := looks
			if _, err := compute(countdown{t.Context(), &left}, large); !errors.Is(err, context.Canceled) || left != -1 {
				t.Errorf("%s = %v after %d looks, want the error of the context", name, err, looks-left)
			}
		}
	}
}

// countdown is a context that ends when it has been asked a number of times.
type countdown struct {
	context.Context
	left *int
}

// Err returns context.Canceled once the context has ended.
func (c countdown) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

func FuzzCheckSums(f *testing.F) {
	for _, s := range []string{"", "a", strings.Repeat("b", 55), strings.Repeat("c", 56), strings.Repeat("d", 64)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkSums(t, s) })
}

func checkSums(t *testing.T, s string) {
	t.Helper()
	sum := md5.Sum([]byte(s))
	if got, want := md5Of(t, s), base64.StdEncoding.EncodeToString(sum[:]); got != want {
		t.Errorf("MD5(%d bytes) = %s, want %s", len(s), got, want)
	}
	crc := binary.LittleEndian.AppendUint64(nil, crc64.Checksum([]byte(s), crc64.MakeTable(0x9A6C9329AC4BC9B5)))
	if got, want := crcOf(t, s), base64.StdEncoding.EncodeToString(crc); got != want {
		t.Errorf("CRC64(%d bytes) = %s, want %s", len(s), got, want)
	}
}
