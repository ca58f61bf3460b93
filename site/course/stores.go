package course

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
)

// stores holds the filled stores that pages begin with: to load one takes a browser a few
// milliseconds, to run the script that fills it a second.
type stores struct {
	mu   sync.Mutex        // guards made
	made map[string]*store // by what fills them
}

// store is one of them; the first caller makes it.
type store struct {
	once sync.Once
	hash string // of data
	data []byte
	err  error
}

// Prepare finds the store of a set, and makes it if it is new. A set without a setup
// begins with an empty store.
func (r *Runner) Prepare(set *Set) error {
	if set.Setup == "" || set.Store != "" {
		return nil
	}
	// maps print in the order of their keys
	s := r.stores.of(Hash(fmt.Append(nil, set.Setup, set.Reach("# @setup "+set.Setup))))
	s.once.Do(func() {
		s.data, s.err = filled(set, r.Open)
		s.hash = Hash(s.data)
	})
	set.Store, set.snapshot = s.hash, s.data
	return s.err
}

// of returns the store of a setup, made or not.
func (s *stores) of(key string) *store {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made[key] == nil {
		s.made[key] = &store{}
	}
	return s.made[key]
}

// Stores returns all stores by their hashes.
func (r *Runner) Stores() map[string][]byte {
	all := map[string][]byte{}
	for _, one := range r.stores.made {
		if one.err == nil {
			all[one.hash] = one.data
		}
	}
	return all
}

// filled runs the setup of a set and returns the store as it then is.
func filled(set *Set, open func() (*Sandbox, error)) ([]byte, error) {
	box, err := open()
	if err != nil {
		return nil, err
	}
	if err := box.setup(set); err != nil {
		return nil, err
	}
	code, data := box.Ask("GET", "/-/snapshot", nil)
	if code != 200 {
		return nil, fmt.Errorf("%s: snapshot: %d %.200s", set.Setup, code, data)
	}
	return data, nil
}

// Hash names a content briefly, by the first 8 hex digits of its SHA-256.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])[:8]
}
