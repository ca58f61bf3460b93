package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"rowkey/engine"
	"rowkey/engine/clock"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/engine/store"
	"rowkey/engine/table"
	"rowkey/serve/lock"
)

// compactFrom is the size of the smallest data file that is compacted, in bytes.
const compactFrom = 32 << 20

// storeFile is the name of the store in its folder.
const storeFile = "rowkey.db"

// openEngine opens the engine of a server: real time, unpredictable numbers. Its second
// result closes it. Errors: a folder that cannot be used, or is used by another server. Call it after the
// ports are bound: opening can cut off or rewrite the file, and a start that fails must not.
func openEngine(o *options) (*control.Handler, func() error, error) {
	folder := openFolder
	if o.readOnly {
		folder = readFolder
	}
	path, unlock, err := folder(o.data)
	if err != nil {
		return nil, nil, err
	}
	var seed [8]byte
	rand.Read(seed[:]) // does not fail
	eng, err := control.Open(engine.Options{
		Path: path, Clock: clock.Follow(time.Now), Seed: binary.NativeEndian.Uint64(seed[:]) | 1,
		Store: store.FileOptions{
			Sync: o.sync, ReadOnly: o.readOnly, CompactFrom: o.compactFrom, Progress: progress(os.Stderr, o.data, time.Now),
		},
		Accounts: o.accounts, Trusting: o.auth == authTrust, Control: o.control,
		Table:  table.Options{DeleteDelay: o.deleteDelay},
		Report: func(err error) { fmt.Fprintln(os.Stderr, "serve:", err) },
	})
	if errors.Is(err, store.ErrDamaged) {
		err = fmt.Errorf("%w\nNothing was changed. `serve check %s` lists what is wrong, and "+
			"`serve repair %s` saves what can be read", err, o.data, o.data)
	}
	if errors.Is(err, store.ErrForeign) {
		err = fmt.Errorf("%w\nNothing was changed. Move the file away, or choose another folder with -data", err)
	}
	if err != nil {
		return nil, nil, errors.Join(err, unlock())
	}
	return eng, func() error { return errors.Join(eng.Close(), unlock()) }, nil
}

// openData opens the data in a folder for a copy, without a server. Every request is answered. A folder that
// is only read is not changed, and may be one that cannot be.
func openData(dir string, readOnly bool) (rest.Handler, func() error, error) {
	eng, done, err := openEngine(&options{data: dir, readOnly: readOnly, sync: store.Always, compactFrom: compactFrom})
	if err != nil {
		return nil, nil, err // not a nil engine in an interface
	}
	return eng, done, nil
}

// openFolder creates the folder of the store, keeps other servers out of it and returns the path of the
// store; "" for memory.
func openFolder(dir string) (path string, unlock func() error, err error) {
	if dir == "" {
		return "", func() error { return nil }, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, err
	}
	unlock, err = lock.Take(filepath.Join(dir, "lock"))
	if errors.Is(err, lock.ErrHeld) {
		return "", nil, fmt.Errorf("-data %s: another server or copy uses this folder: %w", dir, err)
	}
	if err != nil {
		return "", nil, fmt.Errorf("-data %s: %w", dir, err)
	}
	return filepath.Join(dir, storeFile), unlock, nil
}

// readFolder is openFolder for a folder that is only read. Where no lock can be made there is none: what a
// server adds to the file meanwhile is not seen, or is seen whole.
func readFolder(dir string) (path string, unlock func() error, err error) {
	path, unlock, err = openFolder(dir)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return filepath.Join(dir, storeFile), func() error { return nil }, nil
	}
	return path, unlock, err
}

// progress returns a function that writes how much of a store has been read, once a second at most.
func progress(out io.Writer, dir string, now func() time.Time) func(read, total int64, keys int) {
	last := now()
	return func(read, total int64, keys int) {
		if t := now(); t.Sub(last) >= time.Second {
			last = t
			fmt.Fprintf(out, "serve: opening %s: %d %%, %s keys\n", dir, 100*read/max(total, 1), grouped(keys))
		}
	}
}

// grouped writes a number with a comma between thousands.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}
