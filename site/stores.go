package main

import (
	"fmt"
	"sync"
)

// storeEnding is that of a snapshot that pages load.
const storeEnding = ".bin"

// stores holds the filled stores that pages begin with: to load one takes a browser a few
// milliseconds, to run the script that fills it a second.
type stores struct {
	mu   sync.Mutex        // guards made
	made map[string]*store // by what fills them
}

// store is one of them; whoever comes first makes it.
type store struct {
	once sync.Once
	path string
	data []byte
	err  error
}

// prepare finds out where the store of a set lies, and makes it if it is new. A set without a setup
// begins with an empty store.
func (r *Runner) prepare(set *Set) error {
	if set.Setup == "" || set.Store != "" {
		return nil
	}
	// maps print in the order of their keys
	s := r.stores.of(textHash(fmt.Sprint(set.Setup, set.Reach("# @setup "+set.Setup))))
	s.once.Do(func() {
		s.data, s.err = filled(set, r.Open)
		s.path = hashed("store", storeEnding, s.data)
	})
	set.Store, set.snapshot = s.path, s.data
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

// files returns all stores by their paths.
func (s *stores) files() Files {
	f := Files{}
	for _, one := range s.made {
		f[one.path] = one.data
	}
	return f
}

// filled runs the setup of a set and returns the store as it then is.
func filled(set *Set, open func() (*sandbox, error)) ([]byte, error) {
	box, err := open()
	if err != nil {
		return nil, err
	}
	if err := box.setup(set); err != nil {
		return nil, err
	}
	code, data := box.ask("GET", "/-/snapshot", nil)
	if code != 200 {
		return nil, fmt.Errorf("%s: snapshot: %d %.200s", set.Setup, code, data)
	}
	return data, nil
}
