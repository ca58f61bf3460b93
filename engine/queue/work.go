package queue

import (
	"errors"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/store"
)

// What follows works inside of a transaction, on a queue that is open.

// open finds out where the messages are in the state that a transaction sees. Errors: QueueNotFound.
func (q *Queue) open(tx *store.Tx) (err error) {
	q.generation, err = q.entry.Generation(tx)
	return err
}

func (q *Queue) prefix(kind string) string {
	return store.Key(q.generation.Kind(kind), q.path[0], q.path[1])
}

func (q *Queue) message(id string) string { return store.Extend(q.prefix(kindMessage), id) }

// order is the key by which a message stands in line: first those that have been visible for
// longest. A message that comes back therefore stands behind those that were there.
// Source: Storage queues and Service Bus queues compared, "Ordering guarantee".
func (q *Queue) order(m *Message) string {
	return store.Extend(q.prefix(kindOrder), stamp(m.Visible), stamp(m.Inserted))
}

// put stores a message that is not there.
func (q *Queue) put(tx *store.Tx, m *Message) error {
	if err := tx.Put(q.message(m.ID), m.pack()); err != nil {
		return err
	}
	return tx.Put(q.order(m), m.place())
}

// remove takes a message away.
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

// held returns the message that a receipt belongs to. An expired one is gone.
// Errors: QueueNotFound, MessageNotFound, PopReceiptMismatch.
func (q *Queue) held(tx *store.Tx, id, receipt string) (Message, error) {
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

// front returns up to n messages that are visible now, in their order, and the expired ones that it
// came across.
func (q *Queue) front(tx *store.Tx, now time.Time, n int) (found, expired []Message, err error) {
	line := q.prefix(kindOrder)
	for _, v := range tx.Scan(line, store.After(store.Extend(line, stamp(now)))) {
		if len(found) == n {
			break
		}
		p, err := unpackPlace(v)
		if err != nil {
			return nil, nil, err
		}
		m, err := q.load(tx, p.id)
		if err != nil {
			return nil, nil, err
		}
		if p.expires.After(now) {
			found = append(found, m)
		} else {
			expired = append(expired, m)
		}
	}
	return found, expired, nil
}

// count returns the number of messages that have not expired.
func (q *Queue) count(tx *store.Tx) (int, error) {
	now, n := q.s.clock.Now(), 0
	line := q.prefix(kindOrder)
	for _, v := range tx.Scan(line, store.After(line)) {
		p, err := unpackPlace(v)
		if err != nil {
			return 0, err
		}
		if p.expires.After(now) {
			n++
		}
	}
	return n, nil
}
