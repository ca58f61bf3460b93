//go:build !js

package sum

import (
	"context"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"hash/crc64"
	"unsafe"

	"rowkey/engine/byhand"
)

// SHA256 returns the SHA-256 of a text. Source: FIPS 180-4, "SHA-256".
func SHA256(text string) [SHA256Size]byte { return sha256.Sum256(view(text)) }

// HMAC returns the HMAC-SHA256 of a text. Source: RFC 2104, "Definition of HMAC".
func HMAC(key []byte, text string) (mac [SHA256Size]byte) {
	h := hmac.New(sha256.New, key)
	_, _ = h.Write(view(text)) // a hash takes everything
	h.Sum(mac[:0])
	return mac
}

// MD5 returns the MD5 of bytes. Errors: that of ctx. Source: RFC 1321, "MD5 Algorithm Description".
func MD5(ctx context.Context, bytes string) (sum [MD5Size]byte, err error) {
	h := md5.New()
	err = inChunks(ctx, bytes, func(part string) { _, _ = h.Write(view(part)) }) // a hash takes everything
	h.Sum(sum[:0])
	return sum, err
}

var table = crc64.MakeTable(byhand.Polynomial)

// CRC64 returns the 64-bit checksum of bytes that the storage services use. Errors: that of ctx.
func CRC64(ctx context.Context, bytes string) (sum uint64, err error) {
	err = inChunks(ctx, bytes, func(part string) { sum = crc64.Update(sum, table, view(part)) })
	return sum, err
}

// Equal compares two sums in a time that does not depend on where they differ.
func Equal(a, b []byte) bool { return hmac.Equal(a, b) }

// view returns the bytes of a text without a copy. They must not be changed.
func view(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }
