package cipher_test

import (
	"bytes"
	"crypto/aes"
	stdcipher "crypto/cipher"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"rowkey/engine/cipher"
)

// reference encrypts as crypto/aes does.
func reference(t *testing.T, key, iv, text []byte) []byte {
	t.Helper()
	block, err := aes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	pad := aes.BlockSize - len(text)%aes.BlockSize
	padded := append(bytes.Clone(text), bytes.Repeat([]byte{byte(pad)}, pad)...)
	stdcipher.NewCBCEncrypter(block, iv).CryptBlocks(padded, padded)
	return padded
}

func random(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func TestTheCipherIsThatOfTheStandardLibrary(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		key, iv, text := random(r, cipher.KeySize), random(r, cipher.BlockSize), random(r, n)
		b := cipher.New((*[cipher.KeySize]byte)(key))
		got := b.Encrypt(text, (*cipher.IV)(iv))
		if want := reference(t, key, iv, text); !bytes.Equal(got, want) {
			t.Fatalf("Encrypt(%d bytes) = %x, want %x", n, got, want)
		}
		back, ok := b.Decrypt(got, (*cipher.IV)(iv))
		if !ok || !bytes.Equal(back, text) {
			t.Fatalf("Decrypt(Encrypt(%d bytes)) = %x, %v, want %x", n, back, ok, text)
		}
	}
}

// Source: RFC 3394, "Wrap 256 bits of Key Data with a 256-bit KEK".
func TestAWrappedKeyIsThatOfTheStandard(t *testing.T) {
	t.Parallel()
	unhex := func(s string) []byte {
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	b := cipher.New((*[cipher.KeySize]byte)(unhex("000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F")))
	key := [cipher.KeySize]byte(unhex("00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F"))
	got := b.Wrap(&key)
	want := unhex("28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21")
	if !bytes.Equal(got, want) {
		t.Errorf("Wrap = %x, want %x", got, want)
	}
	if back, ok := b.Unwrap(got); !ok || back != key {
		t.Errorf("Unwrap = %x, %v, want the key", back, ok)
	}
}

func TestWhatWasChangedIsNotTakenForATextOrAKey(t *testing.T) {
	t.Parallel()
	b, other := cipher.New(&[cipher.KeySize]byte{1}), cipher.New(&[cipher.KeySize]byte{2})
	wrapped := b.Wrap(&[cipher.KeySize]byte{3})
	changed := append([]byte{wrapped[0] ^ 1}, wrapped[1:]...)
	for _, tt := range []struct {
		name string
		by   *cipher.Block
		text []byte
	}{{"another-key", other, wrapped}, {"another-bit", b, changed}, {"too-short", b, wrapped[8:]}, {"nothing", b, nil}} {
		if key, ok := tt.by.Unwrap(tt.text); ok {
			t.Errorf("%s: Unwrap = %x, want none", tt.name, key)
		}
	}
	var iv cipher.IV
	sealed := b.Encrypt([]byte("jonesa@contoso.com"), &iv)
	for _, tt := range []struct {
		name string
		by   *cipher.Block
		text []byte
	}{{"another-key", other, sealed}, {"half-a-block", b, sealed[:24]}, {"nothing", b, nil}} {
		if text, ok := tt.by.Decrypt(tt.text, &iv); ok {
			t.Errorf("%s: Decrypt = %q, want none", tt.name, text)
		}
	}
}
