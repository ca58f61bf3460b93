//go:build !js

package store_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"rowkey/engine/store"
	"sync"
	"testing"
)

func TestWritersBesideEachOtherShareFlushes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	db, err := store.OpenFile(path, store.FileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			for i := range 20 {
				key := fmt.Sprint(w, "-", i)
				err := db.Update(t.Context(), func(tx *store.Tx) error {
					return errors.Join(tx.Put(key, "1"), tx.Put(key+"b", "2"))
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if n := len(dump(t, openFile(t, path))); n != 4*20*2 {
		t.Errorf("%d keys after opening again, want %d", n, 4*20*2)
	}
}
