//go:build !js

package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

var errDisk = errors.New("no space left on device")

// faults are calls to the system that fail on demand.
type faults struct {
	room     atomic.Int64 // bytes that can be written before the disk is full; negative is no limit
	truncate atomic.Bool
	sync     atomic.Bool
	rename   atomic.Bool
	folder   atomic.Bool
	syncs    atomic.Int64
	opened   atomic.Int64  // files that are open
	gate     chan struct{} // if it is not nil then a flush waits for it
}

// faultyFile writes what there is room for, as a disk does that becomes full.
type faultyFile struct {
	file
	f *faults
}

func (w faultyFile) WriteAt(b []byte, at int64) (int, error) {
	room := w.f.room.Load()
	if room < 0 || int64(len(b)) <= room {
		if room >= 0 {
			w.f.room.Add(-int64(len(b)))
		}
		return w.file.WriteAt(b, at)
	}
	w.f.room.Store(0)
	n, err := w.file.WriteAt(b[:room], at)
	return n, errors.Join(err, errDisk)
}

func (w faultyFile) Truncate(size int64) error {
	if w.f.truncate.Load() {
		return errDisk
	}
	return w.file.Truncate(size)
}

func (w faultyFile) Sync() error {
	w.f.syncs.Add(1)
	if w.f.gate != nil {
		<-w.f.gate
	}
	if w.f.sync.Load() {
		return errDisk
	}
	return nil // tests of errors need no disk
}

func (w faultyFile) Close() error {
	w.f.opened.Add(-1)
	return w.file.Close()
}

func (f *faults) files() files {
	fail := func(on *atomic.Bool) error {
		if on.Load() {
			return errDisk
		}
		return nil
	}
	return files{
		open: func(path string, flag int) (file, error) {
			g, err := openFileOf(path, flag)
			if err == nil {
				f.opened.Add(1)
			}
			return faultyFile{g, f}, err
		},
		rename: func(from, to string) error {
			if err := fail(&f.rename); err != nil {
				return err
			}
			return os.Rename(from, to)
		},
		syncFolder: func(string) error { return fail(&f.folder) },
	}
}

