//go:build !js

package store_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/store"
)

// below are n keys that extend a key.
func below(key string, n int, value string) map[string]string {
	state := map[string]string{}
	for i := range n {
		state[store.Extend(key, fmt.Sprintf("%04d", i))] = value
	}
	return state
}

// drop drops a key and reports whether something is left to be swept.
func drop(t testing.TB, db *store.DB, key string) (left bool) {
	t.Helper()
	err := db.Update(t.Context(), func(tx *store.Tx) (err error) {
		left, err = tx.Drop(key)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// sweepOnce takes one step.
func sweepOnce(t testing.TB, db *store.DB) (more bool) {
	t.Helper()
	more, err := db.Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return more
}

// shelf is a database with rows below keys that are like each other, of which shelved is dropped.
func shelf(t testing.TB, db *store.DB, n int) (kept map[string]string) {
	t.Helper()
	db.Step = 10
	kept = below(store.Key("e", "acct", "people2"), 3, "kept")
	maps.Copy(kept, below(store.Key("e", "acct"), 3, "kept"))
	maps.Copy(kept, map[string]string{store.Key("a"): "1", store.Key("z", "\x00"): "2", "": "3", "\x00\xff": "4"})
	fill(t, db, kept)
	fill(t, db, below(shelved, n, "dropped"))
	return kept
}

var shelved = store.Key("e", "acct", "people")

func TestDropOfLittleRemovesItAtOnce(t *testing.T) {
	db := open(t)
	kept := shelf(t, db, 10)
	if drop(t, db, shelved) || db.Leftovers() {
		t.Error("Drop of as many keys as one step has leaves something")
	}
	if got := dump(t, db); !maps.Equal(got, kept) {
		t.Errorf("after Drop the store holds %q, want %q", got, kept)
	}
}

func TestDropAndSweepTakeSmallSteps(t *testing.T) {
	db := open(t)
	kept := shelf(t, db, 35)
	if !drop(t, db, shelved) || !db.Leftovers() {
		t.Error("Drop of more keys than one step has leaves nothing")
	}
	var sizes []int
	for more := true; more; more = sweepOnce(t, db) {
		sizes = append(sizes, len(dump(t, db))-len(kept))
	}
	if want := "[36 26 16 6 0]"; fmt.Sprint(sizes) != want {
		t.Errorf("dropped keys and marks after each step: %v, want %s", sizes, want)
	}
	if got := dump(t, db); !maps.Equal(got, kept) || db.Leftovers() {
		t.Errorf("after the last step the store holds %q, want %q", got, kept)
	}
}

// Whatever has been swept meanwhile, and in whatever order keys inside others are dropped.
func TestDropAroundWhatWasDroppedCountsOnlyTheRest(t *testing.T) {
	outer := store.Key("e", "acct")
	for _, few := range []bool{true, false} {
		for steps := range 4 {
			db := open(t)
			kept := shelf(t, db, 25)
			for k := range kept {
				if strings.HasPrefix(k, outer) {
					delete(kept, k)
				}
			}
			if !few {
				fill(t, db, below(store.Key("e", "acct", "more"), 10, "dropped"))
			}
			drop(t, db, shelved)
			for range steps {
				sweepOnce(t, db)
			}
			if left := drop(t, db, outer); left == few {
				t.Errorf("%d steps, few %t: Drop left = %t", steps, few, left)
			}
			if got := load(t, save(t, db)); !maps.Equal(got, kept) {
				t.Errorf("%d steps, few %t: a snapshot has %d keys, want %d", steps, few, len(got), len(kept))
			}
			for sweepOnce(t, db) {
			}
			if got := dump(t, db); !maps.Equal(got, kept) {
				t.Errorf("%d steps, few %t: %d keys in the end, want %d", steps, few, len(got), len(kept))
			}
		}
	}
}

func TestDropOfWhatIsDroppedLeavesIt(t *testing.T) {
	db := open(t)
	shelf(t, db, 25)
	for n := range 2 {
		if !drop(t, db, shelved) {
			t.Errorf("Drop %d says that nothing is left", n)
		}
	}
}

// load returns the state that a snapshot holds.
func load(t *testing.T, snapshot []byte) map[string]string {
	t.Helper()
	db := open(t)
	if err := db.Load(context.Background(), bytes.NewReader(snapshot), nil); err != nil {
		t.Fatal(err)
	}
	return dump(t, db)
}

func TestSnapshotsHoldNothingThatWasDropped(t *testing.T) {
	db := open(t)
	kept := shelf(t, db, 35)
	fill(t, db, below(store.Key("b"), 20, "dropped"))
	drop(t, db, shelved)
	drop(t, db, store.Key("b"))
	for more := true; more; more = sweepOnce(t, db) {
		if got := string(save(t, db)); got != snapshot(t, kept) {
			t.Fatalf("snapshot = %q, want that of %q", got, kept)
		}
	}
}

func TestSnapshotsCannotDropAnything(t *testing.T) {
	db := open(t)
	mark := store.Key("") + shelved
	b := append([]byte("rowkey-store-1\n"), byte(len(mark)+1), 1)
	b = append(append(b, mark...), 0)
	err := db.Load(context.Background(), bytes.NewReader(binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))), nil)
	if !errors.Is(err, store.ErrSnapshot) {
		t.Errorf("Load of a mark: %v, want ErrSnapshot", err)
	}
}

func TestLoadForgetsWhatWasDropped(t *testing.T) {
	db := open(t)
	shelf(t, db, 35)
	drop(t, db, shelved)
	want := below(shelved, 35, "loaded")
	if err := db.Load(context.Background(), strings.NewReader(snapshot(t, want)), nil); err != nil {
		t.Fatal(err)
	}
	for sweepOnce(t, db) {
	}
	if got := dump(t, db); !maps.Equal(got, want) {
		t.Errorf("the store holds %d keys, want the %d loaded ones", len(got), len(want))
	}
}

func TestSweepContinuesAfterACrash(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "db")
	db := openFile(t, path)
	kept := shelf(t, db, 35)
	drop(t, db, shelved)
	for i, more := 0, true; more; i, more = i+1, sweepOnce(t, db) {
		b, err := os.ReadFile(path) // what is there if the process ends now
		copied := filepath.Join(dir, fmt.Sprint(i))
		if err = errors.Join(err, os.WriteFile(copied, b, 0o600)); err != nil {
			t.Fatal(err)
		}
		again := openFile(t, copied)
		if again.Step = 10; string(save(t, again)) != string(save(t, db)) {
			t.Errorf("after a crash after step %d the snapshot is another one", i)
		}
		for sweepOnce(t, again) {
		}
		if got := dump(t, again); !maps.Equal(got, kept) {
			t.Errorf("after a crash after step %d the store holds %q, want %q", i, got, kept)
		}
	}
}

