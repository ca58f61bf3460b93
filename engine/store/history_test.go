package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"rowkey/engine/store"
)

// TestHistoryIsAListOfStates compares random writes, undos and redos with a list of snapshots (rows 51 and 50).
func TestHistoryIsAListOfStates(t *testing.T) {
	for seed := range uint64(30) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { walkHistory(t, rand.New(rand.NewPCG(seed, 1))) })
	}
}

// stop is a place of a history and the state there.
type stop struct {
	place int
	state []byte
}

func walkHistory(t *testing.T, r *rand.Rand) {
	db := open(t)
	fill(t, db, map[string]string{"a": "0", "b": "0"})
	if err := db.Remember(); err != nil {
		t.Fatal(err)
	}
	moments, at := []stop{{0, save(t, db)}}, 0
	for range 60 {
		switch r.IntN(4) {
		case 0, 1:
			write(t, db, r)
			if p := places(t, db); p.At != moments[at].place {
				moments = append(moments[:at+1], stop{p.At, save(t, db)})
				at++
			}
		case 2:
			at = r.IntN(len(moments))
			if err := db.Go(t.Context(), moments[at].place); err != nil {
				t.Fatal(err)
			}
		case 3: // what a trial does is no part of it
			if err := db.Trial(func() error { write(t, db, r); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if got := save(t, db); !bytes.Equal(got, moments[at].state) {
			t.Fatalf("state = %q, want %q", got, moments[at].state)
		}
		if p := places(t, db); p.At != moments[at].place || p.End != moments[len(moments)-1].place {
			t.Fatalf("places = %v, want at %d of %d", p, moments[at].place, moments[len(moments)-1].place)
		}
	}
}

// write changes up to three keys in a transaction.
func write(t *testing.T, db *store.DB, r *rand.Rand) {
	t.Helper()
	err := db.Update(t.Context(), func(tx *store.Tx) error {
		for range r.IntN(4) {
			key := string(rune('a' + r.IntN(6)))
			if r.IntN(3) > 0 {
				if err := tx.Put(key, fmt.Sprint(r.IntN(100))); err != nil {
					return err
				}
			} else if err := tx.Delete(key); err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func places(t *testing.T, db *store.DB) store.Places {
	t.Helper()
	p, ok, err := db.Places()
	if err != nil || !ok {
		t.Fatal(p, ok, err)
	}
	return p
}

func TestADropIsUndoneAlsoWhenItWasSwept(t *testing.T) {
	db := open(t)
	db.Step = 2
	rows := map[string]string{}
	for i := range 9 {
		rows[store.Key("k", fmt.Sprint(i))] = "1"
	}
	fill(t, db, rows)
	full := save(t, db)
	if err := db.Remember(); err != nil {
		t.Fatal(err)
	}
	drop := func(tx *store.Tx) error { _, err := tx.Drop(store.Key("k")); return err }
	if err := db.Update(t.Context(), drop); err != nil {
		t.Fatal(err)
	}
	dropped := places(t, db).At
	for more := true; more; {
		var err error
		if more, err = db.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	empty := save(t, db)
	for _, step := range []struct {
		place int
		want  []byte
	}{{0, full}, {dropped, empty}, {0, full}, {places(t, db).End, empty}, {dropped, empty}} {
		if err := db.Go(t.Context(), step.place); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Sweep(t.Context()); err != nil { // leaves what follows alone
			t.Fatal(err)
		}
		if got := save(t, db); !bytes.Equal(got, step.want) {
			t.Errorf("state at %d = %q, want %q", step.place, got, step.want)
		}
	}
}

func TestASnapshotBeginsAnotherHistory(t *testing.T) {
	db := open(t)
	fill(t, db, map[string]string{"a": "1"})
	snapshot := save(t, db)
	if err := db.Go(t.Context(), 0); !errors.Is(err, store.ErrForgotten) {
		t.Errorf("Go without a history = %v", err)
	}
	if err := db.Remember(); err != nil {
		t.Fatal(err)
	}
	fill(t, db, map[string]string{"b": "1"})
	if err := db.Load(t.Context(), bytes.NewReader(snapshot), nil); err != nil {
		t.Fatal(err)
	}
	if p := places(t, db); p != (store.Places{}) {
		t.Errorf("places after Load = %v", p)
	}
}

func TestAHistoryForgetsTheOldestWritesFirst(t *testing.T) {
	db := open(t)
	if err := db.Remember(); err != nil {
		t.Fatal(err)
	}
	large := string(make([]byte, store.MaxHistory/8))
	for i := range 12 {
		fill(t, db, map[string]string{fmt.Sprint(i): large})
	}
	p := places(t, db)
	if p.Base == 0 || p.End != 12 || p.End-p.Base > 9 {
		t.Errorf("places = %v", p)
	}
	if err := db.Go(t.Context(), p.Base-1); !errors.Is(err, store.ErrForgotten) {
		t.Errorf("Go before the beginning = %v", err)
	}
	if err := db.Go(t.Context(), p.Base); err != nil {
		t.Error(err)
	}
}
