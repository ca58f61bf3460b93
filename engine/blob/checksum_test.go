package blob_test

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/binary"
	"hash/crc64"
	"strings"
	"testing"

	"rowkey/engine/blob"
)

func TestCheckSumsAreThoseOfTheStandardLibrary(t *testing.T) {
	t.Parallel()
	for n := range 200 {
		checkSums(t, strings.Repeat("\x00ab\xff", n)[:3*n])
	}
	checkSums(t, strings.Repeat("x", 1<<20))
}

func TestCheckSumsAreThoseOfRecordedTraffic(t *testing.T) {
	t.Parallel()
	if got := blob.MD5("hello world"); got != "XrY7u+Ae7tCTyyK7j1rNww==" {
		t.Errorf("MD5(hello world) = %s", got)
	}
	if got := blob.CRC64("hello world"); got != "vo7q9sPVKY0=" {
		t.Errorf("CRC64(hello world) = %s", got)
	}
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
	if got, want := blob.MD5(s), base64.StdEncoding.EncodeToString(sum[:]); got != want {
		t.Errorf("MD5(%d bytes) = %s, want %s", len(s), got, want)
	}
	crc := binary.LittleEndian.AppendUint64(nil, crc64.Checksum([]byte(s), crc64.MakeTable(0x9A6C9329AC4BC9B5)))
	if got, want := blob.CRC64(s), base64.StdEncoding.EncodeToString(crc); got != want {
		t.Errorf("CRC64(%d bytes) = %s, want %s", len(s), got, want)
	}
}
