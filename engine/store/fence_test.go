package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/store"
)

// Scans of every length around the one at which a scan stops to compare its keys with the end.
func TestAScanEndsBeforeItsEndHoweverLongItIs(t *testing.T) {
	db := open(t)
	const n = 3 * 128
	err := db.Update(t.Context(), func(tx *store.Tx) error {
		for i := range n {
			if err := tx.Put(fmt.Sprintf("%05d", 2*i), ""); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(t.Context(), func(tx *store.Tx) error {
		for _, low := range []int{0, 1, 128} {
			for end := range 2*n + 3 { // odd ends lie between two keys, the last ones behind all of them
				first, after := (low+1)/2, min((end+1)/2, n)
				got, want := 0, max(0, after-first)
				for range tx.Scan(fmt.Sprintf("%05d", low), fmt.Sprintf("%05d", end)) {
					got++
				}
				if got != want {
					t.Fatalf("a scan from %d to %d visits %d keys, want %d", low, end, got, want)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAScanPassesAKeyThatSharesMemoryWithItsLastOne(t *testing.T) {
	db := open(t)
	last := "b" + strings.Repeat("x", 10)
	err := db.Update(t.Context(), func(tx *store.Tx) error {
		for i := range 200 {
			if err := tx.Put(fmt.Sprintf("a%05d", i), ""); err != nil {
				return err
			}
		}
		return errors.Join(tx.Put(last[:1], ""), tx.Put(last, ""))
	})
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(t.Context(), func(tx *store.Tx) error {
		n := 0
		for range tx.Scan("a", "c") {
			n++
		}
		if n != 202 {
			t.Errorf("a scan visits %d keys, want 202", n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
