package byhand

import (
	"encoding/binary"
	"math/bits"
)

// md5Sines are the constants of its 64 steps.
var md5Sines = [64]uint32{
	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee,
	0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
	0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
	0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
	0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
	0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
	0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
	0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
	0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05,
	0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
	0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039,
	0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
	0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
}

// md5Shifts are the rotations of its four rounds, each of which repeats four of them.
var md5Shifts = [4][4]int{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}

// MD5 is the state of a hash that is being computed. It detects accidental changes; no secret depends on it.
// Source: RFC 1321, "MD5 Algorithm Description".
type MD5 struct {
	words [4]uint32
	size  uint64 // of what was added, in bytes
}

// NewMD5 returns the state before anything was added.
func NewMD5() *MD5 {
	return &MD5{words: [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}}
}

// md5Size is the length of a block, in bytes.
const md5Size = 64

// Add adds the whole blocks of bytes to the state and returns the rest.
func (s *MD5) Add(bytes string) (rest string) {
	var block [md5Size]byte
	for rest = bytes; len(rest) >= len(block); rest = rest[len(block):] {
		copy(block[:], rest)
		md5Block(&s.words, &block)
	}
	s.size += uint64(len(bytes) - len(rest))
	return rest
}

// Sum returns the MD5 of what was added, and of bytes after it. Nothing can be added after it.
func (s *MD5) Sum(bytes string) (sum [16]byte) {
	rest := s.Add(bytes)
	var block [md5Size]byte
	copy(block[:], rest)
	block[len(rest)] = 0x80
	if len(rest) >= 56 { // no room for the length
		md5Block(&s.words, &block)
		clear(block[:])
	}
	binary.LittleEndian.PutUint64(block[56:], (s.size+uint64(len(rest)))*8)
	md5Block(&s.words, &block)
	for i, word := range s.words {
		binary.LittleEndian.PutUint32(sum[4*i:], word)
	}
	return sum
}

// md5Block adds one block to the state.
func md5Block(s *[4]uint32, block *[64]byte) {
	var words [16]uint32
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(block[4*i:])
	}
	a, b, c, d := s[0], s[1], s[2], s[3]
	for i, sine := range md5Sines {
		var f uint32
		var word int
		switch i / 16 {
		case 0:
			f, word = b&c|^b&d, i
		case 1:
			f, word = d&b|^d&c, 5*i+1
		case 2:
			f, word = b^c^d, 3*i+5
		default:
			f, word = c^(b|^d), 7*i
		}
		f += a + sine + words[word%16]
		a, d, c, b = d, c, b, b+bits.RotateLeft32(f, md5Shifts[i/16][i%4])
	}
	s[0], s[1], s[2], s[3] = s[0]+a, s[1]+b, s[2]+c, s[3]+d
}
