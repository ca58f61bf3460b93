package script

import (
	"fmt"
	"sync"
)

// Random is a source of numbers that repeats itself after the same seed. It is safe for concurrent
// use.
// Source: splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
type Random struct {
	mu    sync.Mutex // guards state
	state uint64
}

// NewRandom returns a source that begins at seed.
func NewRandom(seed uint64) *Random { return &Random{state: seed} }

// Next returns the next number.
func (r *Random) Next() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// State returns where the source stands; NewRandom of it goes on from there.
func (r *Random) State() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}

// Reset puts the source to a seed or to a state.
func (r *Random) Reset(state uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = state
}

// GUID returns a random GUID, version 4.
// Source: RFC 9562, section 5.4.
func (r *Random) GUID() string {
	a, b := r.Next(), r.Next()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x",
		a>>32, a>>16&0xffff, a&0xfff, b>>48&0x3fff|0x8000, b&0xffffffffffff)
}
