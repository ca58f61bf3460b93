//go:build !js

package store

import (
	"errors"
	"fmt"

	"github.com/tidwall/buntdb"
)

// readFile opens a database in memory with what a file holds, which is not changed. So it may be on a disk
// that cannot be written. What a crash has left at its end is reported and not read.
func readFile(path string, o *FileOptions) (*DB, error) {
	b, err := buntdb.Open(Memory)
	if err != nil {
		return nil, err
	}
	h, _, err := examine(path, b, o.Progress)
	if err == nil {
		err = h.Damage
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, err), b.Close())
	}
	switch {
	case h.Torn:
		o.report(fmt.Errorf("store: %s was not closed, and its last %d bytes are not a whole transaction (%s): "+
			"they are left out; all %d transactions before them are read",
			path, h.Size-h.Gaps[0].From, h.Gaps[0].Found, h.Before))
	case !h.Closed:
		o.report(fmt.Errorf("store: %s was not closed: it ends after its transaction %d, which is whole", path, h.Before))
	}
	return &DB{bunt: b}, nil
}
