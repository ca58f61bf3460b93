package blob_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/blob"
	"rowkey/engine/clock"
	"rowkey/engine/store"
)

var epoch = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// sandbox is a service with the store and the clock below it.
type sandbox struct {
	*blob.Service
	db    *store.DB
	clock *clock.Clock
}

func open(t testing.TB) sandbox {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	c := clock.At(epoch)
	s := blob.New(db, c)
	s.SetDeleteDelay(30 * time.Second)
	return sandbox{s, db, c}
}

// create returns a new container of the sandbox.
func (s sandbox) create(t testing.TB, name string) blob.Container {
	t.Helper()
	c := s.Container("acct", name)
	if _, err := c.Create(t.Context(), nil, ""); err != nil {
		t.Fatal(err)
	}
	return c
}

// put makes a block blob.
func put(t testing.TB, b blob.Blob, bytes string) blob.Properties {
	t.Helper()
	p, err := b.Put(t.Context(), blob.Upload{Type: blob.Block}, bytes, blob.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// read returns all bytes of a blob.
func read(t testing.TB, b blob.Blob) string {
	t.Helper()
	_, parts, err := b.Get(t.Context(), nil, blob.Conditions{})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(parts, "")
}

// lines writes a page of a list as tests compare them: prefixes end with their delimiter.
func lines(page []blob.Listed) string {
	var out []string
	for _, l := range page {
		out = append(out, l.Prefix+l.Blob.Name)
	}
	return strings.Join(out, " ")
}

// sweep takes one step of clearing away what was dropped.
func sweep(t testing.TB, db *store.DB) (more bool) {
	t.Helper()
	more, err := db.Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return more
}

// stored returns the number of keys in a store.
func stored(t testing.TB, db *store.DB) int {
	t.Helper()
	n := 0
	err := db.View(t.Context(), func(tx *store.Tx) error {
		for range tx.Scan("", "") {
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// id is the name of block n, as clients make it.
func id(n int) string { return fmt.Sprintf("%04d", n) }
