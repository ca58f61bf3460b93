//go:build !unix

package main

import (
	"errors"
	"io/fs"
	"os"
)

// lock keeps other processes out until unlock is called. Where files cannot be locked the file itself
// is the lock: after a crash it has to be deleted by hand.
func lock(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, errors.New("another server uses this folder; if none runs, delete " + path)
	}
	if err != nil {
		return nil, err
	}
	return func() error { return errors.Join(f.Close(), os.Remove(path)) }, nil
}
