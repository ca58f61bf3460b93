//go:build !js

package sum

import (
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

// MD5 returns the MD5 of bytes. Source: RFC 1321, "MD5 Algorithm Description".
func MD5(bytes string) [MD5Size]byte { return md5.Sum(view(bytes)) }

var table = crc64.MakeTable(byhand.Polynomial)

// CRC64 returns the 64-bit checksum of bytes that the storage services use.
func CRC64(bytes string) uint64 { return crc64.Checksum(view(bytes), table) }

// Equal compares two sums in a time that does not depend on where they differ.
func Equal(a, b []byte) bool { return hmac.Equal(a, b) }

// view returns the bytes of a text without a copy. They must not be changed.
func view(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }
