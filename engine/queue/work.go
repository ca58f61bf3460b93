package queue

import (
	"errors"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/store"
)

// What follows works inside a transaction, on a queue that is open.

// open finds out where the messages are in the state that a transaction sees. Errors: QueueNotFound.
func (q *Queue) open(tx *store.Tx) (err error) {
	q.generation, err = q.entry.Generation(tx)
	return err
}

func (q *Queue) prefix(kind string) string {
	return store.Key(q.generation.Kind(kind), q.path[0], q.path[1])
}

func (q *Queue) message(id string) string { return store.Extend(q.prefix(kindMessage), id) }

// order is the key by which messages are ordered: first those that have been visible for
// longest. A message that comes back therefore comes after those that were there.
// Source: Storage queues and Service Bus queues compared, "Ordering guarantee".
func (q *Queue) order(m *Message) string {
	return store.Extend(q.prefix(kindOrder), stamp(m.Visible), stamp(m.Inserted))
}

// put stores a message that is not there.
func (q *Queue) put(tx *store.Tx, m *Message) error {
	if err := tx.Put(q.message(m.ID), m.pack()); err != nil {
		return err
	}
	return tx.Put(q.order(m), m.orderEntry())
}

// remove deletes a message.
func (q *Queue) remove(tx *store.Tx, m *Message) error {
	return errors.Join(tx.Delete(q.message(m.ID)), tx.Delete(q.order(m)))
}

// load returns a message. Errors: MessageNotFound.
func (q *Queue) load(tx *store.Tx, id string) (Message, error) {
	v, err := tx.Get(q.message(id))
	if errors.Is(err, store.ErrNotFound) {
		return Message{}, apierr.New(apierr.MessageNotFound)
	}
	if err != nil {
		return Message{}, err
	}
	return unpack(id, v)
}

// received returns the message that a receipt belongs to. An expired one does not exist any more.
// Errors: QueueNotFound, MessageNotFound, PopReceiptMismatch.
func (q *Queue) received(tx *store.Tx, id, receipt string) (Message, error) {
	if err := q.open(tx); err != nil {
		return Message{}, err
	}
	m, err := q.load(tx, id)
	if err != nil {
		return Message{}, err
	}
	if !m.Expires.After(q.s.clock.Now()) {
		return Message{}, apierr.New(apierr.MessageNotFound)
	}
	if m.Receipt() != receipt {
		return Message{}, apierr.New(apierr.PopReceiptMismatch)
	}
	return m, nil
}

// maxPassed is how many expired messages one transaction skips, a few milliseconds' work: others
// go on between two of them.
const maxPassed = 500

// glance is what a transaction has seen of the messages in order.
type glance struct {
	found   []Message // visible ones, in their order
	expired []line    // that came before them, or between them
	next    string    // where there may be more, "" if there is nothing more
}

// line is an entry in the order of messages, with its key.
type line struct{ key, id string }

// look returns up to n messages that are visible now, from a key on. It ends early after maxPassed that
// have expired.
func (q *Queue) look(tx *store.Tx, now time.Time, from string, n int) (g glance, err error) {
	low := q.prefix(kindOrder)
	for k, v := range tx.Scan(max(low, from), store.After(store.Extend(low, stamp(now)))) {
		if len(g.expired) == maxPassed && len(g.found) < n {
			g.next = k
		}
		if g.next != "" || len(g.found) == n {
			break
		}
		p, err := unpackOrderEntry(v)
		if err != nil {
			return g, err
		}
		if !p.expires.After(now) {
			g.expired = append(g.expired, line{k, p.id})
			continue
		}
		m, err := q.load(tx, p.id)
		if err != nil {
			return g, err
		}
		g.found = append(g.found, m)
	}
	return g, nil
}

// clear removes expired messages.
func (q *Queue) clear(tx *store.Tx, expired []line) error {
	for _, l := range expired {
		if err := errors.Join(tx.Delete(q.message(l.id)), tx.Delete(l.key)); err != nil {
			return err
		}
	}
	return nil
}

// maxCounted is how many messages one transaction counts, a few milliseconds' work as well.
const maxCounted = 10_000

// count returns how many messages have not expired, from a key on, and where to go on; "" if that were all.
func (q *Queue) count(tx *store.Tx, now time.Time, from string) (n int, next string, err error) {
	seen, line := 0, q.prefix(kindOrder)
	for k, v := range tx.Scan(max(line, from), store.After(line)) {
		if seen++; seen > maxCounted {
			return n, k, nil
		}
		p, err := unpackOrderEntry(v)
		if err != nil {
			return n, "", err
		}
		if p.expires.After(now) {
			n++
		}
	}
	return n, "", nil
}
