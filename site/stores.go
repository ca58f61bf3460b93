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

// of returns where the store of a set lies, "" if the set begins with an empty one.
func (s *stores) of(set *Set, open func() (*sandbox, error)) (string, error) {
	if set.Setup == "" {
		return "", nil
	}
	key := textHash(fmt.Sprint(set.Setup, set.Reach("# @setup "+set.Setup))) // maps print in order of their keys
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
