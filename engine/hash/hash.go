// Package hash maps strings and numbers to numbers, always in the same way: results are the same in
// every run and everywhere. Not here: anything that has to be secret (package auth).
package hash

import "sync"

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

// Random generates the same numbers from the same seed. It is safe for concurrent use.
type Random struct {
	mu    sync.Mutex // guards state
	state Sequence
}

// NewRandom returns a source that begins at seed.
func NewRandom(seed uint64) *Random { return &Random{state: Sequence(seed)} }

// Next returns the next number.
func (r *Random) Next() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state.Next()
}

// State returns the state of the source; NewRandom of it continues from there.
func (r *Random) State() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return uint64(r.state)
}

// Reset sets the source to a seed or to a state.
func (r *Random) Reset(state uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = Sequence(state)
}

// GUID returns a random GUID, version 4.
// Source: RFC 9562, section 5.4.
func (r *Random) GUID() string {
	a, b := r.Next(), r.Next()
	a, b = a&^0xf000|0x4000, b&^(0xc000<<48)|0x8000<<48
	var buffer [36]byte
	guid := buffer[:0]
	for i := range 32 {
		if i == 16 {
			a = b
		}
		if i == 8 || i == 12 || i == 16 || i == 20 {
			guid = append(guid, '-')
		}
		guid = append(guid, "0123456789abcdef"[a>>60])
		a <<= 4
	}
	return string(guid)
}
