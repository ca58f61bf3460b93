package store

import (
	"context"
	"errors"
)

// MaxKept is how much [DB.Keep] remembers, in bytes of keys and values.
const MaxKept = 8 << 20

// ErrNotKept says that the state of [DB.Keep] is not known: it was never called, or too much has
// been written since.
var ErrNotKept = errors.New("store: the state to return to is not kept")

// change is what a key held before a write.
type change struct {
	key, value string
	existed    bool
}

// journal is what transactions replaced, oldest first. The write lock guards it.
type journal struct {
	changes []change
	kept    bool // since a Keep, and not for trials alone
	size    int  // of changes, in bytes
	trials  int  // that are running, one inside the other

	dropped []string // what Keep found dropped: the keys below which everything goes
}

// tried reports whether a trial is running. What is written then is undone, and never goes to a file.
func (j *journal) tried() bool { return j != nil && j.trials > 0 }

// add adds what a transaction replaced.
func (j *journal) add(changes []change) {
	j.changes = append(j.changes, changes...)
	for _, c := range changes {
		j.size += len(c.key) + len(c.value)
	}
}

// cut forgets the newest changes.
func (j *journal) cut(n int) {
	for _, c := range j.changes[n:] {
		j.size -= len(c.key) + len(c.value)
	}
	j.changes = j.changes[:n]
}

// Keep begins to remember what transactions replace, so that [DB.Rewind] can return to this state.
// Errors: [ErrTrial], those of a transaction.
func (db *DB) Keep() error {
	return db.Update(context.Background(), func(tx *Tx) error {
		if tx.journal.tried() {
			return ErrTrial
		}
		tx.journal = nil
		db.journal.Store(&journal{kept: true, dropped: tx.dropped()})
		return nil
	})
}

// Rewind returns to the state of the last [DB.Keep]. It is called inside a trial, which undoes
// that like any other write. Errors: [ErrNotKept], those of a transaction.
func (db *DB) Rewind() error {
	return db.Update(context.Background(), func(tx *Tx) error {
		if tx.journal == nil || !tx.journal.kept {
			return ErrNotKept
		}
		return tx.takeBack(tx.journal.changes)
	})
}

// Trial calls fn and undoes whatever transactions have committed meanwhile, also if fn fails or
// panics. The cost follows the writes, not the size of the database. Others may read, but what they
// write meanwhile is undone as well. Nothing of that goes to the file: a crash undoes it, too,
// and a full disk does not prevent it. fn may call Trial, but neither [DB.Load] nor [DB.Keep].
// Errors: that of fn, those of a transaction.
func (db *DB) Trial(fn func() error) (err error) {
	j, mark, err := db.beginTrial()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.endTrial(j, mark)) }()
	return fn()
}

// beginTrial returns the journal and where in it the trial begins. It waits for a compaction, which has to
// read the state that belongs in the file.
func (db *DB) beginTrial() (j *journal, mark int, err error) {
	err = db.alone(func(tx *Tx) error {
		if j = tx.journal; j == nil {
			j = new(journal)
			db.journal.Store(j)
		}
		j.trials++
		mark = len(j.changes)
		return nil
	})
	return j, mark, err
}

// endTrial writes to memory alone. So it does not fail with the file, which is as it was.
func (db *DB) endTrial(j *journal, mark int) error {
	return db.run(context.Background(), true, func(tx *Tx) error {
		tx.journal, tx.history = nil, nil // what is undone is not remembered
		if j.trials--; j.trials == 0 && !j.kept {
			db.journal.Store(nil)
		}
		err := tx.takeBack(j.changes[mark:])
		j.cut(mark)
		return err
	})
}

// tried reports whether a trial is running. The caller holds a lock of the database.
func (db *DB) tried() bool { return db.journal.Load().tried() }

// takeBack writes what the keys held, the last change first.
func (tx *Tx) takeBack(changes []change) error {
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		if c.existed {
			if err := tx.Put(c.key, c.value); err != nil {
				return err
			}
			continue
		}
		if err := tx.Delete(c.key); err != nil {
			return err
		}
	}
	return nil
}

// Entry is a key and what it holds. A key that is not there has no value.
type Entry struct {
	Key, Value string
	Exists     bool
}

// Footprint is what transactions have read and written.
type Footprint struct {
	Gets   []string    // keys that were looked up
	Ranges [][2]string // [low, high) that were walked; "" as high is the end of the database
	Writes []string    // keys that were written or deleted, some of them more than once
}

// Watch calls fn and returns what transactions have read and written meanwhile. Only one caller may watch, and nothing
// else may run. Errors: that of fn.
func (db *DB) Watch(fn func() error) (Footprint, error) {
	f := new(Footprint)
	outer := db.watched.Swap(f)
	defer db.watched.Store(outer)
	err := fn()
	return *f, err
}

// Write puts entries, and deletes those that do not exist. Errors: those of a transaction.
func (db *DB) Write(ctx context.Context, entries []Entry) error {
	return db.Update(ctx, func(tx *Tx) error {
		for _, e := range entries {
			if e.Exists {
				if err := tx.Put(e.Key, e.Value); err != nil {
					return err
				}
			} else if err := tx.Delete(e.Key); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f *Footprint) get(key string) {
	if f != nil {
		f.Gets = append(f.Gets, key)
	}
}

func (f *Footprint) write(key string) {
	if f != nil {
		f.Writes = append(f.Writes, key)
	}
}

// walk records the range of a scan, which ended early after a key, "" if it did not.
func (f *Footprint) walk(low, high, last string) {
	if f == nil {
		return
	}
	if last != "" {
		high = last + "\x00"
	}
	f.Ranges = append(f.Ranges, [2]string{low, high})
}
