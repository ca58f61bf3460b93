package blob_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/store"
)

// nameOf is the name of the i-th block.
func nameOf(i int) string { return base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%06d", i)) }

// stage puts n blocks that wait, with a text each.
func stage(t testing.TB, b blob.Blob, n int, text string) (refs []blob.BlockRef) {
	t.Helper()
	for i := range n {
		if err := b.PutBlock(t.Context(), nameOf(i), text, ""); err != nil {
			t.Fatal(err)
		}
		refs = append(refs, blob.BlockRef{Name: nameOf(i)})
	}
	return refs
}

// keys counts the keys of a store, those that are still to be swept included.
func keys(t testing.TB, db *store.DB) (n int) {
	t.Helper()
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

// sweepAll takes steps until nothing is left, and calls between after each.
func sweepAll(t testing.TB, db *store.DB, between func()) {
	t.Helper()
	for more := true; more; between() {
		var err error
		if more, err = db.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// replacements are what takes away all blocks of a blob, and what the blob holds then; "-" if there is none.
var replacements = map[string]struct {
	do   func(ctx context.Context, b blob.Blob) error
	want string
}{
	"delete": {func(ctx context.Context, b blob.Blob) error { return b.Delete(ctx, blob.Conditions{}) }, "-"},
	"put": {func(ctx context.Context, b blob.Blob) error {
		_, err := b.Put(ctx, blob.Upload{Type: blob.Block}, "whole", blob.Conditions{})
		return err
	}, "whole"},
	"commit": {func(ctx context.Context, b blob.Blob) error {
		refs := []blob.BlockRef{{Name: nameOf(7)}, {Name: nameOf(3), From: blob.Committed}}
		_, err := b.PutBlockList(ctx, refs, blob.Upload{}, blob.Conditions{})
		return err
	}, "waitingcommitted"},
}

// manyBlocks makes a blob of n committed blocks, with n others that wait, beside one with few.
func manyBlocks(t testing.TB, s sandbox, n int) (b, other blob.Blob) {
	t.Helper()
	c := s.create(t, "large")
	b, other = c.Blob("many"), c.Blob("many2")
	if _, err := b.PutBlockList(t.Context(), stage(t, b, n, "committed"), blob.Upload{}, blob.Conditions{}); err != nil {
		t.Fatal(err)
	}
	stage(t, b, n, "waiting")
	put(t, other, "other")
	return b, other
}

func TestBlobWithManyBlocksIsClearedInSteps(t *testing.T) {
	const n = 100
	for name, r := range replacements {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			b, other := manyBlocks(t, s, n)
			sweepAll(t, s.db, func() {}) // what the commit has left
			s.db.Step = 10
			before := keys(t, s.db)
			if err := r.do(t.Context(), b); err != nil {
				t.Fatal(err)
			}
			if gone := before - keys(t, s.db); gone > s.db.Step {
				t.Errorf("%d keys were removed at once, want %d at most", gone, s.db.Step)
			}
			check := func() {
				t.Helper()
				if got := contentOf(t, b); got != r.want {
					t.Errorf("the blob holds %.40q, want %q", got, r.want)
				}
				if got := read(t, other); got != "other" {
					t.Errorf("another blob holds %q", got)
				}
			}
			check()
			sweepAll(t, s.db, check)
			if err := b.PutBlock(t.Context(), nameOf(1), "new", ""); err != nil {
				t.Fatal(err)
			}
			if _, _, waiting, err := b.BlockList(t.Context(), ""); err != nil || len(waiting) != 1 {
				t.Errorf("%d blocks wait (%v), want the new one", len(waiting), err)
			}
			if left := keys(t, s.db); left > before-2*n+s.db.Step {
				t.Errorf("%d of %d keys are left", left, before)
			}
		})
	}
}

// contentOf returns the bytes of a blob, "-" if there is none.
func contentOf(t testing.TB, b blob.Blob) string {
	t.Helper()
	_, parts, err := b.Get(t.Context(), nil, blob.Conditions{})
	if apierr.Of(err) == apierr.BlobNotFound {
		return "-"
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(parts, "")
}

// What an early version has stored has no name of its own for the content of a blob.
func TestBlobOfAnEarlyVersionIsReadAndReplaced(t *testing.T) {
	for name, r := range replacements {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			s.db.Step = 10
			b, _ := manyBlocks(t, s, 40)
			sweepAll(t, s.db, func() {})
			ageContent(t, s, "many")
			if got := contentOf(t, b); got != strings.Repeat("committed", 40) {
				t.Fatalf("the blob holds %.40q", got)
			}
			if err := r.do(t.Context(), b); err != nil {
				t.Fatal(err)
			}
			sweepAll(t, s.db, func() {
				if got := contentOf(t, b); got != r.want {
					t.Errorf("the blob holds %.40q, want %q", got, r.want)
				}
			})
		})
	}
}

// ageContent moves the content of a blob to where early versions kept it.
func ageContent(t testing.TB, s sandbox, name string) {
	t.Helper()
	err := s.db.Update(t.Context(), func(tx *store.Tx) error {
		for _, kind := range []string{"d", "u"} {
			moved := map[string]string{}
			low, high := store.Beginning(store.Key(kind, "acct", "large"), name+"\x00")
			for k, v := range tx.Scan(low, high) {
				moved[k] = v
			}
			for k, v := range moved {
				parts := strings.Split(k, "\x00\x01") // of the last one a number or a name
				to := store.Key(kind, "acct", "large", name, parts[len(parts)-2])
				if err := errors.Join(tx.Delete(k), tx.Put(to, v)); err != nil {
					return err
				}
			}
		}
		key := store.Key("b", "acct", "large", name)
		v, err := tx.Get(key)
		return errors.Join(err, tx.Put(key, v[:len(v)-1-int(v[len(v)-contentSize-1])]))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// contentSize is the length of the name of a content that was made in 2026, in bytes.
const contentSize = 12

// A blob can be made again, also in a container of the same name, while its predecessor is swept.
func TestBlobsOfOneNameDoNotMeet(t *testing.T) {
	for steps := range 25 {
		s := open(t)
		s.db.Step = 10
		b, _ := manyBlocks(t, s, 40)
		if err := b.Delete(t.Context(), blob.Conditions{}); err != nil {
			t.Fatal(err)
		}
		for range steps {
			if _, err := s.db.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if steps%2 == 0 {
			c := s.Container("acct", "large")
			if err := c.Delete(t.Context(), blob.Conditions{}); err != nil {
				t.Fatal(err)
			}
			s.clock.Advance(60e9)
			s.create(t, "large")
		}
		_, err := b.PutBlockList(t.Context(), stage(t, b, 20, "again"), blob.Upload{}, blob.Conditions{})
		if err != nil {
			t.Fatal(err)
		}
		sweepAll(t, s.db, func() {})
		if got := contentOf(t, b); got != strings.Repeat("again", 20) {
			t.Errorf("%d steps: the new blob holds %.40q", steps, got)
		}
		if n := keys(t, s.db); n > 30 {
			t.Errorf("%d steps: %d keys are left", steps, n)
		}
	}
}

func TestChangeOfManyBlocksEndsWithItsContext(t *testing.T) {
	s := open(t)
	b, _ := manyBlocks(t, s, 1000)
	sweepAll(t, s.db, func() {})
	before := keys(t, s.db)
	for name, r := range replacements {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := r.do(ctx, b); !errors.Is(err, context.Canceled) {
			t.Errorf("%s = %v, want the error of the context", name, err)
		}
	}
	if after := keys(t, s.db); after != before {
		t.Errorf("%d keys, want the %d from before", after, before)
	}
}

// BenchmarkReplaceOf50000Blocks measures how long others wait for a change of the largest blob. To make the blob takes
// longer than that, so the time of an operation has both.
func BenchmarkReplaceOf50000Blocks(b *testing.B) {
	for name, r := range replacements {
		b.Run(name, func(b *testing.B) {
			s := open(b)
			var waited time.Duration
			for n := range b.N {
				blob := s.create(b, fmt.Sprint("large", n)).Blob("many")
				refs := stage(b, blob, 50_000, "committed")
				if _, err := blob.PutBlockList(b.Context(), refs, upload, always); err != nil {
					b.Fatal(err)
				}
				stage(b, blob, 50_000, "waiting")
				sweepAll(b, s.db, func() {})
				start := time.Now()
				if err := r.do(b.Context(), blob); err != nil {
					b.Fatal(err)
				}
				waited += time.Since(start)
			}
			b.ReportMetric(float64(waited.Microseconds())/1000/float64(b.N), "ms-waited")
		})
	}
}

var (
	upload blob.Upload
	always blob.Conditions
)
