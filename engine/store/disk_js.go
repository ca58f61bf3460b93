package store

import "errors"

// A browser has no files. What a database in a file needs would make the compressed wasm 10 KB larger.
var errNoFiles = errors.New("store: there are no files in a browser")

// OpenFile fails: there are no files in a browser.
func OpenFile(string, FileOptions) (*DB, error) { return nil, errNoFiles }

// disk is the part of a database that is in a file; in a browser there is never one.
type disk struct{}

type files struct{}

func (*disk) close(func() bool) error { return errNoFiles }

func (*disk) flushAll() error { return errNoFiles }

func (*disk) update(func() error) error { return errNoFiles }

func (*disk) alone(func() error) error { return errNoFiles }

func (*disk) commit(*Tx) error { return errNoFiles }
