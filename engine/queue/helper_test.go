package queue_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/clock"
	"rowkey/engine/queue"
	"rowkey/engine/store"
)

var epoch = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// sandbox is a service with the store and the clock below it.
type sandbox struct {
	*queue.Service
	db    *store.DB
	clock *clock.Clock
}

func open(t testing.TB, delay time.Duration) sandbox {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	c, n := clock.At(epoch), 0
	newID := func() string { n++; return fmt.Sprintf("m%d", n) }
	s := queue.New(db, c, newID)
	s.SetDeleteDelay(delay)
	return sandbox{s, db, c}
}

// create returns a new queue of the sandbox.
func (s sandbox) create(t testing.TB, name string) queue.Queue {
	t.Helper()
	q := s.Queue("acct", name)
	if _, err := q.Create(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return q
}

// put adds a message that is visible at once and lives for a week.
func put(t testing.TB, q queue.Queue, text string) queue.Message {
	t.Helper()
	m, err := q.PutMessage(t.Context(), text, 0, queue.DefaultLife)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// get takes up to n messages.
func get(t testing.TB, q queue.Queue, n int, hidden time.Duration) []queue.Message {
	t.Helper()
	ms, err := q.GetMessages(t.Context(), n, hidden)
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

// texts writes messages as tests compare them: text and dequeue count.
func texts(ms []queue.Message) string {
	var out []string
	for _, m := range ms {
		out = append(out, fmt.Sprintf("%s:%d", m.Text, m.Dequeued))
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
