package store

import (
	"context"
	"errors"
)

// change is what a key held before a write.
type change struct {
	key, value string
	existed    bool
}

// journal is what the transactions of a trial replaced, oldest first. The write lock guards it.
type journal struct{ changes []change }

// Trial calls fn and takes back whatever transactions have committed meanwhile, also if fn fails or
// panics. The cost follows the writes, not the size of the database. Others may read, but what they
// write meanwhile is taken back as well. fn must not call [DB.Load] or Trial.
// Errors: that of fn, those of a transaction.
func (db *DB) Trial(fn func() error) (err error) {
	j := new(journal)
	db.journal.Store(j)
	defer func() {
		err = errors.Join(err, db.Update(context.Background(), func(tx *Tx) error {
			db.journal.Store(nil)
			tx.journal = nil
			return tx.takeBack(j.changes)
		}))
	}()
	return fn()
}

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
