//go:build !js

package store

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/buntdb"
)

// oldFile writes a file as earlier versions did, with buntdb, and returns its bytes and the states that it
// had, the last one last.
func oldFile(t *testing.T) (b []byte, states []map[string]string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "old")
	db, err := buntdb.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	state := map[string]string{}
	states = append(states, maps.Clone(state))
	for n := range 30 {
		if n%4 != 0 { // what several keys make is announced
			err = errors.Join(err, db.Update(func(tx *buntdb.Tx) error {
				key := fmt.Sprint(announcement, 3)
				_, _, err := tx.Set(key, "", nil)
				_, gone := tx.Delete(key)
				return errors.Join(err, gone)
			}))
		}
		err = errors.Join(err, db.Update(func(tx *buntdb.Tx) error {
			keys := []string{fmt.Sprint("key", n)}
			if n%4 != 0 {
				keys = append(keys, "counter", fmt.Sprint("\x00\r\n", n))
			}
			for _, k := range keys {
				state[k] = strings.Repeat(fmt.Sprint(n), 10)
				if _, _, err := tx.Set(k, state[k], nil); err != nil {
					return err
				}
			}
			return nil
		}))
		states = append(states, maps.Clone(state))
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if b, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return b, states
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

func TestFileOfAnEarlierVersionIsKeptAndRewritten(t *testing.T) {
	old, states := oldFile(t)
	want := states[len(states)-1]
	for name, place := range map[string]func(path string) error{
		"whole": func(path string) error { return os.WriteFile(path, old, 0o600) },
		"whose-compaction-had-begun": func(path string) error {
			return errors.Join(os.WriteFile(path, old, 0o600), os.Link(path, path+completeSuffix))
		},
		"whose-compaction-was-cut-short": func(path string) error {
			return errors.Join(os.WriteFile(path+completeSuffix, old, 0o600), os.WriteFile(path, old[:20], 0o600))
		},
		"whose-compaction-left-one-name": func(path string) error { return os.WriteFile(path+completeSuffix, old, 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "db")
			if err := place(path); err != nil {
				t.Fatal(err)
			}
			read, err := OpenFile(path, FileOptions{ReadOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := stateOf(t, read); !maps.Equal(got, want) {
				t.Errorf("read only: %d keys, want %d", len(got), len(want))
			}
			for n := range 2 {
				reports := 0
				db, err := OpenFile(path, FileOptions{Report: func(error) { reports++ }})
				if err != nil {
					t.Fatal(err)
				}
				if got := stateOf(t, db); !maps.Equal(got, want) {
					t.Errorf("open %d: %d keys, want %d", n, len(got), len(want))
				}
				if reports != 1-n {
					t.Errorf("open %d: %d reports, want one of the first", n, reports)
				}
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if kept, err := os.ReadFile(path + ".old-format-1"); err != nil || !bytes.Equal(kept, old) {
				t.Errorf("the old file was not kept: %v", err)
			}
			if files, err := filepath.Glob(path + "*"); err != nil || len(files) != 2 {
				t.Errorf("files = %q (%v), want the old and the new one", files, err)
			}
		})
	}
}

// D1, D3: wherever an old file ends, also in zeros, its whole transactions are there.
func TestOldFileIsReadWhereverItEnds(t *testing.T) {
	old, states := oldFile(t)
	n := 0
	first := len("*3\r\n$3\r\nset\r\n$")
	for size := first + (len(old)-first)%5; size <= len(old); size += 5 {
		for _, zeros := range []int{0, 1, 5000}[:1+size%3] {
			db, s := readOldBytes(t, append(slices.Clip(old[:size]), make([]byte, zeros)...))
			if err := s.damage(); err != nil {
				t.Fatalf("cut at %d and %d zeros: %v", size, zeros, err)
			}
			got := stateOf(t, db)
			for n+1 < len(states) && !maps.Equal(got, states[n]) {
				n++
			}
			if !maps.Equal(got, states[n]) {
				t.Fatalf("cut at %d and %d zeros: the state is of no transaction", size, zeros)
			}
			_, torn := s.torn()
			if whole := s.end == s.size; torn == whole {
				t.Fatalf("cut at %d and %d zeros: torn %t, %d of %d bytes whole", size, zeros, torn, s.end, s.size)
			}
		}
	}
	if n != len(states)-1 {
		t.Errorf("the last state was %d, want %d", n, len(states)-1)
	}
}

func readOldBytes(t *testing.T, b []byte) (*DB, *survey) {
	t.Helper()
	db, err := Open(Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s, err := loadOld(b, db.bunt)
	if err != nil {
		t.Fatal(err)
	}
	return db, s
}

// D1: a zero or a length that is too long, with whole commands after it, is not the end of the file.
func TestDamageInsideAnOldFileIsRefused(t *testing.T) {
	old, states := oldFile(t)
	third := bytes.Index(old, []byte("*3\r\n$3\r\nset\r\n$4\r\nkey2"))
	for name, damage := range map[string]func(b []byte) []byte{
		"a-zero-for-a-command": func(b []byte) []byte { b[third] = 0; return b },
		"a-length-too-long": func(b []byte) []byte {
			return slices.Replace(b, third+14, third+15, []byte("999999")...)
		},
		"a-page-of-zeros": func(b []byte) []byte { copy(b[third:], make([]byte, 300)); return b },
		"a-command-of-a-transaction-cut-out": func(b []byte) []byte {
			end := third + 1 + bytes.Index(b[third+1:], []byte("\r\n*")) + 2
			return slices.Delete(b, third, end)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "db")
			b := damage(bytes.Clone(old))
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := OpenFile(path, FileOptions{}); !errors.Is(err, ErrDamaged) {
				t.Fatalf("OpenFile = %v, want ErrDamaged", err)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, b) {
				t.Errorf("the file has changed (%v)", err)
			}
			h, kept, err := Repair(path, FileOptions{})
			if err != nil || kept == "" || !h.Old {
				t.Fatalf("Repair = %+v, %q, %v", h, kept, err)
			}
			db, err := OpenFile(path, FileOptions{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			got := stateOf(t, db)
			if !slices.ContainsFunc(states[1:], func(s map[string]string) bool { return maps.Equal(s, got) }) {
				t.Errorf("%d keys after the repair, which is the state of no transaction", len(got))
			}
		})
	}
}

// What an old file without checksums cannot tell is a changed value; its structure is checked.
func TestRandomZerosInAnOldFileCutNothingInside(t *testing.T) {
	old, states := oldFile(t)
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		b := bytes.Clone(old)
		from := r.IntN(len(b) - 400)
		copy(b[from:from+1+r.IntN(100)], make([]byte, 100))
		db, s := readOldBytes(t, b)
		if s.damage() == nil && len(stateOf(t, db)) < len(states[len(states)-1])-1 {
			t.Fatalf("zeros at %d of %d: %d keys, and no damage", from, len(b), len(stateOf(t, db)))
		}
	}
}
