// Package hash maps strings and numbers to numbers, always in the same way: results are the same in
// every run and everywhere. Not here: anything that has to be secret (package auth).
package hash

// Text returns the hash of a string.
// Source: FNV-1a, 32 bits, Fowler, Noll and Vo.
func Text(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// Sequence generates numbers that look random; the same state gives the same numbers.
// Source: splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
type Sequence uint64

// Next returns the next number.
func (s *Sequence) Next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
