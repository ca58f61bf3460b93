package auth_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"rowkey/engine/auth"
)

// reference signs with the standard library.
func reference(key []byte, text string) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

func TestSignAgreesWithTheStandardLibraryAtEveryLength(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("Zoë signs 0123456789\n", 20)
	for n := range 200 {
		for _, key := range []auth.Key{[]byte("k"), []byte(text[:n+1])} {
			if got, want := key.Sign(text[:n]), reference(key, text[:n]); got != want {
				t.Fatalf("Sign of %d bytes with a key of %d bytes = %s, want %s", n, len(key), got, want)
			}
		}
	}
}

func FuzzSign(f *testing.F) {
	f.Add([]byte("key"), "The quick brown fox jumps over the lazy dog")
	f.Add([]byte(strings.Repeat("k", 64)), strings.Repeat("t", 55))
	f.Add([]byte(strings.Repeat("k", 65)), strings.Repeat("t", 56))
	f.Fuzz(func(t *testing.T, key []byte, text string) {
		if got, want := auth.Key(key).Sign(text), reference(key, text); got != want {
			t.Errorf("Key(%x).Sign(%q) = %s, want %s", key, text, got, want)
		}
	})
}

func BenchmarkSign(b *testing.B) {
	key := auth.Development()[auth.DevelopmentAccount][0]
	text := strings.Repeat("x", 200)
	b.ReportAllocs()
	for b.Loop() {
		key.Sign(text)
	}
}
