package byhand_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/hex"
	"strings"
	"testing"

	"rowkey/engine/byhand"
	"rowkey/engine/sum"
)

// same compares every sum by hand with that of package sum, which natively is the standard library's.
func same(t *testing.T, key []byte, text string) {
	t.Helper()
	if got, want := byhand.SHA256(text), sum.SHA256(text); got != want {
		t.Errorf("SHA256(%q) = %x, want %x", text, got, want)
	}
	if got, want := byhand.HMAC(key, text), sum.HMAC(key, text); got != want {
		t.Errorf("HMAC(%x, %q) = %x, want %x", key, text, got, want)
	}
	half := len(text) / 2 / 64 * 64
	md := byhand.NewMD5()
	md.Add(text[:half])
	want, err := sum.MD5(t.Context(), text)
	if got := md.Sum(text[half:]); got != want || err != nil {
		t.Errorf("MD5(%q) = %x, want %x (%v)", text, got, want, err)
	}
	crc, err := sum.CRC64(t.Context(), text)
	if got := byhand.CRC64(byhand.CRC64(0, text[:half]), text[half:]); got != crc || err != nil {
		t.Errorf("CRC64(%q) = %x, want %x (%v)", text, got, crc, err)
	}
}

// sameCipher compares the cipher by hand with the standard library. Only whole blocks of text count.
func sameCipher(t *testing.T, key [32]byte, iv [16]byte, text []byte) {
	t.Helper()
	text = text[:len(text)/aes.BlockSize*aes.BlockSize]
	std, err := aes.NewCipher(key[:])
	if err != nil {
		t.Fatal(err)
	}
	ours := byhand.NewAES(&key)
	got, want := bytes.Clone(text), bytes.Clone(text)
	ours.EncryptCBC(got, &iv)
	cipher.NewCBCEncrypter(std, iv[:]).CryptBlocks(want, want)
	if !bytes.Equal(got, want) {
		t.Errorf("EncryptCBC(%x) with %x = %x, want %x", text, key, got, want)
	}
	if ours.DecryptCBC(got, &iv); !bytes.Equal(got, text) {
		t.Errorf("DecryptCBC gives %x back, want %x", got, text)
	}
	got16, want16 := iv, iv
	ours.Encrypt(&got16)
	if std.Encrypt(want16[:], want16[:]); got16 != want16 {
		t.Errorf("Encrypt(%x) with %x = %x, want %x", iv, key, got16, want16)
	}
	if ours.Decrypt(&got16); got16 != iv {
		t.Errorf("Decrypt gives %x back, want %x", got16, iv)
	}
}

func TestSumsAreThoseOfTheStandardLibraryAtEveryLength(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("Zoë signs 0123456789\x00\xff\n", 20)
	for n := range 300 {
		same(t, []byte(text[:n]), text[:n])
		same(t, []byte("key"), text[n%20:n])
	}
	same(t, nil, strings.Repeat("x", 1<<20))
}

func TestTheCipherIsThatOfTheStandardLibraryAtEveryLength(t *testing.T) {
	t.Parallel()
	for n := range 200 {
		key, text := sum.SHA256(strings.Repeat("k", n)), bytes.Repeat([]byte{byte(n), 7, byte(3 * n)}, n)
		sameCipher(t, key, [16]byte(key[8:]), text)
	}
}

// Source: FIPS 180-4 and RFC 1321, test values of "abc"; RFC 4231, test case 2.
func TestSumsAreThoseOfTheirStandards(t *testing.T) {
	t.Parallel()
	sha, md := byhand.SHA256("abc"), byhand.NewMD5().Sum("abc")
	mac := byhand.HMAC([]byte("Jefe"), "what do ya want for nothing?")
	for _, tt := range []struct {
		name, want string
		got        []byte
	}{
		{"SHA256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", sha[:]},
		{"MD5", "900150983cd24fb0d6963f7d28e17f72", md[:]},
		{"HMAC", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", mac[:]},
	} {
		if got := hex.EncodeToString(tt.got); got != tt.want {
			t.Errorf("%s = %s, want %s", tt.name, got, tt.want)
		}
	}
}

func FuzzSums(f *testing.F) {
	for _, n := range []int{0, 1, 55, 56, 63, 64, 65, 119, 120, 2048} {
		f.Add(bytes.Repeat([]byte("k"), n), strings.Repeat("t", n))
	}
	f.Fuzz(same)
}

func FuzzCipher(f *testing.F) {
	for _, n := range []int{0, 16, 17, 64} {
		f.Add(bytes.Repeat([]byte("k"), 48), bytes.Repeat([]byte("t"), n))
	}
	f.Fuzz(func(t *testing.T, secret, text []byte) {
		if len(secret) >= 48 {
			sameCipher(t, [32]byte(secret), [16]byte(secret[32:]), text)
		}
	})
}

// checksum keeps the compiler from leaving out what nobody looks at.
var checksum uint64

func BenchmarkSums(b *testing.B) {
	ctx := b.Context()
	text, key := strings.Repeat("x", 1<<20), []byte(strings.Repeat("k", 64))
	for _, s := range []struct {
		name         string
		byhand, used func()
	}{
		{"SHA256", func() { byhand.SHA256(text) }, func() { sum.SHA256(text) }},
		{"HMAC", func() { byhand.HMAC(key, text) }, func() { sum.HMAC(key, text) }},
		{"MD5", func() { byhand.NewMD5().Sum(text) }, func() { _, _ = sum.MD5(ctx, text) }},
		{"CRC64", func() { checksum = byhand.CRC64(0, text) }, func() { checksum, _ = sum.CRC64(ctx, text) }},
	} {
		for name, compute := range map[string]func(){"by-hand": s.byhand, "standard": s.used} {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					compute()
				}
			})
		}
	}
}

func BenchmarkCipher(b *testing.B) {
	var iv [16]byte
	key, text := sum.SHA256("key"), make([]byte, 1<<16)
	std, err := aes.NewCipher(key[:])
	if err != nil {
		b.Fatal(err)
	}
	ours := byhand.NewAES(&key)
	for name, encrypt := range map[string]func(){
		"by-hand":  func() { ours.EncryptCBC(text, &iv) },
		"standard": func() { cipher.NewCBCEncrypter(std, iv[:]).CryptBlocks(text, text) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				encrypt()
			}
		})
	}
}
