// Package byhand has the hashes, the checksum and the cipher for browsers: SHA-256, HMAC, MD5, CRC-64 and AES-256 in
// a few kilobytes. The packages of the standard library would add 80 kB to the compressed wasm, most of
// it for modes and modules that are not used here.
//
// Tests compare every function with the standard library, which is what other builds use. The time that
// these take depends on keys and data: good for lessons, not for secrets.
//
// Not here: which of the two is used (packages sum and cipher).
package byhand
