package queue_test

import (
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/queue"
)

// ENG-U2, ENG-U3: a message that is taken is hidden and counted, not removed.
func TestMessageHidesAndComesBack(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	q := s.create(t, "tasks")
	put(t, q, "a")
	first := get(t, q, 1, 2*time.Second)
	if got := texts(first); got != "a:1" {
		t.Fatalf("first GetMessages = %q, want a:1", got)
	}
	if got := texts(get(t, q, 1, 2*time.Second)); got != "" {
		t.Errorf("GetMessages while it is hidden = %q, want none", got)
	}
	s.clock.Advance(2 * time.Second)
	second := get(t, q, 1, 30*time.Second)
	if got := texts(second); got != "a:2" {
		t.Fatalf("GetMessages after the timeout = %q, want a:2", got)
	}
	if got := apierr.Of(q.DeleteMessage(t.Context(), first[0].ID, first[0].Receipt())); got != apierr.PopReceiptMismatch {
		t.Errorf("DeleteMessage with the first receipt: code = %q, want PopReceiptMismatch", got)
	}
	if err := q.DeleteMessage(t.Context(), second[0].ID, second[0].Receipt()); err != nil {
		t.Errorf("DeleteMessage with the second receipt: %v", err)
	}
	if got := apierr.Of(q.DeleteMessage(t.Context(), second[0].ID, second[0].Receipt())); got != apierr.MessageNotFound {
		t.Errorf("DeleteMessage twice: code = %q, want MessageNotFound", got)
	}
}

func TestReceiptIsValidAfterTheTimeoutUntilAnotherClientTakesTheMessage(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	q := s.create(t, "tasks")
	put(t, q, "a")
	taken := get(t, q, 1, time.Second)
	s.clock.Advance(time.Hour)
	if err := q.DeleteMessage(t.Context(), taken[0].ID, taken[0].Receipt()); err != nil {
		t.Errorf("DeleteMessage: %v", err)
	}
}

func TestMessageThatComesBackIsAfterThoseThatWaited(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	q := s.create(t, "tasks")
	put(t, q, "a")
	put(t, q, "b")
	get(t, q, 1, time.Second)
	s.clock.Advance(time.Second)
	put(t, q, "c")
	if got := texts(get(t, q, 3, time.Second)); got != "b:1 a:2 c:1" {
		t.Errorf("GetMessages = %q, want b:1 a:2 c:1", got)
	}
}

func TestPeekChangesNothing(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	q := s.create(t, "tasks")
	put(t, q, "a")
	put(t, q, "b")
	for range 2 {
		ms, err := q.PeekMessages(t.Context(), 2)
		if got := texts(ms); err != nil || got != "a:0 b:0" {
			t.Fatalf("PeekMessages = %q, %v, want a:0 b:0", got, err)
		}
	}
	if got := texts(get(t, q, 2, time.Second)); got != "a:1 b:1" {
		t.Errorf("GetMessages = %q, want a:1 b:1", got)
	}
	if ms, err := q.PeekMessages(t.Context(), 2); err != nil || len(ms) != 0 {
		t.Errorf("PeekMessages of hidden messages = %q, %v, want none", texts(ms), err)
	}
}

func TestUpdateReplacesTextAndTime(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	q := s.create(t, "tasks")
	m := put(t, q, "a")
	text := "b"
	updated, err := q.UpdateMessage(t.Context(), m.ID, m.Receipt(), &text, 10*time.Second)
	if err != nil || updated.Receipt() == m.Receipt() || !updated.Visible.Equal(s.clock.Now().Add(10*time.Second)) {
		t.Fatalf("UpdateMessage = %v, %v, want a new receipt and ten seconds from now", updated, err)
	}
	if _, err := q.UpdateMessage(t.Context(), m.ID, m.Receipt(), nil, 0); apierr.Of(err) != apierr.PopReceiptMismatch {
		t.Errorf("UpdateMessage with the old receipt: %v, want PopReceiptMismatch", err)
	}
	if got := texts(get(t, q, 1, time.Second)); got != "" {
		t.Errorf("GetMessages = %q, want none: it is hidden", got)
	}
	if _, err := q.UpdateMessage(t.Context(), m.ID, updated.Receipt(), nil, 0); err != nil {
		t.Fatal(err)
	}
	if got := texts(get(t, q, 1, time.Second)); got != "b:1" {
		t.Errorf("GetMessages after a timeout of 0 = %q, want b:1", got)
	}
}

