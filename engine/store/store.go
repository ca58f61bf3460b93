// Package store keeps byte strings in key order, in memory or in a file. It is the only package that uses
// buntdb, and avoids its traps:
//
//   - a panic inside its managed Update commits what was written so far: here transactions are
//     opened by hand, a panic rolls back and surfaces as [ErrPanic];
//   - Save and Load of buntdb add to what is there: here Load replaces everything or nothing;
//   - a write during an iteration is refused by buntdb with a bare error: here with [ErrIterating];
//   - its lock is not reentrant: a function that is given a [Tx] must not open another one;
//   - its own file has no checksums, a crash can leave a part of a transaction in it, and it drops the
//     errors of a flush: here buntdb lives in memory, and this package keeps a file of its own.
//
// That file is a head and records with numbers and CRC-32C, one for each transaction, which is written
// before the transaction is committed in memory. When the file has doubled it is replaced by one that
// begins with the state as it is then: written beside it, flushed, renamed. What opening a file does:
//
//   - all records are whole and the last one says that the file was closed: nothing is reported;
//   - it was not closed: that is reported, because a cut between two records looks just like that;
//   - its end is torn, with no whole record after that place: a crash leaves that. The end is kept in a
//     file beside it, cut off and reported;
//   - nothing in it was written by this program: [ErrForeign], and nothing is changed;
//   - anything else is damage: [ErrDamaged] says where, and nothing is changed. [Check] and [Repair]
//     help. A loss of power can damage a file, too, where it takes one of several transactions of
//     which none was flushed; that cannot be told apart, and the start is refused then as well;
//   - it is of a format that this version does not read: [ErrFormat], and nothing is changed.
//
// Rule book: github.com/tidwall/buntdb v1.3.0. Not here: entities, errors of the service, ETags.
package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"github.com/tidwall/buntdb"
)

// Memory is the path of a database in memory, which is lost at [DB.Close].
const Memory = ":memory:"

// The errors of a transaction. Match them with errors.Is.
var (
	ErrNotFound  = errors.New("store: key not found")
	ErrIterating = errors.New("store: write inside a scan: collect the keys first")
	ErrReadOnly  = errors.New("store: write inside a view")
	ErrPanic     = errors.New("store: panic inside a transaction")
	ErrClosed    = errors.New("store: closed")
	ErrTrial     = errors.New("store: not possible inside a trial")
)

// DB is an ordered set of keys, each with a value. It is safe for concurrent use: many readers,
// or one writer.
type DB struct {
	// Step is how many keys one transaction drops or sweeps at most; 0 is [DefaultStep]. It must not
	// change while transactions run.
	Step int

	bunt    *buntdb.DB
	disk    *disk                   // nil in memory
	journal atomic.Pointer[journal] // nil unless something may be taken back
	history *history                // nil unless it was asked for; the lock of the transactions guards it
	swept   atomic.Bool             // nothing that was dropped is left

	watched atomic.Pointer[Footprint] // what transactions touch; nil outside [DB.Watch]
}

// Open opens an empty database if path is [Memory], otherwise the one in a file, as [OpenFile] does
// with the policy Always.
func Open(path string) (*DB, error) {
	if path != Memory {
		return OpenFile(path, FileOptions{})
	}
	b, err := buntdb.Open(Memory)
	if err != nil {
		return nil, fmt.Errorf("open store in memory: %w", err)
	}
	db := &DB{bunt: b}
	db.swept.Store(true)
	return db, nil
}

// Close flushes and releases the file. Transactions that begin later fail with [ErrClosed].
func (db *DB) Close() error {
	if db.disk != nil {
		return known(db.disk.close(db.tried))
	}
	return known(db.bunt.Close())
}

// Flush returns when everything that was committed is on the disk, if there is a file. After an error
// nothing more is written, and every later call fails with the same one. Errors: those of the file.
func (db *DB) Flush() error {
	if db.disk == nil {
		return nil
	}
	return db.disk.flushAll()
}

