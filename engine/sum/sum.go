// Package sum computes what proves that bytes are the same, or who sent them: SHA-256, HMAC-SHA256, MD5
// and the CRC-64 of the storage services.
//
// The standard library does it natively. In a browser, where every byte is downloaded, package byhand
// does.
package sum

import (
	"context"
	"runtime"
)

// Sizes of the sums, in bytes.
const (
	SHA256Size = 32
	MD5Size    = 16
)

// chunk is how much is computed between two looks at a context, in bytes. The largest body has 64 of them.
const chunk = 1 << 20

// inChunks calls add with a chunk at a time and lets other goroutines run. Errors: that of ctx.
func inChunks(ctx context.Context, bytes string, add func(part string)) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(len(bytes), chunk)
		add(bytes[:n])
		if bytes = bytes[n:]; bytes == "" {
			return nil
		}
		runtime.Gosched()
	}
}
