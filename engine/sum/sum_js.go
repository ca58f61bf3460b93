package sum

import "rowkey/engine/byhand"

// SHA256 returns the SHA-256 of a text. Source: FIPS 180-4, "SHA-256".
func SHA256(text string) [SHA256Size]byte { return byhand.SHA256(text) }

// HMAC returns the HMAC-SHA256 of a text. Source: RFC 2104, "Definition of HMAC".
func HMAC(key []byte, text string) [SHA256Size]byte { return byhand.HMAC(key, text) }

// MD5 returns the MD5 of bytes. Source: RFC 1321, "MD5 Algorithm Description".
func MD5(bytes string) [MD5Size]byte { return byhand.MD5(bytes) }

// CRC64 returns the 64-bit checksum of bytes that the storage services use.
func CRC64(bytes string) uint64 { return byhand.CRC64(bytes) }

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
