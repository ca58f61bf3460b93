//go:build !js

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/tidwall/buntdb"
)

// compactFrom is the size of the smallest file that is compacted, in bytes. Each time it doubles.
const compactFrom = 32 << 20

// oldSuffix is that of a second name of the file as it was before a compaction. Nothing is written
// while it exists: the file that it names is complete.
const oldSuffix = ".old"

// compact rewrites a file that is mostly history. buntdb gives the new file its name before it is on
// the disk; the old one is kept until it is. The caller is the only writer, who waits.
func (d *disk) compact(b *buntdb.DB) error {
	if d.size < compactFrom || d.size < 2*d.live {
		return nil
	}
	d.live = d.size // whatever happens: not again before it has doubled
	if os.Link(d.path, d.path+oldSuffix) != nil {
		return nil // a file system without links
	}
	err := syncFolder(d.path)
	if err == nil {
		err = d.flush.around(b.Shrink)
	}
	if err != nil && !sameFile(d.path, d.path+oldSuffix) {
		d.bad = fmt.Errorf("store: compact %s: %w", d.path, err)
		return d.bad
	}
	if err := d.dropOld(); err != nil {
		return err
	}
	if err == nil {
		d.live = liveSize(b)
		d.size = d.live
	}
	return nil
}

// dropOld removes the second name. As long as it is there nothing may be written.
func (d *disk) dropOld() error {
	if err := errors.Join(os.Remove(d.path+oldSuffix), syncFolder(d.path)); err != nil {
		d.bad = fmt.Errorf("store: compact %s: %w", d.path, err)
	}
	return d.bad
}

// around calls fn, which puts another file in the place of this one, and flushes that.
func (f *flusher) around(fn func() error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.file.Close(); err != nil {
		return err
	}
	failed := fn()
	if err := errors.Join(failed, f.open()); err != nil {
		return err
	}
	if err := f.file.Sync(); err != nil {
		return err
	}
	f.flushed = f.written.Load()
	return nil
}

// undoCompaction returns to the old file if a compaction was cut short. Where both names are those of
// one file nothing has happened yet, and a rename would do nothing.
func undoCompaction(path string) error {
	old := path + oldSuffix
	_, err := os.Stat(old)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case sameFile(path, old):
		err = os.Remove(old)
	default:
		err = os.Rename(old, path)
	}
	return errors.Join(err, syncFolder(path))
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// liveSize returns about how many bytes the file has without history.
func liveSize(b *buntdb.DB) int64 {
	n := 0
	_ = b.View(func(tx *buntdb.Tx) error { // a database that is open can be read
		return tx.Ascend("", func(key, value string) bool {
			n += len(key) + len(value) + overhead
			return true
		})
	})
	return int64(n)
}
