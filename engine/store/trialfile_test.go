//go:build !js

package store

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"strings"
	"testing"
)

// tried returns what a trial on a database does, in memory and in the file, and how it ends.
func tried(t *testing.T, db *DB, path string, during func() error) error {
	t.Helper()
	state, bytesBefore := stateOf(t, db), contents(t, path)
	err := db.Trial(during)
	if got := stateOf(t, db); !maps.Equal(got, state) {
		t.Errorf("after the trial there are %d keys, want the %d from before", len(got), len(state))
	}
	if !bytes.Equal(contents(t, path), bytesBefore) {
		t.Error("the trial has written to the file")
	}
	return err
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestTrialEndsAsItBeganWhateverTheDiskDoes(t *testing.T) {
	for name, fail := range map[string]func(db *DB, f *faults){
		"nothing":          func(*DB, *faults) {},
		"full":             func(_ *DB, f *faults) { f.room.Store(0) },
		"full-soon":        func(_ *DB, f *faults) { f.room.Store(150) },
		"full-and-not-cut": func(_ *DB, f *faults) { f.room.Store(20); f.truncate.Store(true) },
	} {
		t.Run(name, func(t *testing.T) {
			db, f, path := faulty(t, FileOptions{Sync: Never, CompactFrom: 1000})
			if err := set(db, "a", "1"); err != nil {
				t.Fatal(err)
			}
			err := tried(t, db, path, func() error {
				fail(db, f)
				inner := db.Trial(func() error { return set(db, "a", strings.Repeat("y", 2000)) })
				return errors.Join(inner, set(db, "a", "2"), set(db, "new", strings.Repeat("x", 2000)))
			})
			if err != nil {
				t.Errorf("Trial = %v, want nil: it needs no disk", err)
			}
			f.room.Store(-1)
			f.truncate.Store(false)
			if err := set(db, "b", "1"); err != nil {
				t.Fatalf("Update after it = %v", err)
			}
			wantKeys(t, db, path, 4)
		})
	}
}

func TestTrialAfterAFailedFlushIsTakenBack(t *testing.T) {
	db, f, path := faulty(t, FileOptions{Sync: EverySecond})
	if err := set(db, "a", "1"); err != nil {
		t.Fatal(err)
	}
	err := tried(t, db, path, func() error {
		if err := set(db, "a", "2"); err != nil {
			t.Fatal(err)
		}
		f.sync.Store(true)
		if err := db.Flush(); !errors.Is(err, errDisk) {
			t.Errorf("Flush = %v, want the error of the disk", err)
		}
		return set(db, "b", "1")
	})
	if !errors.Is(err, errDisk) {
		t.Errorf("Trial = %v, want the error of the flush", err)
	}
	if err := db.Trial(func() error { t.Error("a trial has begun"); return nil }); !errors.Is(err, errDisk) {
		t.Errorf("the next Trial = %v, want the same error", err)
	}
}

func TestCrashInsideATrialLeavesTheStateBeforeIt(t *testing.T) {
	db, _, path := faulty(t, FileOptions{Sync: Always})
	if err := set(db, "a", "1"); err != nil {
		t.Fatal(err)
	}
	_ = tried(t, db, path, func() error {
		if err := set(db, "b", "1"); err != nil {
			t.Fatal(err)
		}
		if h, err := Check(path); err != nil || h.Damage != nil || h.Keys != 2 {
			t.Errorf("Check = %+v, %v, want the 2 keys from before the trial", h, err)
		}
		return nil
	})
}

func TestCloseInsideATrialLeavesAWholeFile(t *testing.T) {
	db, _, path := faulty(t, FileOptions{})
	if err := set(db, "a", "1"); err != nil {
		t.Fatal(err)
	}
	err := db.Trial(func() error { return errors.Join(set(db, "b", "1"), db.Close()) })
	if !errors.Is(err, ErrClosed) {
		t.Errorf("Trial = %v, want ErrClosed", err)
	}
	if h, err := Check(path); err != nil || h.Damage != nil || h.Keys != 2 {
		t.Errorf("Check = %+v, %v, want the 2 keys from before the trial", h, err)
	}
}

// A write that failed is not a change that could be taken back.
func TestRewindPassesOverWhatAFullDiskRefused(t *testing.T) {
	db, f, path := faulty(t, FileOptions{})
	if err := errors.Join(set(db, "a", "1"), db.Keep()); err != nil {
		t.Fatal(err)
	}
	f.room.Store(10)
	if err := set(db, "b", "1"); !errors.Is(err, errDisk) {
		t.Fatalf("Update = %v, want the error of the disk", err)
	}
	f.room.Store(-1)
	if err := set(db, "c", "1"); err != nil {
		t.Fatal(err)
	}
	err := tried(t, db, path, func() error {
		err := db.Rewind()
		if n := len(stateOf(t, db)); n != 2 {
			t.Errorf("%d keys after Rewind, want 2", n)
		}
		return err
	})
	if err != nil {
		t.Errorf("Trial = %v", err)
	}
}

func TestTrialRefusesWhatItCouldNotTakeBack(t *testing.T) {
	db, _, path := faulty(t, FileOptions{})
	if err := set(db, "a", "1"); err != nil {
		t.Fatal(err)
	}
	var snapshot bytes.Buffer
	if err := db.Save(&snapshot); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func() error{
		"Keep": db.Keep,
		"Load": func() error { return db.Load(context.Background(), &snapshot, nil) },
	} {
		if err := tried(t, db, path, do); !errors.Is(err, ErrTrial) {
			t.Errorf("%s inside a trial = %v, want ErrTrial", name, err)
		}
	}
	if err := db.Update(context.Background(), func(tx *Tx) error { return tx.Delete("a") }); err != nil {
		t.Fatal(err)
	}
	wantKeys(t, db, path, 1)
}

func stateOf(t *testing.T, db *DB) map[string]string {
	t.Helper()
	state := map[string]string{}
	err := db.View(t.Context(), func(tx *Tx) error {
		maps.Insert(state, tx.Scan("", ""))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return state
}
