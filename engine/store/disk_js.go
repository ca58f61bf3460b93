package store

import (
	"errors"

	"github.com/tidwall/buntdb"
)

// A browser has no files. What a database in a file needs would make the compressed wasm 10 KB larger.
var errNoFiles = errors.New("store: there are no files in a browser")

// OpenFile fails: there are no files in a browser.
func OpenFile(string, Sync) (*DB, error) { return nil, errNoFiles }

// disk stands for a file; there is never one.
type disk struct{ flush flusher }

type flusher struct{}

func (flusher) close() error { return nil }

func (*disk) update(*buntdb.DB, func() error) error { return errNoFiles }

func (*DB) commitFile(*Tx) error { return errNoFiles }
