// Package data keeps the data of a process in a folder: opens and locks it, checks and repairs it, flushes it, and
// sweeps what large deletes leave. Not here: the format of the file (package store).
package data

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
	"rowkey/engine/store"
	"rowkey/serve/lock"
)

// CompactFrom is the size of the smallest data file that is compacted, in bytes.
const CompactFrom = 32 << 20

// File is the name of the store in its folder.
const File = "rowkey.db"

// Open opens the engine of a server with the data in a folder, "" for memory: real time, unpredictable numbers. Its
// second result closes it. Errors: a folder that cannot be used, or is used by another server. Call it after the
// ports are bound: opening can cut off or rewrite the file, and a start that fails must not.
func Open(dir string, o engine.Options) (*control.Handler, func() error, error) {
	folder := openFolder
	if o.Store.ReadOnly {
		folder = readFolder
	}
	path, unlock, err := folder(dir)
	if err != nil {
		return nil, nil, err
	}
	var seed [8]byte
	rand.Read(seed[:]) // does not fail
	o.Path, o.Clock, o.Seed = path, clock.Follow(time.Now), binary.NativeEndian.Uint64(seed[:])|1
	o.Store.Progress = progress(os.Stderr, dir, time.Now)
	o.Report = func(err error) { fmt.Fprintln(os.Stderr, "serve:", err) }
	eng, err := control.Open(o)
	if errors.Is(err, store.ErrDamaged) {
		err = fmt.Errorf("%w\nNothing was changed. `serve check %s` lists what is wrong, and "+
			"`serve repair %s` saves what can be read", err, dir, dir)
	}
	if errors.Is(err, store.ErrForeign) {
		err = fmt.Errorf("%w\nNothing was changed. Move the file away, or choose another folder with -data", err)
	}
	if err != nil {
		return nil, nil, errors.Join(err, unlock())
	}
	return eng, func() error { return errors.Join(eng.Close(), unlock()) }, nil
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
		return "", nil, fmt.Errorf("-data %s: another server or copy is using this folder, stop it first: %w", dir, err)
	}
	if err != nil {
		return "", nil, fmt.Errorf("-data %s: %w", dir, err)
	}
	return filepath.Join(dir, File), unlock, nil
}

// readFolder is openFolder for a folder that is only read. Where no lock can be made there is none: what a
// server adds to the file meanwhile is not seen, or is seen whole.
func readFolder(dir string) (path string, unlock func() error, err error) {
	path, unlock, err = openFolder(dir)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return filepath.Join(dir, File), func() error { return nil }, nil
	}
	return path, unlock, err
}

// progress returns a function that writes how much of a store has been read, once a second at most.
func progress(out io.Writer, dir string, now func() time.Time) func(read, total int64, keys int) {
	last := now()
	return func(read, total int64, keys int) {
		if t := now(); t.Sub(last) >= time.Second {
			last = t
			fmt.Fprintf(out, "serve: opening %s: %d %%, %s keys\n", dir, 100*read/max(total, 1), Grouped(keys))
		}
	}
}

// Grouped writes a number with a comma between thousands.
func Grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", Grouped(n/1000), n%1000)
}

// Plural writes a number with the noun that it needs.
func Plural(n int, one, other string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(n) + " " + other
}
