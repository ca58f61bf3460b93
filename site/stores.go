package main

import "fmt"

// storeEnding is that of a snapshot that pages load.
const storeEnding = ".bin"

// stores holds the filled stores that pages begin with: to load one takes a browser a few
// milliseconds, to run the script that fills it a second.
type stores struct {
	files Files
	paths map[string]string // by what fills them
}

// prepare finds out where the store of a set lies, and makes it if it is new. A set without a setup
// begins with an empty store.
func (r *Runner) prepare(set *Set) error {
	if set.Setup == "" || set.Store != "" {
		return nil
	}
	path, err := r.stores.of(set, r.Open)
	set.Store = path
	return err
}

// of returns the path of the store that the setup of a set leaves.
func (s *stores) of(set *Set, open func() (*sandbox, error)) (string, error) {
	// maps print in the order of their keys
	key := textHash(fmt.Sprint(set.Setup, set.Reach("# @setup "+set.Setup)))
	if path, ok := s.paths[key]; ok {
		return path, nil
	}
	data, err := filled(set, open)
	if err != nil {
		return "", err
	}
	path := hashed("store", storeEnding, data)
	s.files[path], s.paths[key] = data, path
	return path, nil
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
