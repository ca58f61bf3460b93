package blob

import (
	"encoding/base64"
	"encoding/binary"

	"rowkey/engine/sum"
)

// MD5 returns the MD5 of bytes in base64, as header fields have it.
func MD5(bytes string) string {
	digest := sum.MD5(bytes)
	return base64.StdEncoding.EncodeToString(digest[:])
}

// CRC64 returns the service's 64-bit check sum of bytes in base64.
func CRC64(bytes string) string {
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nil, sum.CRC64(bytes)))
}
