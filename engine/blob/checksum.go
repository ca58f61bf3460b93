package blob

import (
	"context"
	"encoding/base64"
	"encoding/binary"

	"rowkey/engine/sum"
)

// MD5 returns the MD5 of bytes in base64, as header fields have it. Errors: that of ctx.
func MD5(ctx context.Context, bytes string) (string, error) {
	digest, err := sum.MD5(ctx, bytes)
	return base64.StdEncoding.EncodeToString(digest[:]), err
}

// CRC64 returns the service's 64-bit checksum of bytes in base64. Errors: that of ctx.
func CRC64(ctx context.Context, bytes string) (string, error) {
	digest, err := sum.CRC64(ctx, bytes)
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nil, digest)), err
}
