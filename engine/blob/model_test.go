package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"rowkey/engine/blob"
)

// model is what a container should hold: blobs by name, with the texts of their blocks.
type model map[string][]string

// world is a sandbox beside its model.
type world struct {
	sandbox
	*rand.Rand
	holds map[string]model // by container
}

func (w *world) pick(names ...string) string { return names[w.IntN(len(names))] }

// step makes one change, and the same one to the model.
func (w *world) step(ctx context.Context) error {
	name, container := w.pick("a", "a2", "b"), w.pick("one", "two2")
	c := w.Container("acct", container)
	m, exists := w.holds[container]
	if !exists {
		w.clock.Advance(time.Minute) // names stay taken for a while
		w.holds[container] = model{}
		_, err := c.Create(ctx, nil, "")
		return err
	}
	b := c.Blob(name)
	switch w.IntN(8) {
	case 0:
		delete(w.holds, container)
		return c.Delete(ctx, blob.Conditions{})
	case 1:
		if _, ok := m[name]; !ok {
			return nil
		}
		delete(m, name)
		return b.Delete(ctx, blob.Conditions{})
	case 2:
		m[name] = []string{fmt.Sprint("whole", w.Uint32())}
		_, err := b.Put(ctx, blob.Upload{Type: blob.Block}, m[name][0], always)
		return err
	case 3:
		return b.PutBlock(ctx, nameOf(w.IntN(20)), "never committed", "")
	case 4, 5:
		return w.commit(ctx, b, m, name)
	}
	_, err := w.db.Sweep(ctx)
	return err
}

// commit makes a blob of new blocks.
func (w *world) commit(ctx context.Context, b blob.Blob, m model, name string) error {
	var refs []blob.BlockRef
	var texts []string
	for i := range 1 + w.IntN(15) {
		text := fmt.Sprint("block", w.Uint32())
		if err := b.PutBlock(ctx, nameOf(i), text, ""); err != nil {
			return err
		}
		refs, texts = append(refs, blob.BlockRef{Name: nameOf(i)}), append(texts, text)
	}
	m[name] = texts
	_, err := b.PutBlockList(ctx, refs, upload, always)
	return err
}

// compare reads everything and says where it differs from the model.
func (w *world) compare(t *testing.T, when string) {
	t.Helper()
	for container, m := range w.holds {
		c := w.Container("acct", container)
		got := map[string]string{}
		page, _, err := c.List(t.Context(), blob.ListQuery{Top: 100})
		if err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		for _, l := range page {
			got[l.Blob.Name] = contentOf(t, c.Blob(l.Blob.Name))
		}
		want := map[string]string{}
		for name, texts := range m {
			want[name] = strings.Join(texts, "")
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%s: %s holds %.300q, want %.300q", when, container, got, want)
		}
	}
}

func (w *world) clone() map[string]model {
	copied := map[string]model{}
	for name, m := range w.holds {
		copied[name] = maps.Clone(m)
	}
	return copied
}

// Changes, sweeps, trials and snapshots in any order leave what the model says.
func TestBlobsAreWhatAModelSaysWhateverIsSwept(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		w := &world{open(t), rand.New(rand.NewPCG(seed, 5)), map[string]model{}}
		w.db.Step = 5
		for i := range 200 {
			when := fmt.Sprintf("seed %d, step %d", seed, i)
			if err := w.step(t.Context()); err != nil {
				t.Fatalf("%s: %v", when, err)
			}
			if i%5 == 0 {
				w.compare(t, when)
			}
			if i%20 == 0 {
				w.tryAndTakeBack(t, when)
			}
			if i%50 == 49 {
				w.restore(t, when)
			}
		}
		w.holds["last"] = model{}
		w.create(t, "last")
		for container := range w.holds {
			if err := w.Container("acct", container).Delete(t.Context(), always); err != nil {
				t.Fatal(err)
			}
		}
		sweepAll(t, w.db, func() {})
		if n := keys(t, w.db); n > 5 { // names that are still taken
			t.Errorf("seed %d: %d keys are left of nothing", seed, n)
		}
	}
}

// tryAndTakeBack makes changes in a trial, after which everything is as it was.
func (w *world) tryAndTakeBack(t *testing.T, when string) {
	t.Helper()
	holds := w.clone()
	err := w.db.Trial(func() (err error) {
		for range 10 {
			err = errors.Join(err, w.step(t.Context()))
		}
		w.compare(t, when+", in a trial")
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", when, err)
	}
	w.holds = holds
	w.compare(t, when+", after a trial")
}

// restore goes on with a snapshot, which holds nothing but what can be read.
func (w *world) restore(t *testing.T, when string) {
	t.Helper()
	var snapshot bytes.Buffer
	if err := w.db.Save(&snapshot); err != nil {
		t.Fatal(err)
	}
	if err := w.db.Load(t.Context(), &snapshot, w.Check); err != nil {
		t.Fatalf("%s: %v", when, err)
	}
	w.compare(t, when+", restored")
}