// View calls fn with a transaction that reads one state of the database.
// Errors: that of fn, that of ctx, [ErrPanic], [ErrClosed].
func (db *DB) View(ctx context.Context, fn func(*Tx) error) error {
	return db.run(ctx, false, fn)
}

// Get returns the value of one key: what a View with one Get does, without the cost of the View.
// Errors: [ErrNotFound], [ErrClosed], that of ctx.
func (db *DB) Get(ctx context.Context, key string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	db.watched.Load().get(key)
	b, err := db.bunt.Begin(false)
	if err != nil {
		return "", known(err)
	}
	v, err := b.Get(key)
	if e := b.Rollback(); err == nil {
		err = e
	}
	return v, known(err)
}

// Update calls fn with a transaction that may write. If fn returns an error, if it panics or if
// ctx ends before fn does then nothing of it remains.
// Errors: that of fn, that of ctx, [ErrPanic], [ErrClosed].
func (db *DB) Update(ctx context.Context, fn func(*Tx) error) error {
	if db.disk == nil {
		return db.run(ctx, true, fn)
	}
	return db.disk.update(func() error { return db.run(ctx, true, fn) })
}

// alone is Update for a transaction that writes nothing, and so has nothing to wait for.
func (db *DB) alone(fn func(*Tx) error) error {
	run := func() error { return db.run(context.Background(), true, fn) }
	if db.disk == nil {
		return run()
	}
	return db.disk.alone(run)
}

func (db *DB) run(ctx context.Context, writable bool, fn func(*Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b, err := db.bunt.Begin(writable)
	if err != nil {
		return known(err)
	}
	tx := &Tx{db: db, bunt: b, ctx: ctx, watched: db.watched.Load()}
	defer tx.close()
	if writable {
		tx.journal = db.journal.Load()
		tx.onDisk = db.disk != nil && !tx.journal.tried()
		if !tx.journal.tried() {
			tx.history = db.history
		}
	}
	if err := tx.call(fn); err != nil || !writable {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return known(db.commit(tx))
}

// call runs fn and turns a panic into an error. A scan that ctx ended fails the transaction even
// when fn takes no notice of it.
func (tx *Tx) call(fn func(*Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v\n%s", ErrPanic, p, debug.Stack())
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.err
}

// known translates the errors of buntdb that callers ask for.
func known(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, buntdb.ErrNotFound):
		return ErrNotFound
	case errors.Is(err, buntdb.ErrTxIterating):
		return ErrIterating
	case errors.Is(err, buntdb.ErrTxNotWritable):
		return ErrReadOnly
	case errors.Is(err, buntdb.ErrDatabaseClosed), errors.Is(err, buntdb.ErrTxClosed):
		return ErrClosed
	}
	return fmt.Errorf("store: %w", err)
}

// Sync says when a committed transaction is safe from a loss of power. It is safe from the end of the
// process at once. Whatever the policy, after a flush that failed nothing more is written: what the
// disk holds is unknown from then on.
type Sync uint8

// The policies.
const (
	Always      Sync = iota // before Update returns; transactions that end together share a flush
	EverySecond             // when [DB.Flush] is called, which the owner does once a second
	Never                   // when the system decides; Close flushes
)

// FileOptions say how a database in a file is kept. The zero value works.
type FileOptions struct {
	Sync Sync
	// ReadOnly reads what the file holds and leaves it as it is: what is written stays in memory.
	ReadOnly bool
	// ID marks the records of a file that is created. A random one keeps a copy of another file,
	// stored as a value, from being taken for records.
	ID uint32
	// CompactFrom is the size of the smallest file that is compacted, in bytes. 0 means 32 MiB.
	CompactFrom int64
	// Report is called with what the owner of the data should know and no call returns: that a file was
	// not closed, that its end was cut off, that it was rewritten, that a compaction failed. nil drops it.
	Report func(error)
	// Progress is called now and then with how much of a file has been read while it is opened, in bytes, and
	// how many keys it holds so far. nil is not called.
	Progress func(read, total int64, keys int)

	files files // of the system, unless a test sets others
}

func (o *FileOptions) report(err error) {
	if o.Report != nil {
		o.Report(err)
	}
}
