package store

import (
	"context"
	"iter"
	"slices"
	"strings"
)

// DefaultStep is how many keys [Tx.Drop] and [DB.Sweep] remove in one transaction, if [DB.Step] does
// not say otherwise: few enough that no request waits for long, a few milliseconds' work.
const DefaultStep = 500

// marks is the beginning of keys that say what was dropped and is still there. The rest of such a
// key is the one below which everything is to be removed. Its first part is empty, that of every other key
// is not: marks come first.
var marks = Key("")

func (db *DB) step() int {
	if db.Step > 0 {
		return db.Step
	}
	return DefaultStep
}

// Drop removes everything below a key: every key that extends it. If that is more than [DB.Step] keys
// then it only marks them, and left is true: [DB.Sweep] removes them in steps, and until then no transaction
// may read or write below the key. So the time that Drop takes does not depend on how much there is.
// What was dropped before does not count, so that the result does not depend on how much of it has
// been removed. Errors: those of [Tx.Delete], that of the context.
func (tx *Tx) Drop(key string) (left bool, err error) {
	if _, err := tx.bunt.Get(marks + key); err == nil {
		return true, nil
	}
	var keys []string
	for k := range tx.live(key) {
		if keys = append(keys, k); len(keys) > tx.db.step() {
			break
		}
	}
	if len(keys) <= tx.db.step() {
		return false, tx.deleteAll(keys)
	}
	tx.db.swept.Store(false) // before a reader can see the mark
	return true, tx.Put(marks+key, "")
}

// Leftovers reports whether dropped keys may still be there: true for a file until a sweep has found none.
// After false, a reader that begins later meets only keys that were dropped meanwhile.
func (db *DB) Leftovers() bool { return !db.swept.Load() }

// Sweep removes up to [DB.Step] keys that were dropped, in a transaction of its own, and reports
// whether to call it again. Marks are kept with the data: what a crash has interrupted goes on.
// During a trial it does nothing, because the trial may undo the drop. Errors: those of [DB.Update].
func (db *DB) Sweep(ctx context.Context) (more bool, err error) {
	if !db.Leftovers() {
		return false, nil
	}
	err = db.Update(ctx, func(tx *Tx) error {
		if tx.journal.tried() {
			more = true
			return nil
		}
		if h := db.history; h != nil && h.at < h.base+len(h.swaps) {
			return nil // a write would end what follows in the history
		}
		key, left := tx.innermost()
		if more = left; !more {
			db.swept.Store(true) // no other transaction can drop meanwhile
			return nil
		}
		return tx.sweep(key)
	})
	return more, err
}

// sweep removes some of what is below a key, and its mark with the last of it. What [DB.Keep] found
// dropped is not written to the journal: it cannot be seen after a return to that state either.
func (tx *Tx) sweep(key string) error {
	if tx.journal != nil && slices.Contains(tx.journal.dropped, key) {
		tx.journal = nil
	}
	most := tx.db.step()
	n, err := tx.deleteSome(key, After(key), most)
	if err != nil || n == most {
		return err
	}
	return tx.Delete(marks + key)
}

// dropped returns the keys below which everything is to be removed, in order.
func (tx *Tx) dropped() (keys []string) {
	for mark := range tx.Scan(marks, After(marks)) {
		keys = append(keys, mark[len(marks):])
	}
	return keys
}

// innermost returns the first of them that no other one is inside. What Keep found dropped goes before
// what was dropped around it later: only that is kept to be taken back.
func (tx *Tx) innermost() (key string, found bool) {
	for mark := range tx.Scan(marks, After(marks)) {
		if found && !strings.HasPrefix(mark, marks+key) {
			break
		}
		key, found = mark[len(marks):], true
	}
	return key, found
}

// live visits every key that extends a key, but the dropped ones and their marks, in order.
func (tx *Tx) live(key string) iter.Seq2[string, string] {
	var gaps []string
	if key == "" {
		gaps = append(gaps, marks)
	}
	for mark := range tx.Scan(marks+key, After(marks+key)) {
		gaps = append(gaps, mark[len(marks):])
	}
	return func(yield func(key, value string) bool) {
		low := key
		for _, gap := range append(gaps, After(key)) {
			for k, v := range tx.Scan(low, gap) {
				if !yield(k, v) {
					return
				}
			}
			low = max(low, After(gap)) // one gap can be inside another one
		}
	}
}
