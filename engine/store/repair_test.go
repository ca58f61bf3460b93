//go:build !js

package store_test

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/store"
)

// What a repair saves is whole transactions in their order, and the damaged file is kept.
func TestRepairSavesWholeTransactionsAndKeepsTheFile(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	_, closed, states := busyFile(t, r)
	repaired := 0
	for n := range 100 {
		b := damages[n%len(damages)].do(r, bytes.Clone(closed))
		path := filepath.Join(t.TempDir(), "db")
		writeFile(t, path, b)
		h, kept, err := store.Repair(path, store.FileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if h.Damage == nil {
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, b) || kept != "" {
				t.Errorf("a file that is not damaged was changed (%v)", err)
			}
			continue
		}
		repaired++
		if before, err := os.ReadFile(kept); err != nil || !bytes.Equal(before, b) {
			t.Errorf("the damaged file was not kept (%v)", err)
		}
		db, reports, err := reopen(t, path)
		if err != nil || len(reports) > 0 {
			t.Fatalf("open after the repair = %v, and %q", err, reports)
		}
		got := dump(t, db)
		if len(got) != h.Keys || len(h.Gaps) == 0 {
			t.Errorf("%d keys, but %+v was told", len(got), h)
		}
		for key, value := range got {
			if !slices.ContainsFunc(states, func(s map[string]string) bool { return s[key] == value }) {
				t.Errorf("%s was made up", key)
			}
		}
		_ = db.Close()
	}
	if repaired < 50 {
		t.Errorf("%d of 100 files were repaired: the others are not worth much", repaired)
	}
}

// A transaction that was lost takes nothing else with it, and what is missing is named.
func TestRepairNamesTheTransactionThatIsMissing(t *testing.T) {
	whole, moments := unclosed(t)
	path := filepath.Join(t.TempDir(), "db")
	writeFile(t, path, slices.Delete(bytes.Clone(whole), int(moments[2].size), int(moments[3].size)))
	if _, err := store.OpenFile(path, store.FileOptions{}); !errors.Is(err, store.ErrDamaged) ||
		!strings.Contains(err.Error(), "record 4 is missing; 2 whole transactions before it, 5 after it") {
		t.Errorf("open = %v, want the record that is missing", err)
	}
	h, _, err := store.Repair(path, store.FileOptions{})
	if err != nil || len(h.Gaps) != 1 || h.Gaps[0].First != 4 || h.Gaps[0].Last != 4 {
		t.Fatalf("Repair = %+v, %v, want the gap of record 4", h, err)
	}
	db, _, err := reopen(t, path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if got, want := dump(t, db), moments[len(moments)-1].state; !maps.Equal(got, want) {
		t.Errorf("state = %v, want %v: what was lost was written again later", got, want)
	}
}

func TestFileOfANewerVersionIsNotCalledDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	head := []byte("rowkey journal\r\n\x02\x00\x00\x00\x07\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00")
	writeFile(t, path, append(head, checksum(head)...))
	if _, err := store.OpenFile(path, store.FileOptions{}); err == nil || errors.Is(err, store.ErrDamaged) ||
		!strings.Contains(err.Error(), "newer version") {
		t.Errorf("open = %v, want that it is of a newer version", err)
	}
	if _, _, err := store.Repair(path, store.FileOptions{}); err == nil {
		t.Error("Repair = nil, want an error: it would lose everything")
	}
}

// A program that copies blocks may leave older ones behind the newest: they are a gap, and nothing of them counts.
func TestRepairAppliesNoOlderCopyOfARecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	db, err := store.OpenFile(path, store.FileOptions{Sync: store.Never})
	if err != nil {
		t.Fatal(err)
	}
	size := func() int64 {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	put := func(value string) {
		err := db.Update(t.Context(), func(tx *store.Tx) error { return tx.Put("key", value) })
		if err != nil {
			t.Fatal(err)
		}
	}
	before := size()
	put("old")
	after := size()
	put("new")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	writeFile(t, path, append(b, b[before:after]...))
	if _, _, err := store.Repair(path, store.FileOptions{}); err != nil {
		t.Fatal(err)
	}
	if db, _, err = reopen(t, path); err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if got := dump(t, db); !maps.Equal(got, map[string]string{"key": "new"}) {
		t.Errorf("after the repair there is %v", got)
	}
}
