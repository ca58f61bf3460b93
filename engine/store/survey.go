//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/tidwall/buntdb"
)

// Gap is a part of a file that is not a whole record in its place. It may be empty: then only records
// are missing.
type Gap struct {
	From, To    int64  // in bytes
	Found       string // what is wrong at From
	First, Last uint64 // numbers of the records that are missing; both 0 if that is unknown
}

func (g Gap) String() string {
	s := fmt.Sprintf("byte %d to %d: %s", g.From, g.To, g.Found)
	switch {
	case g.First == 0:
		return s
	case g.First == g.Last:
		return fmt.Sprintf("%s; record %d is missing", s, g.First)
	}
	return fmt.Sprintf("%s; records %d to %d are missing", s, g.First, g.Last)
}

// survey is what reading a file has found.
type survey struct {
	size     int64
	head     fileHead
	headless bool   // the head is damaged
	foreign  bool   // nothing in it is of this program
	next     uint64 // number of the record after the last one
	end      int64  // of the last whole record, in bytes
	state    int64  // end of the state that the file begins with, 0 if that is not whole
	closed   int64  // where the closing record begins, if that is the last one; else 0
	keys     int    // that it says there are

	before, after int // transactions before the first gap, and after it
	gaps          []Gap
}

// read reads a file and calls use with its records, in ascending order of their numbers. Errors: those of the
// file and of use; [ErrFormat]. What is wrong in the file is not an error but a gap.
func read(f io.ReaderAt, size int64, use func(record, *survey) error) (*survey, error) {
	s, r := &survey{size: size}, newRecordReader(f, size)
	if err := s.readHead(r); err != nil {
		return s, err
	}
	for {
		at := r.at
		rec, err := r.next()
		why, torn := errors.AsType[*broken](err)
		switch {
		case errors.Is(err, io.EOF):
			s.finish()
			return s, nil
		case torn:
			err = s.skip(r, at, at+1, why.why)
		case err != nil:
			return s, fmt.Errorf("read at byte %d: %w", at, err)
		case rec.number < s.next:
			err = s.skip(r, at, rec.end, fmt.Sprintf("record %d, after record %d", rec.number, s.next-1))
		default:
			s.count(rec, at)
			err = use(rec, s)
		}
		if err != nil {
			return s, err
		}
	}
}

func (s *survey) readHead(r *recordReader) error {
	b := make([]byte, min(int64(headSize), s.size))
	if _, err := r.file.ReadAt(b, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	var err error
	s.head, err = decodeHead(b)
	s.foreign = !bytes.HasPrefix(b, []byte(fileMagic))
	switch {
	case errors.Is(err, ErrFormat):
		return err
	case err != nil:
		s.headless, r.anyID = true, true
		return s.skip(r, 0, 0, err.Error())
	}
	r.id, s.next, s.end = s.head.id, s.head.first, int64(headSize)
	r.seek(int64(headSize))
	return nil
}

// skip records a gap and leaves the reader at the next whole record from the byte on.
func (s *survey) skip(r *recordReader, at, from int64, found string) error {
	to, err := r.search(from, s.next)
	s.gaps = append(s.gaps, Gap{From: at, To: to, Found: found})
	return err
}

// count counts a record, and a gap if there should be others before it.
func (s *survey) count(rec record, at int64) {
	switch last := len(s.gaps) - 1; {
	case s.next == 0 || rec.number == s.next: // the first one after a damaged head, or the right one
	case last >= 0 && s.gaps[last].To == at:
		s.gaps[last].First, s.gaps[last].Last = s.next, rec.number-1
	default:
		s.gaps = append(s.gaps, Gap{at, at, "records are missing here", s.next, rec.number - 1})
	}
	s.next, s.end, s.closed, s.foreign = rec.number+1, rec.end, 0, false
	switch rec.kind {
	case stateEnd:
		if len(s.gaps) == 0 {
			s.state = rec.end
		}
	case closing:
		s.closed, s.keys = at, rec.keys
	case transaction:
		if len(s.gaps) == 0 {
			s.before++
		} else {
			s.after++
		}
	}
}

// finish records that the file ends before the state that it began with is whole.
func (s *survey) finish() {
	if s.state == 0 && len(s.gaps) == 0 {
		s.gaps = append(s.gaps, Gap{From: s.size, To: s.size, Found: "the file ends inside the state that it began with"})
	}
}

// torn returns what a crash has left at the end: a part after which no record follows. It is of no
// transaction that has to be there.
func (s *survey) torn() (g Gap, ok bool) {
	if len(s.gaps) != 1 || s.headless || s.state == 0 {
		return Gap{}, false
	}
	g = s.gaps[0]
	return g, g.To == s.size && g.From < g.To && s.end == g.From
}

// damage returns ErrDamaged, with what is wrong, unless no more than the end is torn; ErrForeign if there
// is nothing of this program in the file.
func (s *survey) damage() error {
	if _, ok := s.torn(); ok || len(s.gaps) == 0 {
		return nil
	}
	if s.foreign {
		return fmt.Errorf("%w: %v", ErrForeign, s.gaps[0])
	}
	return fmt.Errorf("%w of %d bytes: %v; %d whole transactions before it, %d after it", ErrDamaged, s.size, s.gaps[0],
		s.before, s.after)
}

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
