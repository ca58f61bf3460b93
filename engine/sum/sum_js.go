package sum

import (
	"context"

	"rowkey/engine/byhand"
)

// SHA256 returns the SHA-256 of a text. Source: FIPS 180-4, "SHA-256".
func SHA256(text string) [SHA256Size]byte { return byhand.SHA256(text) }

// HMAC returns the HMAC-SHA256 of a text. Source: RFC 2104, "Definition of HMAC".
func HMAC(key []byte, text string) [SHA256Size]byte { return byhand.HMAC(key, text) }

// MD5 returns the MD5 of bytes. Errors: that of ctx. Source: RFC 1321, "MD5 Algorithm Description".
func MD5(ctx context.Context, bytes string) ([MD5Size]byte, error) {
	s, rest := byhand.NewMD5(), "" // a chunk has only whole blocks, but the last one
	err := inChunks(ctx, bytes, func(part string) { rest = s.Add(part) })
	return s.Sum(rest), err
}

// CRC64 returns the 64-bit checksum of bytes that the storage services use. Errors: that of ctx.
func CRC64(ctx context.Context, bytes string) (sum uint64, err error) {
	err = inChunks(ctx, bytes, func(part string) { sum = byhand.CRC64(sum, part) })
	return sum, err
}

// Equal compares two sums in a time that does not depend on where they differ.
func Equal(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	var different byte
	for i := range a {
		different |= a[i] ^ b[i]
	}
	return different == 0
}
