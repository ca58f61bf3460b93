package queue

import (
	"context"
	"strconv"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/store"
)

// Limits of messages and of what is asked for them.
// Source: Put Message; Get Messages; Update Message, "URI parameters".
const (
	MaxText       = 64 << 10 // bytes of the text, as it is escaped in XML
	MaxMessages   = 32       // of one request
	MaxTimeout    = 7 * 24 * time.Hour
	DefaultHidden = 30 * time.Second
	DefaultLife   = 7 * 24 * time.Hour
)

// Forever is the life of a message that never expires.
const Forever time.Duration = -time.Second

// never is the expiry of messages that never expire.
// Source: recorded traffic.
var never = time.Date(9999, 12, 31, 23, 59, 59, 999_999_900, time.UTC)

// PutMessage adds a message with a time to live, hidden for the beginning of it.
// Errors: QueueNotFound; OutOfRangeQueryParameterValue, InvalidQueryParameterValue for the times.
// Source: Put Message.
func (q Queue) PutMessage(ctx context.Context, text string, hidden, life time.Duration) (Message, error) {
	if err := checkLife(hidden, life); err != nil {
		return Message{}, err
	}
	var m Message
	err := q.s.db.Update(ctx, func(tx *store.Tx) error {
		if err := q.open(tx); err != nil {
			return err
		}
		now := q.s.clock.Tick()
		m = Message{ID: q.s.newID(), Text: text, Inserted: now, Visible: now.Add(hidden)}
		m.Expires = never
		if life != Forever && life < never.Sub(now) {
			m.Expires = now.Add(life)
		}
		return q.put(tx, &m)
	})
	return m, err
}

func checkLife(hidden, life time.Duration) error {
	if err := checkRange("visibilitytimeout", hidden, 0); err != nil {
		return err
	}
	if life != Forever && life < time.Second {
		return apierr.InvalidQuery("messagettl", seconds(life),
			"Value must be greater than or equal to 1, or -1 to indicate an infinite TTL.")
	}
	if life != Forever && hidden >= life {
		return apierr.InvalidQuery("visibilitytimeout", seconds(hidden),
			"messagettl must be greater than visibilitytimeout.")
	}
	return nil
}

// checkRange fails with OutOfRangeQueryParameterValue for a time below low or above [MaxTimeout].
func checkRange(name string, d, low time.Duration) error {
	if d < low || d > MaxTimeout {
		return apierr.OutOfRange(name, seconds(d), int64(low/time.Second), int64(MaxTimeout/time.Second))
	}
	return nil
}

func seconds(d time.Duration) string { return strconv.FormatInt(int64(d/time.Second), 10) }

// checkCount fails with OutOfRangeQueryParameterValue for a number of messages that no request may
// ask for.
func checkCount(n int) error {
	if n < 1 || n > MaxMessages {
		return apierr.OutOfRange("numofmessages", strconv.Itoa(n), 1, MaxMessages)
	}
	return nil
}

// GetMessages takes up to n visible messages: they are hidden for a time, and a client with their
// receipts can change or delete them.
// Errors: QueueNotFound, OutOfRangeQueryParameterValue.
// Source: Get Messages.
func (q Queue) GetMessages(ctx context.Context, n int, hidden time.Duration) ([]Message, error) {
	if err := checkCount(n); err != nil {
		return nil, err
	}
	if err := checkRange("visibilitytimeout", hidden, time.Second); err != nil {
		return nil, err
	}
	for {
		taken, more, err := q.take(ctx, n, hidden)
		if err != nil || !more {
			return taken, err
		}
	}
}

// take is GetMessages in one transaction. If it meets too many expired messages, it
// removes some of them, takes none, and there is more to do.
func (q Queue) take(ctx context.Context, n int, hidden time.Duration) (taken []Message, more bool, err error) {
	err = q.s.db.Update(ctx, func(tx *store.Tx) error {
		if err := q.open(tx); err != nil {
			return err
		}
		g, err := q.look(tx, q.s.clock.Now(), "", n)
		if err != nil {
			return err
		}
		if err := q.clear(tx, g.expired); err != nil {
			return err
		}
		if more = g.next != ""; more {
			return nil
		}
		taken = g.found
		return q.hide(tx, taken, hidden)
	})
	return taken, more, err
}

// hide moves messages to where they become visible again, all at the same time.
func (q Queue) hide(tx *store.Tx, taken []Message, hidden time.Duration) error {
	if len(taken) == 0 {
		return nil
	}
	until := q.s.clock.Tick().Add(hidden)
	for i := range taken {
		m := &taken[i]
		if err := q.remove(tx, m); err != nil {
			return err
		}
		m.Visible, m.Updated = until, false
		m.Dequeued++
		if err := q.put(tx, m); err != nil {
			return err
		}
	}
	return nil
}

// PeekMessages returns up to n visible messages and changes nothing; their receipts cannot be used.
// Errors: QueueNotFound, OutOfRangeQueryParameterValue.
// Source: Peek Messages.
func (q Queue) PeekMessages(ctx context.Context, n int) ([]Message, error) {
	if err := checkCount(n); err != nil {
		return nil, err
	}
	var found []Message
	for now, from := q.s.clock.Now(), ""; ; {
		var g glance
		err := q.s.db.View(ctx, func(tx *store.Tx) (err error) {
			if err := q.open(tx); err != nil {
				return err
			}
			g, err = q.look(tx, now, from, n-len(found))
			return err
		})
		found, from = append(found, g.found...), g.next
		if err != nil || from == "" {
			return found, err
		}
	}
}

// UpdateMessage hides a message for a time from now on and, if text is not nil, replaces its text.
// Errors: QueueNotFound, MessageNotFound, PopReceiptMismatch, OutOfRangeQueryParameterValue for a
// time that is too long or reaches beyond the message's life.
// Source: Update Message.
func (q Queue) UpdateMessage(
	ctx context.Context, id, receipt string, text *string, hidden time.Duration,
) (Message, error) {
	if err := checkRange("visibilitytimeout", hidden, 0); err != nil {
		return Message{}, err
	}
	var m Message
	err := q.s.db.Update(ctx, func(tx *store.Tx) (err error) {
		if m, err = q.received(tx, id, receipt); err != nil {
			return err
		}
		now := q.s.clock.Tick()
		if left := m.Expires.Sub(now); hidden > left {
			return apierr.OutOfRange("visibilitytimeout", seconds(hidden), 0, int64(left/time.Second))
		}
		if err := q.remove(tx, &m); err != nil {
			return err
		}
		m.Visible, m.Updated = now.Add(hidden), true
		if text != nil {
			m.Text = *text
		}
		return q.put(tx, &m)
	})
	return m, err
}

// DeleteMessage removes a message. Errors: QueueNotFound, MessageNotFound, PopReceiptMismatch.
// Source: Delete Message2.
func (q Queue) DeleteMessage(ctx context.Context, id, receipt string) error {
	return q.s.db.Update(ctx, func(tx *store.Tx) error {
		m, err := q.received(tx, id, receipt)
		if err != nil {
			return err
		}
		return q.remove(tx, &m)
	})
}

// ClearMessages removes all messages: many are removed later, see [store.DB.Sweep]. Errors: QueueNotFound.
// Source: Clear Messages.
func (q Queue) ClearMessages(ctx context.Context) error {
	return q.s.db.Update(ctx, func(tx *store.Tx) error {
		return q.entry.Clear(tx)
	})
}
