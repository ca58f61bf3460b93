// Package cipher encrypts what a client wants to keep from the service: AES-256 in CBC mode, and
// keys that are wrapped in others.
//
// Rule book: FIPS 197 for the cipher, NIST SP 800-38A and RFC 5652 for CBC and its padding, RFC 3394
// for wrapped keys. The standard library encrypts natively. In a browser, where every byte is
// downloaded, package byhand does, in a time that depends on the key: good for lessons, not for secrets.
//
// Not here: which properties are encrypted, and where keys come from (package client).
package cipher
