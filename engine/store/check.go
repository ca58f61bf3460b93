//go:build !js

package store

import (
	"errors"
	"fmt"
	"os"

	"github.com/tidwall/buntdb"
)

// Health is the state of a file.
type Health struct {
	Size   int64 // in bytes
	Keys   int   // that can be read; of a damaged file those that [Repair] saves
	Before int   // transactions before the first gap
	After  int   // and after it
	Closed bool  // it was closed, and nothing is missing
	Torn   bool  // its one gap is what a crash leaves at the end: the next start cuts it off
	Gaps   []Gap
	Damage error // [ErrDamaged] or [ErrForeign], with what is wrong first; nil if the file can be opened
}

// Check reads the file at path without changing it. Errors: those of the file.
func Check(path string) (*Health, error) {
	b, err := buntdb.Open(Memory)
	if err != nil {
		return nil, err
	}
	h, _, err := examine(path, b, nil)
	return h, errors.Join(err, b.Close())
}

// examine reads what can be read of a file into an empty database.
func examine(path string, b *buntdb.DB, progress func(int64, int64, int)) (*Health, *survey, error) {
	s, err := survive(path, b, progress)
	if err != nil {
		return nil, nil, err
	}
	_, torn := s.torn()
	h := &Health{Size: s.size, Before: s.before, After: s.after, Torn: torn, Gaps: s.gaps, Damage: s.damage()}
	h.Closed = s.closed > 0 && len(s.gaps) == 0
	return h, s, b.View(func(tx *buntdb.Tx) (err error) { h.Keys, err = tx.Len(); return err })
}

func survive(path string, b *buntdb.DB, progress func(int64, int64, int)) (*survey, error) {
	size, err := sizeOf(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return load(f, size, b, progress, true)
}

// Repair replaces a damaged file by one with what can be read of it, and returns the name under which
// the damaged one is kept; "" if the file is not damaged. Whole transactions after a gap are applied as
// well: a value that a lost one had written is then as it was before, and one that it had deleted may be
// there again. The Health is that of the damaged file. No other program may have the file open.
// Errors: those of the file; [ErrForeign], and then the file is as it was.
func Repair(path string, o FileOptions) (h *Health, kept string, err error) {
	o.files = o.files.orSystem()
	b, err := buntdb.Open(Memory)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	h, s, err := examine(path, b, nil)
	if err != nil || h.Damage == nil {
		return h, "", err
	}
	if errors.Is(h.Damage, ErrForeign) {
		return h, "", fmt.Errorf("%s: %w", path, h.Damage)
	}
	if kept, err = o.files.keepCopy(path, "damaged", 0); err != nil {
		return h, "", err
	}
	return h, kept, mend(path, b, h.Keys, fileHead{id: s.head.id ^ o.ID, first: max(s.next, 1)}, o.files)
}

// mend writes a file that is closed.
func mend(path string, b *buntdb.DB, keys int, head fileHead, fs files) error {
	out, err := writeNew(fs, path+newSuffix, b, head)
	if err != nil {
		return err
	}
	err = errors.Join(out.close(keys), out.file.Sync(), out.file.Close())
	if err == nil {
		err = fs.rename(path+newSuffix, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(path+newSuffix))
	}
	return fs.syncFolder(path)
}

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
