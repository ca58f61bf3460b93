package blob

import (
	"encoding/base64"
	"encoding/binary"
)

// MD5 returns the MD5 of bytes in base64, as header fields have it.
func MD5(bytes string) string {
	sum := md5(bytes)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// CRC64 returns the service's 64-bit check sum of bytes in base64.
func CRC64(bytes string) string {
	return base64.StdEncoding.EncodeToString(binary.LittleEndian.AppendUint64(nil, crc64(bytes)))
}

// polynomial of the check sum that the service returns from version 2019-02-02 on, lowest power in
// the highest bit.
// Source: recorded traffic.
const polynomial = 0x9A6C9329AC4BC9B5

// crcTable holds the check sums of all single bytes.
var crcTable = makeTable()

func makeTable() (table [256]uint64) {
	for i := range table {
		sum := uint64(i)
		for range 8 {
			bit := sum & 1
			sum = sum>>1 ^ polynomial*bit
		}
		table[i] = sum
	}
	return table
}

func crc64(bytes string) uint64 {
	sum := ^uint64(0)
	for i := 0; i < len(bytes); i++ {
		sum = crcTable[byte(sum)^bytes[i]] ^ sum>>8
	}
	return ^sum
}
