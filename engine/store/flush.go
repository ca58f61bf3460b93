//go:build !js

package store

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tidwall/buntdb"
)

// config leaves to buntdb what it does well. It flushes while readers wait and drops the errors,
// and it compacts a file without flushing the new one: both are done here.
func (s Sync) config() buntdb.Config {
	c := buntdb.Config{SyncPolicy: buntdb.Never, AutoShrinkDisabled: true}
	if s == EverySecond {
		c.SyncPolicy = buntdb.EverySecond
	}
	return c
}

// flusher waits until the disk holds what has been written to a file.
type flusher struct {
	path    string
	policy  Sync
	written atomic.Uint64 // transactions in the file

	mu      sync.Mutex // guards the fields below
	file    *os.File   // a second door to the file: a flush through it holds for both
	flushed uint64     // transactions on the disk
	err     error      // of a flush; what the disk holds is unknown since
}

func newFlusher(path string, policy Sync) (*flusher, error) {
	f := &flusher{path: path, policy: policy}
	if err := f.open(); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *flusher) open() (err error) {
	if f.file, err = os.OpenFile(f.path, os.O_RDWR, 0); err != nil {
		return err
	}
	return syncFolder(f.path)
}

// wait returns when everything that has been written so far is on the disk. Of those who wait
// together one flushes for all.
func (f *flusher) wait() error {
	if f.policy != Always {
		return nil
	}
	mine := f.written.Load()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil || f.flushed >= mine {
		return f.err
	}
	all := f.written.Load()
	if err := f.file.Sync(); err != nil {
		f.err = fmt.Errorf("store: flush: %w", err)
		return f.err
	}
	f.flushed = all
	return nil
}

func (f *flusher) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.file.Close()
}

// syncFolder makes the names in the folder of a file safe. Windows has no such call.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