func TestTrialTakesADropBack(t *testing.T) {
	db := open(t)
	kept := shelf(t, db, 35)
	before := save(t, db)
	err := db.Trial(func() error {
		drop(t, db, shelved)
		if got := string(save(t, db)); got != snapshot(t, kept) {
			t.Errorf("snapshot in the trial = %q, want that of %q", got, kept)
		}
		if !sweepOnce(t, db) || len(dump(t, db)) != len(kept)+36 {
			t.Error("Sweep has removed keys during a trial")
		}
		return nil
	})
	if err != nil || !bytes.Equal(save(t, db), before) {
		t.Errorf("Trial: %v, and another state", err)
	}
	if sweepOnce(t, db) || db.Leftovers() {
		t.Error("Sweep finds something to do after the trial")
	}
}

func TestRewindReturnsWhatWasDroppedAndSwept(t *testing.T) {
	db := open(t)
	kept := shelf(t, db, 35)
	before := save(t, db)
	if err := db.Keep(); err != nil {
		t.Fatal(err)
	}
	drop(t, db, shelved)
	for range 2 {
		sweepOnce(t, db)
	}
	err := db.Trial(func() error {
		err := db.Rewind()
		if !bytes.Equal(save(t, db), before) {
			t.Error("Rewind leads to another state")
		}
		return err
	})
	if got := string(save(t, db)); err != nil || got != snapshot(t, kept) {
		t.Errorf("after the trial: %v, snapshot %q, want that of %q", err, got, kept)
	}
	for sweepOnce(t, db) {
	}
	if got := dump(t, db); !maps.Equal(got, kept) {
		t.Errorf("after the last step the store holds %q, want %q", got, kept)
	}
}

// What Keep found dropped is not taken back, also if more around it is dropped later.
func TestRewindReturnsWhatWasDroppedAroundOtherDrops(t *testing.T) {
	for steps := range 8 {
		db := open(t)
		shelf(t, db, 25)
		drop(t, db, shelved)
		if err := db.Keep(); err != nil {
			t.Fatal(err)
		}
		kept := save(t, db)
		fill(t, db, below(store.Key("e", "acct", "more"), 25, "new"))
		if !drop(t, db, store.Key("e", "acct")) {
			t.Fatal("Drop of much leaves nothing")
		}
		for more, n := true, 0; more && (n < steps || steps == 7); n++ {
			more = sweepOnce(t, db)
		}
		err := db.Trial(func() error {
			err := db.Rewind()
			if got := save(t, db); !bytes.Equal(got, kept) {
				t.Errorf("%d steps: Rewind returned %d bytes, want %d", steps, len(got), len(kept))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSweepOfWhatKeepFoundIsNotUndone(t *testing.T) {
	db := open(t)
	kept := shelf(t, db, 0)
	fill(t, db, below(shelved, 35, strings.Repeat("x", store.MaxKept/20)))
	drop(t, db, shelved)
	if err := db.Keep(); err != nil {
		t.Fatal(err)
	}
	for sweepOnce(t, db) {
	}
	if err := db.Trial(db.Rewind); err != nil {
		t.Errorf("Rewind after a long sweep: %v, want the state of Keep", err)
	}
	if got := dump(t, db); !maps.Equal(got, kept) {
		t.Errorf("the store holds %q, want %q", got, kept)
	}
}
