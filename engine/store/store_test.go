package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"strings"
	"testing"

	"rowkey/engine/store"
)

func open(t testing.TB) *store.DB {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func fill(t testing.TB, db *store.DB, state map[string]string) {
	t.Helper()
	err := db.Update(t.Context(), func(tx *store.Tx) error {
		for k, v := range state {
			if err := tx.Put(k, v); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func dump(t testing.TB, db *store.DB) map[string]string {
	t.Helper()
	state := map[string]string{}
	err := db.View(context.Background(), func(tx *store.Tx) error {
		maps.Insert(state, tx.Scan("", ""))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func TestUpdateThatFailsLeavesNothingBehind(t *testing.T) {
	boom := errors.New("boom")
	for name, c := range map[string]struct {
		end  func(tx *store.Tx, cancel func()) error
		want error
	}{
		"an-error": {func(*store.Tx, func()) error { return boom }, boom},
		"a-panic":  {func(*store.Tx, func()) error { panic("boom") }, store.ErrPanic},
		"a-fault":  {func(*store.Tx, func()) error { return []error{}[len(t.Name())] }, store.ErrPanic},
		"a-panic-inside-a-scan": {func(tx *store.Tx, _ func()) error {
			for range tx.Scan("", "") {
				panic("boom")
			}
			return nil
		}, store.ErrPanic},
		"a-context-that-ends": {func(tx *store.Tx, cancel func()) error {
			for i := range 2000 {
				if err := tx.Put(fmt.Sprint("n", i), ""); err != nil {
					return err
				}
			}
			cancel()
			for range tx.Scan("", "") { // stops, and fn does not notice
			}
			return nil
		}, context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			before := map[string]string{"a": "1", "b": "2"}
			fill(t, db, before)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			err := db.Update(ctx, func(tx *store.Tx) error {
				if err := errors.Join(tx.Put("a", "changed"), tx.Put("c", "new"), tx.Delete("b")); err != nil {
					return err
				}
				return c.end(tx, cancel)
			})
			if !errors.Is(err, c.want) {
				t.Errorf("Update: error = %v, want %v", err, c.want)
			}
			if after := dump(t, db); !maps.Equal(after, before) {
				t.Errorf("state after = %v, want %v", after, before)
			}
			fill(t, db, map[string]string{"d": "4"}) // the lock is free again
		})
	}
}

func TestGoroutineThatEndsInsideAnUpdateRollsBack(t *testing.T) {
	db := open(t)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = db.Update(context.Background(), func(tx *store.Tx) error {
			_ = tx.Put("a", "1")
			runtime.Goexit()
			return nil
		})
	}()
	<-done
	if state := dump(t, db); len(state) != 0 {
		t.Errorf("state = %v, want none", state)
	}
}

func TestWritesThatAreRefused(t *testing.T) {
	db := open(t)
	before := map[string]string{"a": "1", "b": "2"}
	fill(t, db, before)
	var kept *store.Tx
	err := db.View(t.Context(), func(tx *store.Tx) error {
		kept = tx
		if err := tx.Put("a", "x"); !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("Put in a view: error = %v, want ErrReadOnly", err)
		}
		if err := tx.Delete("a"); !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("Delete in a view: error = %v, want ErrReadOnly", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Get("a"); !errors.Is(err, store.ErrClosed) {
		t.Errorf("Get after the transaction: error = %v, want ErrClosed", err)
	}
	err = db.Update(t.Context(), func(tx *store.Tx) error {
		for k := range tx.Scan("", "") {
			return tx.Delete(k)
		}
		return nil
	})
	if !errors.Is(err, store.ErrIterating) {
		t.Errorf("Delete inside a scan: error = %v, want ErrIterating", err)
	}
	if after := dump(t, db); !maps.Equal(after, before) {
		t.Errorf("state after = %v, want %v", after, before)
	}
}

func TestScanStopsWhenTheContextEnds(t *testing.T) {
	db := open(t)
	state := map[string]string{}
	for i := range 5000 {
		state[fmt.Sprintf("%04d", i)] = ""
	}
	fill(t, db, state)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := db.View(ctx, func(tx *store.Tx) error {
		for range tx.Scan("", "") {
			if n++; n == 1500 {
				cancel()
			}
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("View: error = %v, want that of the context", err)
	}
	if n >= 3*1024 {
		t.Errorf("the scan went on to key %d", n)
	}
	if err := db.View(ctx, func(*store.Tx) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("View with a context that has ended: error = %v", err)
	}
}

func TestScanVisitsAnIntervalInOrder(t *testing.T) {
	db := open(t)
	fill(t, db, map[string]string{"a": "1", "b": "2", "c": "3", "d": "4"})
	for _, c := range []struct{ low, high, want string }{
		{"", "", "a1b2c3d4"}, {"b", "", "b2c3d4"}, {"b", "d", "b2c3"}, {"bb", "d", "c3"}, {"c", "c", ""}, {"d", "b", ""},
	} {
		got := ""
		err := db.View(t.Context(), func(tx *store.Tx) error {
			for k, v := range tx.Scan(c.low, c.high) {
				got += k + v
			}
			return nil
		})
		if err != nil || got != c.want {
			t.Errorf("Scan(%q, %q) = %q, %v, want %q", c.low, c.high, got, err, c.want)
		}
	}
}

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