// faulty opens a database in a new file whose system can fail.
func faulty(t *testing.T, o FileOptions) (db *DB, f *faults, path string) {
	t.Helper()
	f, path = new(faults), filepath.Join(t.TempDir(), "db")
	f.room.Store(-1)
	o.files = f.files()
	db, err := OpenFile(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db, f, path
}

func set(db *DB, key, value string) error {
	return db.Update(context.Background(), func(tx *Tx) error {
		return errors.Join(tx.Put(key, value), tx.Put(key+" too", value))
	})
}

// wantKeys compares how many keys a database has, and how many its file has when it is read.
func wantKeys(t *testing.T, db *DB, path string, want int) {
	t.Helper()
	n := 0
	err := db.View(t.Context(), func(tx *Tx) error {
		for range tx.Scan("", "") {
			n++
		}
		return nil
	})
	if err != nil || n != want {
		t.Errorf("%d keys in memory (%v), want %d", n, err, want)
	}
	if h, err := Check(path); err != nil || h.Damage != nil || h.Keys != want {
		t.Errorf("Check = %+v, %v, want %d keys", h, err, want)
	}
}

func TestFullDiskLeavesNothingOfATransactionAndIsLeftAgain(t *testing.T) {
	for room := range int64(120) {
		db, f, path := faulty(t, FileOptions{})
		if err := set(db, "a", "1"); err != nil {
			t.Fatal(err)
		}
		f.room.Store(room)
		if err := set(db, "b", strings.Repeat("x", 100)); !errors.Is(err, errDisk) {
			t.Fatalf("Update with room for %d bytes = %v, want the error of the disk", room, err)
		}
		wantKeys(t, db, path, 2)
		f.room.Store(-1)
		if err := set(db, "c", "1"); err != nil {
			t.Fatalf("Update when there is room again = %v", err)
		}
		wantKeys(t, db, path, 4)
	}
}

func TestWhatCannotBeCutOffIsNotWrittenAfter(t *testing.T) {
	db, f, path := faulty(t, FileOptions{})
	if err := set(db, "a", "1"); err != nil {
		t.Fatal(err)
	}
	f.room.Store(30)
	f.truncate.Store(true)
	for range 2 {
		if err := set(db, "b", "1"); !errors.Is(err, errDisk) {
			t.Fatalf("Update = %v, want the error of the disk", err)
		}
		f.room.Store(-1) // there is room again, but the file still cannot be cut
	}
	if h, err := Check(path); err != nil || !h.Torn || h.Keys != 2 {
		t.Errorf("Check = %+v, %v, want a torn end after 2 keys", h, err)
	}
	f.truncate.Store(false)
	if err := set(db, "c", "1"); err != nil {
		t.Fatal(err)
	}
	wantKeys(t, db, path, 4)
}

// Errors of a flush count with every policy.
func TestAfterAFailedFlushNothingMoreIsWritten(t *testing.T) {
	t.Run("always", func(t *testing.T) {
		db, f, _ := faulty(t, FileOptions{Sync: Always})
		f.sync.Store(true)
		if err := set(db, "a", "1"); !errors.Is(err, errDisk) {
			t.Errorf("Update = %v, want the error of the flush", err)
		}
		f.sync.Store(false) // as a system does that reports an error once
		if err := set(db, "b", "1"); !errors.Is(err, errDisk) {
			t.Errorf("the next Update = %v, want the same error", err)
		}
		if err := db.Close(); !errors.Is(err, errDisk) {
			t.Errorf("Close = %v, want the same error", err)
		}
	})
	t.Run("everysecond", func(t *testing.T) {
		db, f, _ := faulty(t, FileOptions{Sync: EverySecond})
		if err := errors.Join(set(db, "a", "1"), db.Flush()); err != nil {
			t.Fatal(err)
		}
		f.sync.Store(true)
		if err := db.Flush(); err != nil {
			t.Errorf("Flush without anything to flush = %v", err)
		}
		if err := errors.Join(set(db, "b", "1")); err != nil {
			t.Fatal(err)
		}
		if err := db.Flush(); !errors.Is(err, errDisk) {
			t.Errorf("Flush = %v, want the error of the disk", err)
		}
		f.sync.Store(false)
		for name, err := range map[string]error{"Update": set(db, "c", "1"), "Flush": db.Flush()} {
			if !errors.Is(err, errDisk) {
				t.Errorf("%s after it = %v, want the same error", name, err)
			}
		}
	})
	t.Run("never", func(t *testing.T) {
		db, f, _ := faulty(t, FileOptions{Sync: Never})
		f.sync.Store(true)
		if err := set(db, "a", "1"); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); !errors.Is(err, errDisk) {
			t.Errorf("Close = %v, want the error of the flush", err)
		}
	})
}

// Bug 9: a compaction that fails is reported, and tried again before the file has doubled.
func TestFailedCompactionIsReportedAndTriedAgain(t *testing.T) {
	for name, fail := range map[string]func(f *faults, on bool){
		"no-room":   func(f *faults, on bool) { f.room.Store(map[bool]int64{true: 1_300_000, false: -1}[on]) },
		"no-rename": func(f *faults, on bool) { f.rename.Store(on) },
		"no-flush":  func(f *faults, on bool) { f.sync.Store(on) },
	} {
		t.Run(name, func(t *testing.T) {
			var reports []string
			db, f, path := faulty(t, FileOptions{Sync: Never, CompactFrom: 1 << 20, Report: func(err error) {
				reports = append(reports, err.Error())
			}})
			value := strings.Repeat("x", 512<<10)
			if err := set(db, "a", value); err != nil {
				t.Fatal(err)
			}
			reports = nil
			fail(f, true)
			if err := set(db, "b", "1"); err != nil {
				t.Fatalf("Update = %v, want the transaction all the same", err)
			}
			until(t, 5000, func() bool { return db.disk.grown >= compactAgain },
				func() error { return set(db, "b", strings.Repeat("y", 1000)) })
			if len(reports) != 1 || !strings.Contains(reports[0], errDisk.Error()) || !strings.Contains(reports[0], path) {
				t.Errorf("reports = %.300q, want one of the failed compaction", reports)
			}
			if exists(path + newSuffix) {
				t.Error("the new file is still there")
			}
			if n := f.opened.Load(); n != 1 {
				t.Errorf("%d files are open, want the one that is written", n)
			}
			fail(f, false)
			until(t, 100, func() bool { return db.disk.grown <= compactAgain }, func() error { return set(db, "c", value) })
			if info, err := os.Stat(path); err != nil || info.Size() > 5<<20 {
				t.Errorf("the file was not compacted: %v, %v", info, err)
			}
			wantKeys(t, db, path, 6)
			if n := f.opened.Load(); n != 1 {
				t.Errorf("%d files are open after a compaction, want 1", n)
			}
		})
	}
}

