//go:build !js

package store

import (
	"errors"
	"fmt"
	"io"

	"github.com/tidwall/buntdb"
)

// progressEvery is how much is read between two reports of progress, in bytes.
const progressEvery = 1 << 20

// load reads a file into an empty database. What comes after a gap counts only if all is set.
// Errors: those of the file, [ErrFormat]. The database then is empty.
func load(f io.ReaderAt, size int64, b *buntdb.DB, progress func(int64, int64, int), all bool) (*survey, error) {
	tx, err := beginLoad(b)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // its only error says that it was committed
	told := int64(0)
	s, err := read(f, size, func(rec record, s *survey) error {
		if progress != nil && rec.end-told >= progressEvery {
			keys, _ := tx.Len() // its only error says that the transaction is over
			told = rec.end
			progress(rec.end, size, keys)
		}
		if len(s.gaps) > 0 && !all {
			return nil
		}
		return apply(tx, rec.writes)
	})
	if err != nil {
		return nil, err
	}
	if err := s.recount(tx); err != nil {
		return nil, err
	}
	return s, tx.Commit()
}

// beginLoad begins a transaction that does not remember what it replaces, because it has replaced
// everything. That halves the time to fill a database.
func beginLoad(b *buntdb.DB) (*buntdb.Tx, error) {
	tx, err := b.Begin(true)
	if err != nil {
		return nil, err
	}
	return tx, tx.DeleteAll()
}

// recount compares the number of keys with that of the closing record.
func (s *survey) recount(tx *buntdb.Tx) error {
	keys, err := tx.Len()
	if err == nil && s.closed > 0 && len(s.gaps) == 0 && keys != s.keys {
		found := fmt.Sprintf("%d keys, but there were %d when the file was closed", keys, s.keys)
		s.gaps = append(s.gaps, Gap{From: s.closed, To: s.size, Found: found})
		s.closed = 0
	}
	return err
}

// apply makes the writes of a record. A key that is to be deleted may be missing after a gap.
func apply(tx *buntdb.Tx, writes []write) error {
	for _, w := range writes {
		var err error
		switch w.kind {
		case put:
			_, _, err = tx.Set(w.key, w.value, nil)
		case remove:
			_, err = tx.Delete(w.key)
		case clear:
			err = tx.DeleteAll()
		}
		if err != nil && !errors.Is(err, buntdb.ErrNotFound) {
			return err
		}
	}
	return nil
}
