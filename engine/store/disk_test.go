//go:build !js

package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/store"
)

// openFile opens a database in a file and closes it with the test.
func openFile(t testing.TB, path string) *store.DB {
	t.Helper()
	db, err := store.OpenFile(path, store.FileOptions{Sync: store.Never})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func snapshot(t testing.TB, state map[string]string) string {
	t.Helper()
	db := open(t)
	fill(t, db, state)
	var b strings.Builder
	if err := db.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// moment is the state of a database, and the length of its file, after a transaction.
type moment struct {
	size  int64
	state map[string]string
}

// history writes transactions of all kinds to the file at path.
func history(t *testing.T, path string) []moment {
	t.Helper()
	db := openFile(t, path)
	other := snapshot(t, map[string]string{"x": "1", "y": "2", "z": "3"})
	update := func(fn func(tx *store.Tx) error) func() error {
		return func() error { return db.Update(t.Context(), fn) }
	}
	moments := []moment{{fileSize(t, path), map[string]string{}}}
	for _, step := range []func() error{
		update(func(tx *store.Tx) error { return tx.Put("a", "1") }),
		update(func(tx *store.Tx) error { return errors.Join(tx.Put("b", "1"), tx.Put("c", "1"), tx.Put("d", "1")) }),
		update(func(tx *store.Tx) error { return tx.Put("a", strings.Repeat("long", 50)) }),
		update(func(tx *store.Tx) error { return errors.Join(tx.Delete("b"), tx.Put("c", "2"), tx.Put("c", "3")) }),
		update(func(tx *store.Tx) error { return errors.Join(tx.Put("n", "1"), tx.Delete("n")) }),
		update(func(tx *store.Tx) error { return errors.Join(tx.Put("\x00", "\r\n"), tx.Put("e", "*2\r\n")) }),
		func() error { return db.Load(context.Background(), strings.NewReader(other), nil) },
		update(func(tx *store.Tx) error { return errors.Join(tx.Delete("x"), tx.Put("w", "1")) }),
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
		moments = append(moments, moment{fileSize(t, path), dump(t, db)})
	}
	return moments
}

func fileSize(t testing.TB, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// reopen opens a file, and returns what was reported.
func reopen(t testing.TB, path string) (db *store.DB, reports []string, err error) {
	t.Helper()
	db, err = store.OpenFile(path, store.FileOptions{Sync: store.Never, Report: func(err error) {
		reports = append(reports, err.Error())
	}})
	return db, reports, err
}

// unclosed returns the bytes of a file whose server was killed after its last transaction.
func unclosed(t *testing.T) ([]byte, []moment) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "db")
	moments := history(t, path)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return whole, moments
}

func writeFile(t testing.TB, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestTransactionIsWholeOrAbsentWhereverItsFileEnds(t *testing.T) {
	whole, moments := unclosed(t)
	at := -1
	for size := range len(whole) + 1 {
		if at+1 < len(moments) && int64(size) >= moments[at+1].size {
			at++
		}
		cut := filepath.Join(t.TempDir(), "cut")
		writeFile(t, cut, whole[:size])
		db, reports, err := reopen(t, cut)
		if at < 0 {
			if !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrForeign) {
				t.Fatalf("open with %d bytes = %v, want that it is damaged: no crash leaves that", size, err)
			}
			continue
		}
		if err != nil || len(reports) != 1 {
			t.Fatalf("open with %d bytes = %v, and %q, want one report", size, err, reports)
		}
		if got := dump(t, db); !maps.Equal(got, moments[at].state) {
			t.Fatalf("state after %d bytes = %v, want that of transaction %d: %v", size, got, at, moments[at].state)
		}
		if size%10 != 0 { // the rest takes flushes
			_ = db.Close()
			continue
		}
		fill(t, db, map[string]string{"more": "1", "and more": "1"})
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		again, reports, err := reopen(t, cut)
		if err != nil || len(reports) != 0 {
			t.Fatalf("open after it was closed = %v, and %q, want no report", err, reports)
		}
		if got := dump(t, again); len(got) != len(moments[at].state)+2 {
			t.Fatalf("%d keys after %d bytes and two writes, want %d", len(got), size, len(moments[at].state)+2)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTornEndIsKeptBesideTheFile(t *testing.T) {
	whole, moments := unclosed(t)
	path := filepath.Join(t.TempDir(), "db")
	last := moments[len(moments)-2] // the one after it is torn
	for n, end := range []string{string(whole[last.size : len(whole)-3]), strings.Repeat("\x00", 5000), "anything"} {
		writeFile(t, path, append(whole[:last.size:last.size], end...))
		db, reports, err := reopen(t, path)
		if err != nil {
			t.Fatal(err)
		}
		if got := dump(t, db); !maps.Equal(got, last.state) {
			t.Errorf("state = %v, want %v", got, last.state)
		}
		name := fmt.Sprintf("%s.cut-%d", path, n+1)
		if kept, err := os.ReadFile(name); err != nil || string(kept) != end {
			t.Errorf("%s holds %q (%v), want what was cut off", name, kept, err)
		}
		bytes, before := fmt.Sprint("last ", len(end), " bytes"), fmt.Sprint(len(moments)-2, " transactions")
		for _, want := range []string{path, name, bytes, before} {
			if len(reports) != 1 || !strings.Contains(reports[0], want) {
				t.Errorf("reports = %q, want one with %q", reports, want)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFileThatWasNotClosedIsReported(t *testing.T) {
	whole, moments := unclosed(t)
	path := filepath.Join(t.TempDir(), "db")
	writeFile(t, path, whole[:moments[3].size]) // between two records
	db, reports, err := reopen(t, path)
	const want = "was not closed: it ends after its transaction 3"
	if err != nil || len(reports) != 1 || !strings.Contains(reports[0], want) {
		t.Errorf("open = %v, and %q, want a report", err, reports)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestFileThatIsOnlyReadStaysClosed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	db := openFile(t, path)
	fill(t, db, map[string]string{"a": "1"})
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before := fileSize(t, path)
	for range 2 {
		db, reports, err := reopen(t, path)
		if err != nil || len(reports) > 0 {
			t.Fatalf("open = %v, and %q, want no report", err, reports)
		}
		dump(t, db)
		if size := fileSize(t, path); size != before {
			t.Errorf("the file has %d bytes after it was opened, want %d", size, before)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFileOfWhichOnlyTheBeginningIsLeftIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"the-magic-alone": "rowkey journal\r\n",
		"half-a-head":     "rowkey journal\r\n\x01\x00\x00\x00\x07",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "db")
			writeFile(t, path, []byte(text))
			if _, err := store.OpenFile(path, store.FileOptions{}); !errors.Is(err, store.ErrDamaged) {
				t.Errorf("OpenFile: error = %v, want ErrDamaged", err)
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != text {
				t.Errorf("the file is now %q (%v), want it untouched", after, err)
			}
			if files, err := filepath.Glob(filepath.Dir(path) + "/*"); err != nil || len(files) != 1 {
				t.Errorf("files = %q (%v), want that one alone", files, err)
			}
		})
	}
}

func FuzzOpenFile(f *testing.F) {
	f.Add("*3\r\n$3\r\nset\r\n$1\r\na\r\n$1\r\n1\r\n")
	f.Add("*2\r\n$3\r\ndel\r\n$14\r\n\x00transaction 2\r\n*1\r\n$7\r\nflushdb\r\n*3\r\n$3\r\nset\r\n$1\r\na\r\n$1\r\n1")
	f.Add("*2\r\n$3\r\ndel\r\n$14\r\n\x00transaction 9\r\n*3\r\n$3\r\nset\r\n$1\r\na\r\n$0\r\n\r\n\x00\x00")
	f.Add("*3\r\n$3\r\nset\r\n$2000000000\r\na")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "db")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := store.OpenFile(path, store.FileOptions{Sync: store.Never})
		if err != nil {
			return
		}
		before := dump(t, db)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if after := dump(t, openFile(t, path)); !maps.Equal(before, after) {
			t.Errorf("opened again: %v, want %v", after, before)
		}
	})
}

func TestFileKeepsTheState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	want := map[string]string{"a\r\n\x00": "\x00\r\n$1", "b": ""}
	for range 2 {
		db, err := store.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		fill(t, db, want)
		if got := dump(t, db); !maps.Equal(got, want) {
			t.Errorf("state = %q, want %q", got, want)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if err := db.View(t.Context(), func(*store.Tx) error { return nil }); !errors.Is(err, store.ErrClosed) {
			t.Errorf("View of a closed store: error = %v, want ErrClosed", err)
		}
		want["a\r\n\x00"] = "second run"
	}
}

func TestFileOfHistoryIsCompacted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	db := openFile(t, path)
	fill(t, db, map[string]string{"a": "1", "b": "2"})
	const size = 1 << 20
	for i := range 40 {
		fill(t, db, map[string]string{"large": strings.Repeat(fmt.Sprint(i%10), size)})
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 20*size {
		t.Errorf("the file has %d bytes after 40 MiB of history, want less than half", info.Size())
	}
	want := dump(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) != 1 {
		t.Errorf("files = %v (%v), want the database alone", files, err)
	}
	if got := dump(t, openFile(t, path)); !maps.Equal(got, want) {
		t.Errorf("opened again it has %d keys, want those from before", len(got))
	}
}