// until writes until something has happened, and fails the test if that takes more than most writes.
func until(t *testing.T, most int, done func() bool, write func() error) {
	t.Helper()
	for range most {
		if done() {
			return
		}
		if err := write(); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatalf("it has not happened after %d writes", most)
}

func TestStartThatFailsLeavesNoFileOpen(t *testing.T) {
	_, _, whole := faulty(t, FileOptions{})
	b := contents(t, whole)
	for name, test := range map[string]struct {
		b    []byte // of the file, nil if there is none
		fail func(f *faults)
	}{
		"damaged":                 {b[:headSize-1], func(*faults) {}},
		"torn-and-not-cut":        {append(bytes.Clone(b), "torn"...), func(f *faults) { f.truncate.Store(true) }},
		"new-without-room":        {nil, func(f *faults) { f.room.Store(10) }},
		"new-without-a-name":      {nil, func(f *faults) { f.rename.Store(true) }},
		"new-without-a-safe-name": {nil, func(f *faults) { f.folder.Store(true) }},
	} {
		t.Run(name, func(t *testing.T) {
			f, path := new(faults), filepath.Join(t.TempDir(), "db")
			f.room.Store(-1)
			test.fail(f)
			if test.b != nil {
				if err := os.WriteFile(path, test.b, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := OpenFile(path, FileOptions{files: f.files()}); err == nil {
				t.Error("OpenFile = nil")
			}
			if n := f.opened.Load(); n != 0 {
				t.Errorf("%d files are open", n)
			}
		})
	}
}

func TestNewFileWhoseNameIsNotSafeIsNotWritten(t *testing.T) {
	db, f, path := faulty(t, FileOptions{Sync: Never, CompactFrom: 1000})
	f.folder.Store(true)
	if err := set(db, "a", strings.Repeat("x", 1000)); err != nil {
		t.Fatal(err)
	}
	if err := set(db, "b", "1"); !errors.Is(err, errDisk) {
		t.Errorf("Update = %v, want the error of the folder", err)
	}
	wantKeys(t, db, path, 2)
}

func TestLeftoverOfACompactionIsRemoved(t *testing.T) {
	db, _, path := faulty(t, FileOptions{})
	err := errors.Join(set(db, "a", "1"), db.Close(), os.WriteFile(path+newSuffix, []byte(fileMagic), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	db, err = OpenFile(path, FileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if exists(path + newSuffix) {
		t.Error("it is still there")
	}
	wantKeys(t, db, path, 2)
}

// A value that is a copy of the file does not look like records, not even when it is torn.
func TestTornCopyOfTheFileIsATornEnd(t *testing.T) {
	db, _, path := faulty(t, FileOptions{ID: 7, Sync: Never})
	if err := errors.Join(set(db, "a", "1"), set(db, "b", "1")); err != nil {
		t.Fatal(err)
	}
	own, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other := bytes.ReplaceAll(own, []byte{7, 0, 0, 0}, []byte{8, 0, 0, 0})
	if err := set(db, "copies", string(own)+string(other)+strings.Repeat("x", 1000)); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b[:len(b)-500], 0o600); err != nil {
		t.Fatal(err)
	}
	if h, err := Check(path); err != nil || !h.Torn || h.Keys != 4 || h.Before != 2 {
		t.Errorf("Check = %+v, %v, want a torn end after 2 transactions", h, err)
	}
}

func TestProgressGrowsToTheSizeOfTheFile(t *testing.T) {
	db, _, path := faulty(t, FileOptions{Sync: Never})
	for i := range 10 {
		if err := set(db, fmt.Sprint(i), strings.Repeat("x", progressEvery)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	calls, last, lastKeys := 0, int64(0), -1
	db, err := OpenFile(path, FileOptions{Progress: func(read, total int64, keys int) {
		if calls++; read <= last || read > total || keys <= lastKeys {
			t.Errorf("progress %d of %d with %d keys, after %d with %d", read, total, keys, last, lastKeys)
		}
		last, lastKeys = read, keys
	}})
	if err != nil || calls != 10 {
		t.Fatalf("%d calls (%v), want 10", calls, err)
	}
	_ = db.Close()
}
