package store_test

import (
	"context"
	"errors"
	"fmt"
	"rowkey/engine/store"
	"sync"
	"testing"
)

func TestTrialBesideReadersAndWriters(t *testing.T) {
	db := open(t)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 100 {
				fill(t, db, map[string]string{"a": "1"})
				dump(t, db)
			}
		})
	}
	for range 50 {
		if err := db.Trial(func() error { fill(t, db, map[string]string{"b": "2"}); return nil }); err != nil {
			t.Error(err)
		}
		if got := dump(t, db); got["b"] != "" {
			t.Errorf("state after Trial = %v", got)
		}
	}
	wg.Wait()
}

func TestReadersSeeWholeTransactions(t *testing.T) {
	db := open(t)
	fill(t, db, map[string]string{"a": "0", "b": "0"})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 200 {
				v := fmt.Sprint(i)
				_ = db.Update(context.Background(), func(tx *store.Tx) error {
					return errors.Join(tx.Put("a", v), tx.Put("b", v))
				})
			}
		})
		wg.Go(func() {
			for range 200 {
				_ = db.View(context.Background(), func(tx *store.Tx) error {
					a, _ := tx.Get("a")
					if b, _ := tx.Get("b"); a != b {
						t.Errorf("a reader saw half a transaction: a = %s, b = %s", a, b)
					}
					return nil
				})
			}
		})
	}
	wg.Wait()
}
