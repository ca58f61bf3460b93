package queue_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/queue"
)

var modelSeed = flag.Uint64("seed", 0, "of the model test; 0 takes a new one")

// model is a queue as one would write it down: a list that is searched from end to end.
type model []queue.Message

// front lists the messages that can be taken, those first that have been visible for longest.
func (m model) front(now time.Time, n int) []*queue.Message {
	var all []*queue.Message
	for i := range m {
		if !m[i].Visible.After(now) && m[i].Expires.After(now) {
			all = append(all, &m[i])
		}
	}
	slices.SortFunc(all, func(a, b *queue.Message) int {
		if c := a.Visible.Compare(b.Visible); c != 0 {
			return c
		}
		return a.Inserted.Compare(b.Inserted)
	})
	return all[:min(n, len(all))]
}

// expect returns the code that a change with a receipt gets.
func (m model) expect(now time.Time, id, receipt string) (apierr.Code, int) {
	i := slices.IndexFunc(m, func(x queue.Message) bool { return x.ID == id })
	switch {
	case i < 0 || !m[i].Expires.After(now):
		return apierr.MessageNotFound, i
	case m[i].Receipt() != receipt:
		return apierr.PopReceiptMismatch, i
	}
	return "", i
}

func TestQueueBehavesLikeAList(t *testing.T) {
	t.Parallel()
	seed := *modelSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	s := open(t, 0)
	s.db.Step = 8
	w := walk{t: t, s: s, q: s.create(t, "tasks"), r: r}
	for step := range 4000 {
		w.step()
		if step%50 == 0 {
			w.invariants(step%500 == 0)
		}
		if t.Failed() {
			t.Fatalf("after step %d of seed %d", step, seed)
		}
	}
}

// walk is one run of random operations on a queue and on its model.
type walk struct {
	t        *testing.T
	s        sandbox
	q        queue.Queue
	r        *rand.Rand
	m        model
	receipts [][2]string // id and receipt, of any age
}

func (w *walk) step() {
	switch n := w.r.IntN(100); {
	case n < 30:
		w.put()
	case n < 60:
		w.get()
	case n < 70:
		w.peek()
	case n < 80:
		w.update()
	case n < 92:
		w.remove()
	case n < 97:
		w.s.clock.Advance(time.Duration(w.r.IntN(20_000)) * time.Millisecond)
	case n < 99:
		sweep(w.t, w.s.db)
	default:
		w.clear()
	}
}

// clear empties the queue, or makes it anew.
func (w *walk) clear() {
	var err error
	if w.r.IntN(2) == 0 {
		err = w.q.ClearMessages(w.t.Context())
	} else if err = w.q.Delete(w.t.Context()); err == nil {
		_, err = w.q.Create(w.t.Context(), nil)
	}
	if err != nil {
		w.t.Error(err)
	}
	w.m = nil
}

func (w *walk) keep(m queue.Message) { w.receipts = append(w.receipts, [2]string{m.ID, m.Receipt()}) }

func (w *walk) put() {
	hidden := time.Duration(w.r.IntN(3)) * 5 * time.Second
	life := hidden + time.Duration(1+w.r.IntN(60))*time.Second
	m, err := w.q.PutMessage(w.t.Context(), "x", hidden, life)
	if err != nil {
		w.t.Error(err)
	}
	w.m = append(w.m, m)
	w.keep(m)
}

func (w *walk) get() {
	now, n := w.s.clock.Now(), 1+w.r.IntN(5)
	want := w.m.front(now, n)
	got, err := w.q.GetMessages(w.t.Context(), n, time.Duration(1+w.r.IntN(30))*time.Second)
	if err != nil || len(got) != len(want) {
		w.t.Errorf("GetMessages: %d messages, %v, want %d", len(got), err, len(want))
		return
	}
	for i, m := range got {
		if m.ID != want[i].ID || m.Dequeued != want[i].Dequeued+1 {
			w.t.Errorf("GetMessages: %s taken %d times, want %s, %d", m.ID, m.Dequeued, want[i].ID, want[i].Dequeued+1)
		}
		*want[i] = m
		w.keep(m)
	}
}

func (w *walk) peek() {
	n := 1 + w.r.IntN(32)
	want := w.m.front(w.s.clock.Now(), n)
	got, err := w.q.PeekMessages(w.t.Context(), n)
	if err != nil || len(got) != len(want) {
		w.t.Errorf("PeekMessages: %d messages, %v, want %d", len(got), err, len(want))
		return
	}
	for i := range got {
		if got[i] != *want[i] {
			w.t.Errorf("PeekMessages: %v, want %v", got[i], *want[i])
		}
	}
}

// pick returns an id and a receipt, more often a new one than an old one.
func (w *walk) pick() (id, receipt string) {
	if len(w.receipts) == 0 {
		return "none", "none"
	}
	x := w.receipts[max(0, len(w.receipts)-1-w.r.IntN(12))]
	return x[0], x[1]
}

func (w *walk) update() {
	id, receipt := w.pick()
	code, i := w.m.expect(w.s.clock.Now(), id, receipt)
	m, err := w.q.UpdateMessage(w.t.Context(), id, receipt, nil, 0)
	if apierr.Of(err) != code {
		w.t.Errorf("UpdateMessage(%s): code = %q, want %q", id, apierr.Of(err), code)
	}
	if err == nil {
		w.m[i] = m
		w.keep(m)
	}
}

func (w *walk) remove() {
	id, receipt := w.pick()
	code, i := w.m.expect(w.s.clock.Now(), id, receipt)
	err := w.q.DeleteMessage(w.t.Context(), id, receipt)
	if apierr.Of(err) != code {
		w.t.Errorf("DeleteMessage(%s): code = %q, want %q", id, apierr.Of(err), code)
	}
	if err == nil {
		w.m = slices.Delete(w.m, i, i+1)
	}
}

// invariants compares the number of messages and, once all is swept, looks for keys that belong to
// none: there are two for each message, and one for the queue.
func (w *walk) invariants(swept bool) {
	now, alive := w.s.clock.Now(), 0
	for _, m := range w.m {
		if m.Expires.After(now) {
			alive++
		}
	}
	info, err := w.q.Info(w.t.Context())
	if err != nil || info.Messages != alive {
		w.t.Errorf("Info: %d messages, %v, want %d", info.Messages, err, alive)
	}
	if !swept {
		return
	}
	for sweep(w.t, w.s.db) {
	}
	if n := stored(w.t, w.s.db); n%2 != 1 || n < 1+2*alive {
		w.t.Errorf("%d keys are in the store for %d messages", n, alive)
	}
}
