package blob

import (
	"crypto/md5"
	"encoding/base64"
	"encoding/binary"
	"hash/crc64"
)

// MD5 returns the MD5 of bytes in base64, as header fields have it.
func MD5(bytes string) string {
	sum := md5.Sum([]byte(bytes))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// polynomial of the check sum that the service returns from version 2019-02-02 on.
// Source: recorded traffic.
const polynomial = 0x9A6C9329AC4BC9B5

// CRC64 returns the service's 64-bit check sum of bytes in base64.
func CRC64(bytes string) string {
	sum := crc64.Checksum([]byte(bytes), crc64.MakeTable(polynomial))
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nil, sum))
}
