package store_test

import (
	"context"
	"slices"
	"testing"

	"rowkey/engine/store"
)

func TestAWatchSeesWhatTransactionsTouch(t *testing.T) {
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	ctx := context.Background()
	entries := []store.Entry{{Key: "a", Value: "1", Exists: true}, {Key: "b", Value: "2", Exists: true},
		{Key: "c", Value: "3", Exists: true}}
	if err := db.Write(ctx, entries); err != nil {
		t.Fatal(err)
	}
	f, err := db.Watch(func() error {
		_, _ = db.Get(ctx, "x")
		return db.Update(ctx, func(tx *store.Tx) error {
			_, _ = tx.Get("a")
			for range tx.Scan("a", "c") {
			}
			for range tx.Scan("a", "c") {
				break
			}
			return tx.Put("d", "4")
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"x", "a"}; !slices.Equal(f.Gets, want) {
		t.Errorf("Gets = %q, want %q", f.Gets, want)
	}
	if want := [][2]string{{"a", "c"}, {"a", "a\x00"}}; !slices.Equal(f.Ranges, want) {
		t.Errorf("Ranges = %q, want %q", f.Ranges, want)
	}
	if want := []string{"d"}; !slices.Equal(f.Writes, want) {
		t.Errorf("Writes = %q, want %q", f.Writes, want)
	}
	if err := db.Write(ctx, []store.Entry{{Key: "a"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Get(ctx, "a"); err == nil {
		t.Error("an entry that does not exist was not deleted")
	}
}
