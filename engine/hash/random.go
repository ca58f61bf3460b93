package hash

import (
	"fmt"
	"sync"
)

// Random is a source of numbers that are the same after the same seed. It is safe for concurrent
// use.
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
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x",
		a>>32, a>>16&0xffff, a&0xfff, b>>48&0x3fff|0x8000, b&0xffffffffffff)
}
