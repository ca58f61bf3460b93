package store_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/store"
)

func TestTrialUndoesWhatItsTransactionsWrote(t *testing.T) {
	boom := errors.New("boom")
	tests := []struct {
		name string
		do   func(tx *store.Tx) error
		want error
	}{
		{"an-insert", func(tx *store.Tx) error { return tx.Put("new", "1") }, nil},
		{"a-replacement", func(tx *store.Tx) error { return tx.Put("a", "2") }, nil},
		{"a-delete", func(tx *store.Tx) error { return tx.Delete("b") }, nil},
		{"two-changes-of-one-key", func(tx *store.Tx) error {
			return errors.Join(tx.Delete("a"), tx.Put("a", "3"), tx.Put("a", "4"))
		}, nil},
		{"a-transaction-that-fails", func(tx *store.Tx) error { return errors.Join(tx.Put("a", "5"), boom) }, boom},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			db := open(t)
			put := func(tx *store.Tx) error { return errors.Join(tx.Put("a", "1"), tx.Put("b", "2")) }
			if err := db.Update(t.Context(), put); err != nil {
				t.Fatal(err)
			}
			before := save(t, db)
			err := db.Trial(func() error {
				return errors.Join(db.Update(t.Context(), test.do),
					db.Update(t.Context(), func(tx *store.Tx) error { return tx.Put("c", "3") }))
			})
			if !errors.Is(err, test.want) || (test.want == nil && err != nil) {
				t.Errorf("Trial = %v, want %v", err, test.want)
			}
			if after := save(t, db); !bytes.Equal(before, after) {
				t.Errorf("state after Trial = %q, want %q", after, before)
			}
			if err := db.Update(t.Context(), func(tx *store.Tx) error { return tx.Put("kept", "1") }); err != nil {
				t.Fatal(err)
			}
			if bytes.Equal(before, save(t, db)) {
				t.Error("a write after Trial is lost")
			}
		})
	}
}

func TestTrialThatPanicsIsUndoneToo(t *testing.T) {
	db := open(t)
	fill(t, db, map[string]string{"a": "1"})
	func() {
		defer func() { _ = recover() }()
		_ = db.Trial(func() error {
			fill(t, db, map[string]string{"a": "2", "b": "3"})
			panic("boom")
		})
	}()
	if got := dump(t, db); len(got) != 1 || got["a"] != "1" {
		t.Errorf("state after Trial = %v", got)
	}
}

func TestRewindReturnsToWhatWasKept(t *testing.T) {
	db := open(t)
	fill(t, db, map[string]string{"a": "1", "b": "2"})
	if err := db.Trial(db.Rewind); !errors.Is(err, store.ErrNotKept) {
		t.Errorf("Rewind = %v before Keep, want ErrNotKept", err)
	}
	if err := db.Keep(); err != nil {
		t.Fatal(err)
	}
	kept := save(t, db)
	fill(t, db, map[string]string{"a": "3", "c": "4"})
	err := db.Update(t.Context(), func(tx *store.Tx) error { return tx.Delete("b") })
	if err != nil {
		t.Fatal(err)
	}
	later := save(t, db)
	for range 2 { // one after the other, each with a trial inside
		err := db.Trial(func() error {
			if err := db.Rewind(); err != nil {
				return err
			}
			if got := save(t, db); !bytes.Equal(got, kept) {
				t.Errorf("state after Rewind = %q, want %q", got, kept)
			}
			fill(t, db, map[string]string{"a": "5"})
			inner := save(t, db)
			err := db.Trial(func() error { fill(t, db, map[string]string{"d": "6"}); return nil })
			if got := save(t, db); !bytes.Equal(got, inner) {
				t.Errorf("state after the inner trial = %q, want %q", got, inner)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := save(t, db); !bytes.Equal(got, later) {
			t.Errorf("state after Trial = %q, want %q", got, later)
		}
	}
}

func TestKeepForgetsWhatBecomesTooMuch(t *testing.T) {
	db := open(t)
	if err := db.Keep(); err != nil {
		t.Fatal(err)
	}
	large := strings.Repeat("x", store.MaxKept/2)
	for range 4 { // what is replaced counts, not what is written
		fill(t, db, map[string]string{"a": large})
	}
	if err := db.Trial(db.Rewind); !errors.Is(err, store.ErrNotKept) {
		t.Errorf("Rewind = %v after too many writes, want ErrNotKept", err)
	}
	if err := errors.Join(db.Keep(), db.Load(context.Background(), bytes.NewReader(save(t, db)), nil)); err != nil {
		t.Fatal(err)
	}
	if err := db.Trial(db.Rewind); !errors.Is(err, store.ErrNotKept) {
		t.Errorf("Rewind = %v after Load, want ErrNotKept", err)
	}
}

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
