package byhand

import (
	"encoding/binary"
	"math/bits"
)

// Sizes of SHA-256, in bytes. Source: FIPS 180-4, "SHA-256".
const (
	blockSize  = 64
	digestSize = 32
)

// roundConstants are the first 32 bits of the fractions of the cube roots of the first 64 primes.
var roundConstants = [blockSize]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// hash holds eight words between two blocks.
type hash [8]uint32

// firstHash is the state before the first block.
var firstHash = hash{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}

// SHA256 returns the SHA-256 of a text.
func SHA256(text string) [digestSize]byte { return firstHash.finish(text, 0) }

// HMAC returns the HMAC-SHA256 of a text.
// Source: RFC 2104, "Definition of HMAC".
func HMAC(key []byte, text string) [digestSize]byte {
	if len(key) > blockSize {
		sum := SHA256(string(key))
		key = sum[:]
	}
	inner := pad(key, 0x36).finish(text, blockSize)
	return pad(key, 0x5c).finish(string(inner[:]), blockSize)
}

// pad adds the first block: the key, each byte combined with mask.
func pad(key []byte, mask byte) hash {
	var block [blockSize]byte
	copy(block[:], key)
	for i := range block {
		block[i] ^= mask
	}
	h := firstHash
	h.add(&block)
	return h
}

// finish adds the last bytes of a text, after before bytes in whole blocks, which are already in h.
func (h hash) finish(rest string, before int) (out [digestSize]byte) {
	size := uint64(before+len(rest)) * 8
	var block [blockSize]byte
	for ; len(rest) >= blockSize; rest = rest[blockSize:] {
		copy(block[:], rest)
		h.add(&block)
	}
	clear(block[:])
	copy(block[:], rest)
	block[len(rest)] = 0x80
	if len(rest)+9 > blockSize { // no room for the length
		h.add(&block)
		clear(block[:])
	}
	binary.BigEndian.PutUint64(block[blockSize-8:], size)
	h.add(&block)
	for i, word := range h {
		binary.BigEndian.PutUint32(out[4*i:], word)
	}
	return out
}

// add adds one block.
func (h *hash) add(block *[blockSize]byte) {
	w := schedule(block)
	a, b, c, d, e, f, g, last := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	for i := range w {
		s1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		t1 := last + s1 + (e&f ^ ^e&g) + roundConstants[i] + w[i]
		s0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		t2 := s0 + (a&b ^ a&c ^ b&c)
		a, b, c, d, e, f, g, last = t1+t2, a, b, c, d+t1, e, f, g
	}
	for i, word := range [...]uint32{a, b, c, d, e, f, g, last} {
		h[i] += word
	}
}

// schedule spreads a block over 64 words.
func schedule(block *[blockSize]byte) (w [blockSize]uint32) {
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(block[4*i:])
	}
	for i := 16; i < len(w); i++ {
		x, y := w[i-15], w[i-2]
		s0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		s1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	return w
}
