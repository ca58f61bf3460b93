package byhand

// Polynomial is that of [CRC64], the lowest power in the highest bit. The storage services return this
// checksum from version 2019-02-02 on.
// Source: recorded traffic.
const Polynomial = 0x9A6C9329AC4BC9B5

// crcTable holds the checksums of all single bytes.
var crcTable = makeTable()

func makeTable() (table [256]uint64) {
	for i := range table {
		sum := uint64(i)
		for range 8 {
			bit := sum & 1
			sum = sum>>1 ^ Polynomial*bit
		}
		table[i] = sum
	}
	return table
}

// CRC64 continues the 64-bit checksum that the storage services use: sum is the checksum of the bytes before these,
// 0 if there are none.
func CRC64(sum uint64, bytes string) uint64 {
	sum = ^sum
	for i := 0; i < len(bytes); i++ {
		sum = crcTable[byte(sum)^bytes[i]] ^ sum>>8
	}
	return ^sum
}
