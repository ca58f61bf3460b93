//go:build !js

package store

import (
	"errors"
	"hash/crc32"
	"io"
	"math/bits"
)

// sumStep is between two places up to which the checksum of a file is kept, in bytes.
const sumStep = 1 << 10

// sums knows the CRC-32C of each part of a file, after it was read once. Source: zlib, crc32_combine: the
// checksum of two texts after each other is that of the first one, shifted by the length of the
// second one, plus that of the second one; a checksum is a polynomial over GF(2), and plus is xor.
type sums struct {
	file io.ReaderAt
	size int64
	upTo []uint32 // of the first n*sumStep bytes

	// The blocks that were read last: the next place that is asked for is near.
	blocks [4][sumStep]byte
	which  [4]int64 // number of a block plus 1; 0 if there is none yet
}

// newSums reads a file. Errors: those of the file.
func newSums(f io.ReaderAt, size int64) (*sums, error) {
	s, sum := &sums{file: f, size: size}, uint32(0)
	in, buf := io.NewSectionReader(f, 0, size), make([]byte, bufferSize)
	for {
		n, err := io.ReadFull(in, buf)
		for at := 0; at < n; at += sumStep {
			s.upTo = append(s.upTo, sum)
			sum = crc32.Update(sum, castagnoli, buf[at:min(n, at+sumStep)])
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			s.upTo = append(s.upTo, sum)
			return s, nil
		case err != nil:
			return nil, err
		}
	}
}

// to returns the checksum of the bytes before a place. Errors: those of the file.
func (s *sums) to(at int64) (uint32, error) {
	if at == s.size {
		return s.upTo[len(s.upTo)-1], nil
	}
	n := at / sumStep
	b, err := s.block(n)
	if err != nil {
		return 0, err
	}
	return crc32.Update(s.upTo[n], castagnoli, b[:at-n*sumStep]), nil
}

// block returns the n-th block. Errors: those of the file.
func (s *sums) block(n int64) ([]byte, error) {
	slot := n % int64(len(s.blocks))
	b := s.blocks[slot][:min(sumStep, s.size-n*sumStep)]
	if s.which[slot] == n+1 {
		return b, nil
	}
	s.which[slot] = 0
	if _, err := s.file.ReadAt(b, n*sumStep); err != nil {
		return nil, err
	}
	s.which[slot] = n + 1
	return b, nil
}

// of returns the checksum of a part. Errors: those of the file.
func (s *sums) of(from, to int64) (uint32, error) {
	before, err := s.to(from)
	if err != nil {
		return 0, err
	}
	all, err := s.to(to)
	return all ^ shift(before, to-from), err
}

// shift returns what a checksum becomes when n bytes come after its text, without their own part.
func shift(sum uint32, n int64) uint32 {
	for bit := 3; n > 0; n >>= 1 { // x to the power of 8 is one byte
		if n&1 != 0 {
			sum = multiply(powers[bit%len(powers)], sum)
		}
		bit++
	}
	return sum
}

// powers are x to the power of 2 to the power of n. They repeat: the powers of x have the period
// 2^31-1, of which 2^31 is 1 more.
var powers = func() (list [31]uint32) {
	list[0] = 1 << 30 // the highest bit is x to the power of 0
	for i := 1; i < len(list); i++ {
		list[i] = multiply(list[i-1], list[i-1])
	}
	return list
}()

// multiply returns the product of two polynomials, modulo that of the checksum.
func multiply(a, b uint32) (product uint32) {
	for ; a != 0; a = bits.RotateLeft32(a&(1<<31-1), 1) {
		if a&(1<<31) != 0 {
			product ^= b
		}
		b = b>>1 ^ crc32.Castagnoli*(b&1)
	}
	return product
}
