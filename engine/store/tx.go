package store

import (
	"context"
	"iter"
	"runtime"
	"unsafe"

	"github.com/tidwall/buntdb"
)

// A transaction looks at its context each time it has visited so many keys, in scans or one by one, and
// lets other goroutines run: a filter may work on one key for a millisecond, and a busy loop in a browser
// would never see a deadline.
const (
	lookEvery  = 16
	yieldEvery = 1024
)

// Tx is a transaction. It ends with the function that it was given to.
type Tx struct {
	db   *DB
	bunt *buntdb.Tx
	ctx  context.Context // of View or Update; a Tx does not outlive that call
	err  error           // that of ctx, once it has been seen
	keys int             // visited so far

	watched *Footprint // what is touched; nil outside [DB.Watch]

	journal *journal // nil if nothing may be taken back
	undo    []change // what the writes replaced, kept for the journal; oldest first

	history *history // nil if the writes are not part of one
	swaps   []swap   // what they made of keys
	arrive  func()   // called when all is written, before the lock is released

	onDisk bool
	writes []write // kept for the file, oldest first
}

// Step counts a key that is worked on without a scan. Errors: that of ctx.
func (tx *Tx) Step() error {
	if tx.keys++; tx.keys%lookEvery == 0 {
		tx.look()
	}
	return tx.err
}

func (tx *Tx) look() {
	if tx.keys%yieldEvery == 0 {
		runtime.Gosched()
	}
	if tx.err == nil {
		tx.err = tx.ctx.Err()
	}
}

// Get returns the value of a key. Errors: [ErrNotFound], that of ctx, [ErrClosed] after the transaction.
func (tx *Tx) Get(key string) (string, error) {
	if err := tx.Step(); err != nil {
		return "", err
	}
	tx.watched.get(key)
	v, err := tx.bunt.Get(key)
	if err != nil {
		return "", known(err)
	}
	return v, nil
}

// Put stores a value under a key, replacing the one that is there.
// Errors: [ErrReadOnly], [ErrIterating], that of ctx, [ErrClosed].
func (tx *Tx) Put(key, value string) error {
	if err := tx.Step(); err != nil {
		return err
	}
	tx.watched.write(key)
	before, existed, err := tx.bunt.Set(key, value, nil)
	if err == nil && tx.journal != nil {
		tx.undo = append(tx.undo, change{key, before, existed})
	}
	if err == nil {
		tx.swap(swap{key, before, value, existed, true})
		tx.note(write{key, value, put})
	}
	return known(err)
}

// Delete removes a key. Errors: [ErrNotFound], [ErrReadOnly], [ErrIterating], that of ctx, [ErrClosed].
func (tx *Tx) Delete(key string) error {
	if err := tx.Step(); err != nil {
		return err
	}
	tx.watched.get(key)
	tx.watched.write(key)
	before, err := tx.bunt.Delete(key)
	if err == nil && tx.journal != nil {
		tx.undo = append(tx.undo, change{key, before, true})
	}
	if err == nil {
		tx.swap(swap{key: key, before: before, had: true})
		tx.note(write{key: key, kind: remove})
	}
	return known(err)
}

// swap notes what a write made of a key, if there is a history.
func (tx *Tx) swap(s swap) {
	if tx.history != nil {
		tx.swaps = append(tx.swaps, s)
	}
}

// Scan visits the keys from low on, up to but excluding high, in ascending order; "" as high is the
// end of the database. If the context ends then the scan stops and the transaction fails with the
// context's error.
func (tx *Tx) Scan(low, high string) iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		end, last := fence{tx: tx, high: high}, ""
		err := tx.bunt.AscendGreaterOrEqual("", low, func(key, value string) bool {
			if end.passed(key) || tx.Step() != nil {
				return false
			}
			if !yield(key, value) {
				last = key
				return false
			}
			return true
		})
		tx.watched.walk(low, high, last)
		if err != nil && tx.err == nil {
			tx.err = known(err)
		}
	}
}

