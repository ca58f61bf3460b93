package queue_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/queue"
)

// ENG-U1: queues by name.
func TestCreateReportsWhetherTheQueueIsNew(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	owner := catalog.Metadata{{Name: "owner", Value: "Ann"}}
	for _, step := range []struct {
		name    string
		queue   string
		m       catalog.Metadata
		created bool
		code    apierr.Code
	}{
		{"a-new-queue", "tasks", owner, true, ""},
		{"the-same-again", "tasks", catalog.Metadata{{Name: "Owner", Value: "Ann"}}, false, ""},
		{"with-other-metadata", "tasks", nil, false, apierr.QueueAlreadyExists},
		{"with-a-bad-name", "Tasks", nil, false, apierr.InvalidResourceName},
		{"with-bad-metadata", "other", catalog.Metadata{{Name: "a-b"}}, false, apierr.InvalidMetadata},
	} {
		created, err := s.Queue("acct", step.queue).Create(t.Context(), step.m)
		if created != step.created || apierr.Of(err) != step.code {
			t.Errorf("%s: created = %v, code = %q, want %v and %q", step.name, created, apierr.Of(err), step.created, step.code)
		}
	}
}

func TestDeleteRemovesTheMessages(t *testing.T) {
	t.Parallel()
	s := open(t, 30*time.Second)
	q, other := s.create(t, "tasks"), s.create(t, "tasks2")
	put(t, q, "a")
	get(t, q, 1, time.Minute)
	put(t, q, "b")
	put(t, other, "c")
	if err := q.Delete(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := stored(t, s.db); n != 4 {
		t.Errorf("%d keys are left in the store, want 4: a busy name, the other queue and its message", n)
	}
	if _, err := q.Create(t.Context(), nil); apierr.Of(err) != apierr.QueueBeingDeleted {
		t.Errorf("Create at once: %v, want QueueBeingDeleted", err)
	}
	s.clock.Advance(30 * time.Second)
	if got := texts(get(t, s.create(t, "tasks"), 32, time.Second)); got != "" {
		t.Errorf("the queue made again holds %s", got)
	}
}

func TestRequestsToAQueueThatIsMissing(t *testing.T) {
	t.Parallel()
	q := open(t, 0).Queue("acct", "nope")
	ctx := t.Context()
	for name, call := range map[string]func() error{
		"Delete":        func() error { return q.Delete(ctx) },
		"Info":          func() error { _, err := q.Info(ctx); return err },
		"SetMetadata":   func() error { return q.SetMetadata(ctx, nil) },
		"Policies":      func() error { _, err := q.Policies(ctx); return err },
		"SetPolicies":   func() error { return q.SetPolicies(ctx, "") },
		"PutMessage":    func() error { _, err := q.PutMessage(ctx, "a", 0, queue.DefaultLife); return err },
		"GetMessages":   func() error { _, err := q.GetMessages(ctx, 1, time.Second); return err },
		"PeekMessages":  func() error { _, err := q.PeekMessages(ctx, 1); return err },
		"UpdateMessage": func() error { _, err := q.UpdateMessage(ctx, "m1", "", nil, 0); return err },
		"DeleteMessage": func() error { return q.DeleteMessage(ctx, "m1", "") },
		"ClearMessages": func() error { return q.ClearMessages(ctx) },
	} {
		if got := apierr.Of(call()); got != apierr.QueueNotFound {
			t.Errorf("%s: code = %q, want QueueNotFound", name, got)
		}
	}
}

func TestInfoCountsMessagesThatHaveNotExpired(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	q := s.create(t, "tasks")
	put(t, q, "visible")
	if _, err := q.PutMessage(t.Context(), "short", 0, 10*time.Second); err != nil {
		t.Fatal(err)
	}
	if _, err := q.PutMessage(t.Context(), "hidden", time.Hour, queue.Forever); err != nil {
		t.Fatal(err)
	}
	if err := q.SetMetadata(t.Context(), catalog.Metadata{{Name: "a", Value: "b"}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{3, 2} {
		info, err := q.Info(t.Context())
		if err != nil || info.Messages != want || len(info.Metadata) != 1 {
			t.Errorf("Info = %v, %v, want %d messages and the metadata", info, err, want)
		}
		s.clock.Advance(10 * time.Second)
	}
}

func TestSnapshotBringsMessagesBack(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	q := s.create(t, "tasks")
	put(t, q, "a")
	taken := get(t, q, 1, 30*time.Second)
	var snapshot bytes.Buffer
	if err := s.db.Save(&snapshot); err != nil {
		t.Fatal(err)
	}
	if err := q.ClearMessages(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.db.Load(context.Background(), &snapshot, nil); err != nil {
		t.Fatal(err)
	}
	if got := texts(get(t, q, 1, time.Second)); got != "" {
		t.Errorf("GetMessages = %s, want none: the message is hidden", got)
	}
	if err := q.DeleteMessage(t.Context(), taken[0].ID, taken[0].Receipt()); err != nil {
		t.Errorf("DeleteMessage with the receipt from before the snapshot: %v", err)
	}
}

// TestManyMessagesAreClearedAtOnceAndRemovedInSmallSteps checks requests that remove all messages of
// a queue: they touch few keys, and what was there is not seen again.
func TestManyMessagesAreClearedAtOnceAndRemovedInSmallSteps(t *testing.T) {
	t.Parallel()
	for name, clear := range map[string]func(queue.Queue) error{
		"clear": func(q queue.Queue) error { return q.ClearMessages(t.Context()) },
		"delete-and-create": func(q queue.Queue) error {
			err := q.Delete(t.Context())
			_, again := q.Create(t.Context(), nil)
			return errors.Join(err, again)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, 0)
			s.db.Step = 10
			q, other := s.create(t, "tasks"), s.create(t, "tasks2")
			put(t, other, "kept")
			for range 2 { // the second leaves its messages beside those of the first
				clearOnce(t, s, q, clear)
			}
			put(t, q, "new")
			for more := true; more; more = sweep(t, s.db) {
				info, err := q.Info(t.Context())
				if ms, e := q.PeekMessages(t.Context(), 32); err != nil || e != nil || texts(ms) != "new:0" || info.Messages != 1 {
					t.Fatalf("the queue holds %s, %d, %v, %v, want the new message", texts(ms), info.Messages, err, e)
				}
			}
			if n := stored(t, s.db); n != 6 || texts(get(t, other, 1, time.Second)) != "kept:1" {
				t.Errorf("%d keys are left, want 6: two queues with a message each", n)
			}
		})
	}
}

func clearOnce(t *testing.T, s sandbox, q queue.Queue, clear func(queue.Queue) error) {
	t.Helper()
	for range 35 {
		put(t, q, "old")
	}
	taken, before := get(t, q, 1, time.Second), stored(t, s.db)
	if err := clear(q); err != nil {
		t.Fatal(err)
	}
	if n := stored(t, s.db); n < before || n > before+3 {
		t.Errorf("%d keys have become %d, want them and two marks", before, n)
	}
	err := q.DeleteMessage(t.Context(), taken[0].ID, taken[0].Receipt())
	if apierr.Of(err) != apierr.MessageNotFound {
		t.Errorf("DeleteMessage with a receipt from before: %v, want MessageNotFound", err)
	}
	s.clock.Advance(time.Minute)
	sweep(t, s.db)
}
