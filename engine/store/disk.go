//go:build !js

package store

import (
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/tidwall/buntdb"
)

// announcement is the key that the file says was deleted before a transaction of several keys. Behind
// it stands how many commands the transaction has. No tree ever holds it.
const announcement = "\x00transaction "

// disk is what a database in a file needs beside buntdb's own persistence: transactions of several
// keys that are whole or absent after a crash, flushes that tell of errors, a safe compaction.
type disk struct {
	path  string
	flush *flusher

	mu   sync.Mutex // held by the one writer, and guards the fields below
	size int64      // of the file, about
	live int64      // of the file after its last compaction, about
	bad  error      // why nothing can be written any more
}

// OpenFile opens the database in the file at path, which it creates if there is none. Of a
// transaction that a crash left half written nothing remains. Nobody else may have the file open.
// Errors: those of the file; [ErrDamaged].
func OpenFile(path string, sync Sync) (*DB, error) {
	db, err := openFile(path, sync)
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", path, err)
	}
	return db, nil
}

func openFile(path string, sync Sync) (*DB, error) {
	if err := undoCompaction(path); err != nil {
		return nil, err
	}
	size, err := repair(path)
	if err != nil {
		return nil, err
	}
	b, err := buntdb.Open(path)
	if err != nil {
		return nil, err
	}
	flush, err := newFlusher(path, sync)
	if err == nil {
		err = b.SetConfig(sync.config())
	}
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return &DB{bunt: b, disk: &disk{path: path, flush: flush, size: size, live: liveSize(b)}}, nil
}

// update runs a transaction while no other one writes, and flushes what it has written.
func (d *disk) update(b *buntdb.DB, run func() error) error {
	if err := d.alone(b, run); err != nil {
		return err
	}
	return d.flush.wait()
}

func (d *disk) alone(b *buntdb.DB, run func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bad != nil {
		return d.bad
	}
	if err := run(); err != nil {
		return err
	}
	return d.compact(b)
}

// commitFile is commit for a file. buntdb writes the commands of a transaction in any order, and a
// crash may cut them off anywhere: therefore more than one are announced.
func (db *DB) commitFile(tx *Tx) error {
	n := tx.commands()
	if n > 1 {
		if err := db.announce(tx, n); err != nil {
			return err
		}
	}
	if err := tx.bunt.Commit(); err != nil {
		return db.withdraw(n, err)
	}
	if n > 0 {
		db.disk.size += tx.fileSize()
		db.disk.flush.written.Add(1)
	}
	return nil
}

// announce writes how many commands follow. How many they are is known only now, and buntdb writes
// one transaction after the other: so this one is rolled back and made again behind the announcement.
func (db *DB) announce(tx *Tx, n int) error {
	_ = tx.bunt.Rollback() // its only error says that it is over
	if err := mark(db.bunt, n); err != nil {
		return err
	}
	b, err := db.bunt.Begin(true)
	if err != nil {
		return db.withdraw(n, err)
	}
	tx.bunt = b
	for _, w := range tx.writes {
		if err := w.repeat(b); err != nil {
			return db.withdraw(n, err)
		}
	}
	return nil
}

// withdraw takes an announcement back after err. If that fails as well, the next transaction would be
// taken for the announced one: then nothing more is written.
func (db *DB) withdraw(n int, err error) error {
	if n < 2 {
		return err
	}
	if e := mark(db.bunt, 0); e != nil {
		db.disk.bad = fmt.Errorf("store: the file cannot be written any more: %w", e)
	}
	return err
}

// mark writes that the next n commands are one transaction.
func mark(b *buntdb.DB, n int) error {
	return b.Update(func(tx *buntdb.Tx) error {
		key := announcement + strconv.Itoa(n)
		if _, _, err := tx.Set(key, "", nil); err != nil {
			return err
		}
		_, err := tx.Delete(key) // what remains to be written is the deletion
		return err
	})
}