// deleteSome removes the first keys of [low, high), at most most of them, and returns how many there were. It collects
// them first, because a write inside a scan is refused.
func (tx *Tx) deleteSome(low, high string, most int) (int, error) {
	var keys []string
	for k := range tx.Scan(low, high) {
		if len(keys) == most {
			break
		}
		keys = append(keys, k)
	}
	return len(keys), tx.deleteAll(keys)
}

// deleteAll removes keys that are there, unless a scan was ended.
func (tx *Tx) deleteAll(keys []string) error {
	if tx.err != nil {
		return tx.err
	}
	for _, k := range keys {
		if err := tx.Delete(k); err != nil {
			return err
		}
	}
	return nil
}

// clear removes everything. Unlike the other writes it leaves nothing for the journal.
func (tx *Tx) clear() error {
	err := tx.bunt.DeleteAll()
	if err == nil {
		tx.note(write{kind: clear})
	}
	return known(err)
}

// commit gives the changes to the journal and commits. The journal is not touched after that,
// when the lock is released. Only if committing fails it is: then the lock is still held.
func (db *DB) commit(tx *Tx) error {
	if tx.history != nil {
		tx.history.record(tx.swaps)
	}
	if tx.arrive != nil {
		tx.arrive()
	}
	err := db.commitKept(tx)
	if h := db.history; err != nil && h != nil {
		*h = history{base: h.base, at: h.base} // nothing that it says is sure
	}
	return err
}

func (db *DB) commitKept(tx *Tx) error {
	if tx.journal == nil {
		return db.finish(tx)
	}
	j, mark := tx.journal, len(tx.journal.changes)
	j.add(tx.undo)
	full := j.size > MaxKept && !j.tried()
	err := db.finish(tx)
	if err != nil {
		j.cut(mark)
	} else if full {
		db.journal.CompareAndSwap(j, nil)
	}
	return err
}

func (db *DB) finish(tx *Tx) error {
	if tx.onDisk {
		return db.disk.commit(tx)
	}
	return tx.bunt.Commit()
}

// close rolls back a transaction that has not been committed, also when the goroutine is ending.
func (tx *Tx) close() { _ = tx.bunt.Rollback() } // its only error says that it was committed

// write is one step of a transaction that goes to a file.
type write struct {
	key, value string
	kind       writeKind
}

type writeKind uint8

const (
	put    writeKind = iota + 1
	remove           // has no value
	clear            // removes everything that was there; has neither key nor value
)

// note records a step of a transaction that goes to a file.
func (tx *Tx) note(w write) {
	if tx.onDisk {
		tx.writes = append(tx.writes, w)
	}
}

// compared is how many keys a scan compares with its end before it looks up which key is the last one.
const compared = 128

// fence is where a scan ends. To compare every key with it would fetch the bytes of each key from memory,
// which takes longer than all else that a scan does with a key. So a longer scan looks up its last key, and
// then only asks of each key whether it is the same string in memory: nothing changes the keys meanwhile.
type fence struct {
	tx   *Tx
	high string // "" for the end of the database
	seen int
	last string
	done bool
}

// passed reports whether the scan ends before a key, the next one in order.
func (f *fence) passed(key string) bool {
	if f.seen < compared {
		return f.compare(key)
	}
	passed := f.done
	f.done = same(key, f.last)
	return passed
}

// compare is passed for the first keys.
func (f *fence) compare(key string) bool {
	if f.high == "" {
		return false
	}
	if f.seen++; f.seen == compared {
		f.last = f.tx.lastBelow(f.high)
		f.done = same(key, f.last)
	}
	return key >= f.high
}

// same reports whether two strings are one in memory. Keys may share memory where one begins with the other.
func same(a, b string) bool { return len(a) == len(b) && unsafe.StringData(a) == unsafe.StringData(b) }

// lastBelow returns the greatest key below high, "" if there is none.
func (tx *Tx) lastBelow(high string) (last string) {
	// Its only error is that of a transaction that has ended, which the scan itself would have met.
	_ = tx.bunt.DescendLessOrEqual("", high, func(key, _ string) bool {
		last = key
		return key == high
	})
	if last == high {
		return ""
	}
	return last
}
