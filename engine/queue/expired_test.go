package queue_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"rowkey/engine/queue"
)

// passed is how many expired messages one transaction passes over at most.
const passed = 500

// withExpired makes a queue of n expired messages with two that live before, between and after them.
func withExpired(t testing.TB, s sandbox, n int) queue.Queue {
	t.Helper()
	q := s.create(t, "old")
	put(t, q, "first")
	for i := range n {
		if i == n/2 {
			put(t, q, "middle")
		}
		if _, err := q.PutMessage(t.Context(), "expired", 0, time.Second); err != nil {
			t.Fatal(err)
		}
	}
	put(t, q, "last")
	s.clock.Advance(time.Minute)
	return q
}

func TestAnyNumberOfExpiredMessagesIsPassedOver(t *testing.T) {
	for _, n := range []int{1, passed - 1, passed, passed + 1, 2*passed + 1, 3 * passed} {
		s := open(t, 0)
		q := withExpired(t, s, n)
		before := stored(t, s.db)
		for most, want := range []string{
			1: "first:0", 2: "first:0 middle:0", 3: "first:0 middle:0 last:0", 4: "first:0 middle:0 last:0",
		} {
			if most == 0 {
				continue
			}
			got, err := q.PeekMessages(t.Context(), most)
			if err != nil || texts(got) != want {
				t.Errorf("%d expired: PeekMessages(%d) = %s, %v, want %s", n, most, texts(got), err, want)
			}
		}
		if after := stored(t, s.db); after != before {
			t.Errorf("%d expired: a peek has changed %d keys", n, before-after)
		}
		if got := texts(get(t, q, 4, time.Second)); got != "first:1 middle:1 last:1" {
			t.Errorf("%d expired: GetMessages = %s", n, got)
		}
		if after := stored(t, s.db); after != before-2*n {
			t.Errorf("%d expired: %d keys are left, want %d", n, after, before-2*n)
		}
	}
}

// countdown is a context that ends when it has been asked a number of times.
type countdown struct {
	context.Context
	left *int
}

// Err returns context.Canceled once the context has ended.
func (c countdown) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestExpiredMessagesAreClearedInStepsThatEndWithTheContext(t *testing.T) {
	s := open(t, 0)
	q := withExpired(t, s, 3*passed)
	before, partly := stored(t, s.db), false
	for asked := 1; ; asked += 20 {
		at := stored(t, s.db)
		left := asked
		got, err := q.GetMessages(countdown{t.Context(), &left}, 3, time.Second)
		gone := at - stored(t, s.db)
		if err == nil {
			if texts(got) != "first:1 middle:1 last:1" {
				t.Errorf("GetMessages = %s", texts(got))
			}
			break
		}
		if !errors.Is(err, context.Canceled) || gone%(2*passed) != 0 {
			t.Fatalf("GetMessages = %v and removed %d keys, want the error of the context after whole steps", err, gone)
		}
		partly = partly || gone > 0
	}
	if !partly {
		t.Error("no step was kept when the context ended")
	}
	if after := stored(t, s.db); after != before-2*3*passed {
		t.Errorf("%d keys are left, want %d", after, before-2*3*passed)
	}
}

func TestPeekAfterExpiredMessagesEndsWithItsContext(t *testing.T) {
	q, left := withExpired(t, open(t, 0), 2*passed), 50
	if _, err := q.PeekMessages(countdown{t.Context(), &left}, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("PeekMessages = %v, want the error of the context", err)
	}
}

func TestMessagesAreCountedInStepsThatEndWithTheContext(t *testing.T) {
	const counted = 10_000 // in one transaction
	for _, n := range []int{counted, counted + 1, 2*counted + 5} {
		s := open(t, 0)
		q := s.create(t, "many")
		for i := range n {
			if _, err := q.PutMessage(t.Context(), "text", 0, time.Duration(1+i%2)*time.Minute); err != nil {
				t.Fatal(err)
			}
		}
		s.clock.Advance(90 * time.Second)
		if info, err := q.Info(t.Context()); err != nil || info.Messages != n/2 {
			t.Errorf("%d messages: Info counts %d (%v), want %d", n, info.Messages, err, n/2)
		}
		left := 100
		if _, err := q.Info(countdown{t.Context(), &left}); !errors.Is(err, context.Canceled) {
			t.Errorf("%d messages: Info = %v, want the error of the context", n, err)
		}
	}
}
