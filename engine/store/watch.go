package store

import "context"

// Entry is a key and what it holds. A key that is not there has no value.
type Entry struct {
	Key, Value string
	Exists     bool
}

// Footprint is what transactions have looked at and written.
type Footprint struct {
	Gets   []string    // keys that were looked up
	Ranges [][2]string // [low, high) that were walked; "" as high is the end of the database
	Writes []string    // keys that were written or deleted, some of them more than once
}

// Watch calls fn and returns what transactions have looked at and written meanwhile. It serves one caller at a time,
// while nothing else runs. Errors: that of fn.
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

// walk remembers a range that ended early behind a key, "" if it did not.
func (f *Footprint) walk(low, high, last string) {
	if f == nil {
		return
	}
	if last != "" {
		high = last + "\x00"
	}
	f.Ranges = append(f.Ranges, [2]string{low, high})
}
