// Package sum computes what proves that bytes are the same, or who sent them: SHA-256, HMAC-SHA256, MD5
// and the CRC-64 of the storage services.
//
// The standard library does it natively. In a browser, where every byte is downloaded, package byhand
// does.
package sum

// Sizes of the sums, in bytes.
const (
	SHA256Size = 32
	MD5Size    = 16
)
