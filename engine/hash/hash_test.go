package hash_test

import (
	"fmt"
	"hash/fnv"
	"testing"

	"rowkey/engine/hash"
)

func TestTextIsFNV1a(t *testing.T) {
	for _, s := range []string{"", "a", "Sales", "000223", "Łódź", "\x00"} {
		h := fnv.New32a()
		_, _ = h.Write([]byte(s)) // never fails
		if got, want := hash.Text(s), h.Sum32(); got != want {
			t.Errorf("Text(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestASequenceIsSplitmix64(t *testing.T) {
	s := hash.Sequence(1234567) // the reference's own example
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423} {
		if got := s.Next(); got != want {
			t.Errorf("number %d = %d, want %d", i, got, want)
		}
	}
}

func TestAGUIDIsOfVersionFour(t *testing.T) {
	numbers, guids := hash.NewRandom(7), hash.NewRandom(7)
	for range 100 {
		a, b := numbers.Next(), numbers.Next()
		want := fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, b>>48&0x3fff|0x8000, b&0xffffffffffff)
		if got := guids.GUID(); got != want {
			t.Fatalf("GUID = %s, want %s", got, want)
		}
	}
}
