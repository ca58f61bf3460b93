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

// Trial calls fn and takes back whatever the transactions inside of it have committed, also if fn
// fails or panics. The cost follows the writes, not the size of the database. Nobody else may use
// the database meanwhile, and fn must not call [DB.Load] or Trial.
// Errors: that of fn, those of a transaction.
func (db *DB) Trial(fn func() error) (err error) {
	db.undo, db.trial = nil, true
	defer func() {
		db.trial = false
		err = errors.Join(err, db.Update(context.Background(), db.takeBack))
		db.undo = nil
	}()
	return fn()
}

// takeBack writes what the keys held, the last change first.
func (db *DB) takeBack(tx *Tx) error {
	for i := len(db.undo) - 1; i >= 0; i-- {
		c := db.undo[i]
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
