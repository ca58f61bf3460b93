package store

import (
	"context"
	"errors"
)

// MaxHistory is how much a history remembers, in bytes of keys and values before and after.
const MaxHistory = 128 << 20

// ErrForgotten says that a place of the history is not known: too much has been written since, or it never existed.
var ErrForgotten = errors.New("store: that place of the history is not kept")

// swap is what a write made of a key.
type swap struct {
	key, before, after string
	had, has           bool
}

func (s *swap) size() int { return len(s.key) + len(s.before) + len(s.after) }

// history is what transactions made of keys, in order. The write lock guards it.
type history struct {
	swaps []swap
	base  int // place of the first
	at    int // of the state as it is: a place between base and that of the end
	size  int // of swaps, in bytes
}

// Places are where a history begins, where the state is, and where it ends.
type Places struct{ Base, At, End int }

// Remember begins a history: from now on [DB.Go] can return to each state that there was. A [DB.Load] ends it and
// begins another. What a trial writes is not part of it. Errors: those of a transaction.
func (db *DB) Remember() error {
	return db.alone(func(tx *Tx) error {
		db.history = new(history)
		return nil
	})
}

// Places returns the places of the history, ok is false if there is none. Errors: [ErrClosed].
func (db *DB) Places() (p Places, ok bool, err error) {
	err = db.View(context.Background(), func(*Tx) error {
		if h := db.history; h != nil {
			p, ok = Places{h.base, h.at, h.base + len(h.swaps)}, true
		}
		return nil
	})
	return p, ok, err
}

// Go restores the state of a place of the history. What follows it is kept until the next write.
// Errors: [ErrForgotten], [ErrTrial], those of a transaction.
func (db *DB) Go(ctx context.Context, place int) error {
	return db.Update(ctx, func(tx *Tx) error {
		h := db.history
		switch {
		case h == nil || place < h.base || place > h.base+len(h.swaps):
			return ErrForgotten
		case tx.journal.tried():
			return ErrTrial
		}
		tx.history = nil
		tx.arrive = func() {
			h.at = place
			db.swept.Store(false) // what was dropped may be there again
		}
		return tx.goTo(h, place)
	})
}

// goTo undoes or repeats writes.
func (tx *Tx) goTo(h *history, place int) error {
	for i := h.at; i > place; i-- {
		if s := &h.swaps[i-1-h.base]; !s.had {
			if err := tx.Delete(s.key); err != nil {
				return err
			}
		} else if err := tx.Put(s.key, s.before); err != nil {
			return err
		}
	}
	for i := h.at; i < place; i++ {
		if s := &h.swaps[i-h.base]; !s.has {
			if err := tx.Delete(s.key); err != nil {
				return err
			}
		} else if err := tx.Put(s.key, s.after); err != nil {
			return err
		}
	}
	return nil
}

// Past visits the changes of a key in the history, oldest first: the place after the write, and the values before
// and after, "" for none. Errors: those of a transaction.
func (db *DB) Past(ctx context.Context, key string, visit func(place int, before, after string)) error {
	return db.View(ctx, func(*Tx) error {
		if db.history == nil {
			return nil
		}
		for i := range db.history.swaps {
			if s := &db.history.swaps[i]; s.key == key {
				visit(db.history.base+i+1, s.before, s.after)
			}
		}
		return nil
	})
}

// record adds what a transaction has written, which replaces what followed the state as it was.
func (h *history) record(swaps []swap) {
	if len(swaps) == 0 {
		return
	}
	h.drop(h.swaps[h.at-h.base:])
	h.swaps = append(h.swaps[:h.at-h.base], swaps...)
	for i := range swaps {
		h.size += swaps[i].size()
	}
	h.at = h.base + len(h.swaps)
	if h.size > MaxHistory {
		h.forget()
	}
}

// forget drops the oldest writes until half of the room is free.
func (h *history) forget() {
	n := 0
	for size := h.size; size > MaxHistory/2; n++ {
		size -= h.swaps[n].size()
	}
	h.drop(h.swaps[:n])
	h.swaps = append([]swap(nil), h.swaps[n:]...)
	h.base += n
}

func (h *history) drop(swaps []swap) {
	for i := range swaps {
		h.size -= swaps[i].size()
		swaps[i] = swap{} // its texts are free
	}
}
