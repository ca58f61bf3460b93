//go:build !js

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/tidwall/buntdb"
)

// ErrDamaged says that a file was not written by this program, or that it was changed by something other
// than a crash. It comes with the place and with what is wrong there.
var ErrDamaged = errors.New("store: damaged file")

// ErrForeign says that nothing in a file was written by this program.
var ErrForeign = errors.New("store: not a data file of this program")

// disk is the file of a database. buntdb holds everything in memory; what a transaction writes goes to
// the end of the file before it is committed there.
type disk struct {
	path string
	o    FileOptions
	bunt *buntdb.DB

	mu    sync.Mutex // held by the one writer, and guards the fields below
	out   *recordWriter
	cut   bool  // something after out.at has to be cut off before the next record
	ended bool  // the file still has the closing record with which it was opened
	grown int64 // size from which on the file is compacted, in bytes

	flush flusher
}

// OpenFile opens the database in the file at path, which it creates if there is none. A transaction that a
// crash has left half written is undone: what is cut off is kept in a file beside it and reported. No other
// program may have the file open. After an error the file is as it was. With ReadOnly the file never changes,
// and it has to exist.
// Errors: those of the file; [ErrDamaged], [ErrForeign], [ErrFormat].
func OpenFile(path string, o FileOptions) (*DB, error) {
	if o.ReadOnly {
		return readFile(path, &o)
	}
	o.files = o.files.orSystem()
	b, err := buntdb.Open(Memory)
	if err != nil {
		return nil, err
	}
	d := &disk{path: path, o: o, bunt: b}
	if err := d.open(); err != nil {
		return nil, errors.Join(fmt.Errorf("open store %s: %w", path, err), d.flush.close(), b.Close())
	}
	return &DB{bunt: b, disk: d}, nil
}

func (d *disk) open() error {
	size, err := sizeOf(d.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return d.begin()
	case err != nil:
		return err
	}
	f, err := d.o.files.open(d.path, os.O_RDWR)
	if err != nil {
		return err
	}
	s, err := load(f, size, d.bunt, d.o.Progress, false)
	if err == nil {
		err = s.damage()
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	d.flush.file = f
	return d.goOn(f, s)
}

// goOn continues a file that was read: it cuts off a torn end, and writes after that.
func (d *disk) goOn(f file, s *survey) error {
	if torn, ok := s.torn(); ok {
		name, err := d.o.files.keepCopy(d.path, "cut", torn.From)
		if err != nil {
			return fmt.Errorf("keep the torn end: %w", err)
		}
		if err := errors.Join(f.Truncate(torn.From), f.Sync()); err != nil {
			return err
		}
		d.o.report(fmt.Errorf("store: %s was not closed, and its last %d bytes are not a whole transaction (%s): "+
			"they were cut off and are kept in %s; all %d transactions before them are there",
			d.path, torn.To-torn.From, torn.Found, name, s.before))
	} else if s.closed == 0 {
		d.o.report(fmt.Errorf("store: %s was not closed: it ends after its transaction %d, which is whole", d.path, s.before))
	}
	d.use(f, s.head.id, s.end, s.next, s.state)
	if s.closed > 0 {
		d.out.at, d.out.number, d.cut, d.ended = s.closed, s.next-1, true, true
	}
	return d.removeNew()
}

// removeNew removes what a compaction that a crash has ended has left.
func (d *disk) removeNew() error {
	if err := os.Remove(d.path + newSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// use writes to a file from now on. base is how much of it is the state that it began with.
func (d *disk) use(f file, id uint32, at int64, number uint64, base int64) {
	d.out = newRecordWriter(f, id, at, number)
	d.grown = max(d.o.compactFrom(), 2*base)
}

// update runs a transaction while no other one writes, and flushes what it has written.
func (d *disk) update(run func() error) error {
	if err := d.alone(run); err != nil {
		return err
	}
	if d.o.Sync != Always {
		return nil
	}
	return d.flush.wait()
}

func (d *disk) alone(run func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.flush.failure(); err != nil {
		return err
	}
	return run()
}

// commit writes a transaction to the file, then commits it in memory. If it cannot be written then
// nothing of it remains in either. After it the file may be compacted.
func (d *disk) commit(tx *Tx) error {
	if len(tx.writes) == 0 {
		return tx.bunt.Commit()
	}
	if err := d.cutOff(); err != nil {
		return err
	}
	at, number := d.out.at, d.out.number
	err := d.out.write(transaction, tx.writes)
	if err == nil {
		err = tx.bunt.Commit()
	}
	if err != nil {
		d.out.at, d.out.number, d.cut = at, number, true
		return errors.Join(err, d.cutOff())
	}
	d.flush.written.Add(1)
	d.compact()
	return nil
}

// cutOff removes what is after the last transaction: the closing record, or what a write that failed
// has left. As long as that fails nothing is written.
func (d *disk) cutOff() error {
	if !d.cut {
		return nil
	}
	if err := d.out.file.Truncate(d.out.at); err != nil {
		return fmt.Errorf("cut off what is after the last transaction: %w", err)
	}
	d.cut, d.ended = false, false
	return nil
}

// close flushes the file, whatever the policy, and marks it as complete, unless a trial is running: then
// memory holds other keys than the file.
func (d *disk) close(tried func() bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	keys, mark := 0, !d.ended
	err := d.bunt.View(func(tx *buntdb.Tx) (err error) {
		mark = mark && !tried()
		keys, err = tx.Len()
		return err
	})
	if err != nil {
		return err // it is closed already
	}
	if err = d.flush.wait(); err == nil && mark {
		err = d.markClosed(keys)
	}
	return errors.Join(err, d.flush.close(), d.bunt.Close())
}

// markClosed writes the closing record. It is written to the disk after everything before it.
func (d *disk) markClosed(keys int) error {
	if err := d.cutOff(); err != nil {
		return err
	}
	if err := d.out.close(keys); err != nil {
		d.cut = true
		return errors.Join(err, d.cutOff())
	}
	return d.out.file.Sync()
}

func (d *disk) flushAll() error { return d.flush.wait() }
