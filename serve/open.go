package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"rowkey/engine"
	"rowkey/engine/clock"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// storeFile is the name of the store in its folder.
const storeFile = "rowkey.db"

// openEngine opens the engine of a server: real time, numbers that nobody can foresee. Its second
// result closes it. Errors: a folder that cannot be used, or is used by another server.
func openEngine(o *options) (*engine.Engine, func() error, error) {
	path, unlock, err := openFolder(o.data)
	if err != nil {
		return nil, nil, err
	}
	var seed [8]byte
	rand.Read(seed[:]) // does not fail
	eng, err := engine.Open(engine.Options{
		Path: path, Store: store.FileOptions{Sync: o.sync}, Clock: clock.Follow(time.Now), Seed: binary.NativeEndian.Uint64(seed[:]) | 1,
		Accounts: o.accounts, Trusting: o.auth == authTrust, Control: o.control,
		Table:  table.Options{DeleteDelay: o.deleteDelay},
		Report: func(err error) { fmt.Fprintln(os.Stderr, "serve:", err) },
	})
	if err != nil {
		return nil, nil, errors.Join(err, unlock())
	}
	return eng, func() error { return errors.Join(eng.Close(), unlock()) }, nil
}

// openFolder makes the folder of the store, keeps other servers out of it and returns the path of the
// store; "" for memory.
func openFolder(dir string) (path string, unlock func() error, err error) {
	if dir == "" {
		return "", func() error { return nil }, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, err
	}
	unlock, err = lock(filepath.Join(dir, "lock"))
	if err != nil {
		return "", nil, fmt.Errorf("-data %s: %w", dir, err)
	}
	return filepath.Join(dir, storeFile), unlock, nil
}