func TestExpiredMessageIsGone(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	q := s.create(t, "tasks")
	short, err := q.PutMessage(t.Context(), "short", 0, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	put(t, q, "long")
	s.clock.Advance(5 * time.Second)
	if got := apierr.Of(q.DeleteMessage(t.Context(), short.ID, short.Receipt())); got != apierr.MessageNotFound {
		t.Errorf("DeleteMessage: code = %q, want MessageNotFound", got)
	}
	if ms, err := q.PeekMessages(t.Context(), 2); err != nil || texts(ms) != "long:0" {
		t.Errorf("PeekMessages = %q, %v, want long:0", texts(ms), err)
	}
	if got := texts(get(t, q, 2, time.Second)); got != "long:1" {
		t.Errorf("GetMessages = %q, want long:1", got)
	}
	if n := stored(t, s.db); n != 3 {
		t.Errorf("%d keys are in the store, want 3: the queue and one message", n)
	}
}

func TestAMessageIsThereUntilTheMomentItExpires(t *testing.T) {
	t.Parallel()
	ways := map[string]func(t *testing.T, q queue.Queue, m queue.Message) (there bool){
		"delete": func(t *testing.T, q queue.Queue, m queue.Message) bool {
			err := q.DeleteMessage(t.Context(), m.ID, m.Receipt())
			return apierr.Of(err) != apierr.MessageNotFound
		},
		"update": func(t *testing.T, q queue.Queue, m queue.Message) bool {
			_, err := q.UpdateMessage(t.Context(), m.ID, m.Receipt(), nil, 0)
			return apierr.Of(err) != apierr.MessageNotFound
		},
		"get": func(t *testing.T, q queue.Queue, _ queue.Message) bool { return len(get(t, q, 1, time.Second)) == 1 },
		"peek": func(t *testing.T, q queue.Queue, _ queue.Message) bool {
			ms, err := q.PeekMessages(t.Context(), 1)
			return err == nil && len(ms) == 1
		},
		"count": func(t *testing.T, q queue.Queue, _ queue.Message) bool {
			info, err := q.Info(t.Context())
			return err == nil && info.Messages == 1
		},
	}
	for name, is := range ways {
		for before, want := range map[time.Duration]bool{clock.Resolution: true, 0: false} {
			s := open(t, 0)
			q := s.create(t, "tasks")
			m, err := q.PutMessage(t.Context(), "short", 0, 5*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			s.clock.Advance(m.Expires.Sub(s.clock.Now()) - before)
			if got := is(t, q, m); got != want {
				t.Errorf("%s: there = %v with %v to live, want %v", name, got, before, want)
			}
		}
	}
}

func TestAMessageMayBeHiddenForAllOfItsTimeAndNoLonger(t *testing.T) {
	t.Parallel()
	for more, want := range map[time.Duration]apierr.Code{0: "", clock.Resolution: apierr.OutOfRangeQueryParameter} {
		s := open(t, 0)
		q := s.create(t, "tasks")
		m, err := q.PutMessage(t.Context(), "a", 0, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		left := m.Expires.Sub(s.clock.Now().Add(clock.Resolution)) // when it is updated
		if _, err := q.UpdateMessage(t.Context(), m.ID, m.Receipt(), nil, left+more); apierr.Of(err) != want {
			t.Errorf("UpdateMessage for %v more than is left = %v, want %q", more, err, want)
		}
	}
}

func TestLifeOfMessages(t *testing.T) {
	t.Parallel()
	q := open(t, 0).create(t, "tasks")
	for name, c := range map[string]struct {
		life time.Duration
		want time.Time
	}{
		"a-second":                   {time.Second, epoch.Add(time.Second)},
		"thirty-four-years":          {1 << 30 * time.Second, epoch.Add(1 << 30 * time.Second)},
		"for-ever":                   {queue.Forever, time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)},
		"longer-than-can-be-counted": {1<<63 - 1, time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)},
	} {
		m, err := q.PutMessage(t.Context(), "a", 0, c.life)
		if got := m.Expires.Truncate(time.Second); err != nil || !got.Equal(c.want.Truncate(time.Second)) {
			t.Errorf("%s: Expires = %v, %v, want %v", name, got, err, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	s := open(t, 0)
	q := s.create(t, "tasks")
	held := put(t, q, "held")
	ctx := t.Context()
	const week = queue.MaxTimeout
	putIt := func(hidden, life time.Duration) func() error {
		return func() error { _, err := q.PutMessage(ctx, "a", hidden, life); return err }
	}
	getIt := func(n int, hidden time.Duration) func() error {
		return func() error { _, err := q.GetMessages(ctx, n, hidden); return err }
	}
	update := func(hidden time.Duration) func() error {
		return func() error { _, err := q.UpdateMessage(ctx, held.ID, held.Receipt(), nil, hidden); return err }
	}
	const outOfRange, invalid = apierr.OutOfRangeQueryParameter, apierr.InvalidQueryParameter
	for name, c := range map[string]struct {
		call func() error
		want apierr.Code
	}{
		"put-hidden-for-a-negative-time":  {putIt(-time.Second, week), outOfRange},
		"put-hidden-for-more-than-a-week": {putIt(week+time.Second, queue.Forever), outOfRange},
		"put-hidden-for-a-week":           {putIt(week, queue.Forever), ""},
		"put-hidden-for-its-whole-life":   {putIt(time.Minute, time.Minute), invalid},
		"put-with-no-life":                {putIt(0, 0), invalid},
		"put-with-a-negative-life":        {putIt(0, -2*time.Second), invalid},
		"get-no-messages":                 {getIt(0, time.Second), outOfRange},
		"get-33-messages":                 {getIt(33, time.Second), outOfRange},
		"get-for-no-time":                 {getIt(1, 0), outOfRange},
		"get-for-more-than-a-week":        {getIt(1, week+time.Second), outOfRange},
		"peek-33-messages":                {func() error { _, err := q.PeekMessages(ctx, 33); return err }, outOfRange},
		"update-for-more-than-a-week":     {update(week + time.Second), outOfRange},
		"update-for-longer-than-it-lives": {update(week), outOfRange},
		"update-of-a-message-that-is-gone": {func() error { _, err := q.UpdateMessage(ctx, "x", "", nil, 0); return err },
			apierr.MessageNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			if got := apierr.Of(c.call()); got != c.want {
				t.Errorf("code = %q, want %q", got, c.want)
			}
		})
	}
}

// The receipts are those of recorded traffic, with the time at which their messages became visible.
func TestReceiptIsWrittenLikeThoseOfTheService(t *testing.T) {
	t.Parallel()
	for want, m := range map[string]queue.Message{
		"AgAAAAMAAAAAAAAACz44vqUV1QE=":     {Visible: time.Date(2019, 5, 28, 22, 36, 8, 244173900, time.UTC)},
		"AwAAAAMAAAAAAAAASVikcf1k1QEBAAAA": {Visible: time.Date(2019, 9, 6, 21, 52, 57, 339706500, time.UTC), Updated: true},
	} {
		if got := m.Receipt(); got != want {
			t.Errorf("Receipt = %s, want %s", got, want)
		}
	}
}
