// Package queue is the queue service without its wire: queues and their messages, over a store of
// ordered keys. A message that a client takes is hidden for a while and comes back unless it is
// deleted; time is that of the clock, so a test need not wait.
//
// Rule book: Queue service REST reference; recorded traffic where it is silent. Not here: URLs,
// header fields, XML (package rest), names, metadata and policies (package catalog).
package queue

import (
	"context"
	"errors"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/clock"
	"rowkey/engine/store"
)

// Service holds the queues of any number of accounts. It is safe for concurrent use.
type Service struct {
	*catalog.Catalog // of queues
	db               *store.DB
	clock            *clock.Clock
	newID            func() string
}

// Kinds of keys in the store. Those of messages, of a generation, are followed by the account and the
// queue.
const (
	kindQueue   = "q" // catalog of queues
	kindMessage = "m" // + id -> Message
	kindOrder   = "v" // + when it becomes visible, when it was put -> when it expires, id
)

// New returns a service that keeps everything in db and takes its times from c. newID makes
// a GUID for each message.
func New(db *store.DB, c *clock.Clock, newID func() string) *Service {
	codes := catalog.Codes{
		Missing: apierr.QueueNotFound, Taken: apierr.QueueAlreadyExists, Busy: apierr.QueueBeingDeleted,
	}
	return &Service{
		Catalog: catalog.New(db, c, kindQueue, codes, kindMessage, kindOrder),
		db:      db,
		clock:   c,
		newID:   newID,
	}
}

// Queue is a handle. Making one reads nothing: the queue need not exist.
type Queue struct {
	s     *Service
	entry catalog.Entry
	path  [2]string // account and name

	generation catalog.Generation // of the messages, once open has looked it up
}

// Queue returns a handle of a queue.
func (s *Service) Queue(account, name string) Queue {
	return Queue{s: s, entry: s.Entry(account, name), path: [2]string{account, name}}
}

// errSame says that a queue exists with the metadata it was to be created with.
var errSame = errors.New("queue: exists")

// Create makes an empty queue; created is false if it was there with the same metadata.
// Errors: InvalidResourceName, OutOfRangeInput, those of [catalog.Metadata.Validate],
// QueueAlreadyExists if its metadata differ, QueueBeingDeleted.
// Source: Create Queue.
func (q Queue) Create(ctx context.Context, m catalog.Metadata) (created bool, err error) {
	if err := errors.Join(catalog.CheckName(q.path[1]), m.Validate()); err != nil {
		return false, err
	}
	err = q.s.db.Update(ctx, func(tx *store.Tx) error {
		if it, err := q.entry.Get(tx); err == nil && it.Metadata.Equal(m) {
			return errSame
		}
		return q.entry.Create(tx, &catalog.Item{Name: q.path[1], Metadata: m})
	})
	if errors.Is(err, errSame) {
		return false, nil
	}
	return err == nil, err
}

// Delete removes the queue with its messages. Its name is unusable for a time, see
// [catalog.Catalog.SetDeleteDelay].
// Errors: QueueNotFound.
// Source: Delete Queue4.
func (q Queue) Delete(ctx context.Context) error {
	return q.s.db.Update(ctx, q.entry.Delete)
}

// Info describes a queue.
type Info struct {
	Metadata catalog.Metadata
	Messages int // that have not expired, hidden ones included
}

// Info returns the queue's metadata and how many messages it holds. If there are very many, some may come or go while
// they are counted: the service calls the number approximate. Errors: QueueNotFound.
// Source: Get Queue Metadata.
func (q Queue) Info(ctx context.Context) (Info, error) {
	var info Info
	for now, from := q.s.clock.Now(), ""; ; {
		err := q.s.db.View(ctx, func(tx *store.Tx) error {
			it, err := q.entry.Get(tx)
			if err != nil {
				return err
			}
			info.Metadata, q.generation = it.Metadata, it.Generation
			var n int
			n, from, err = q.count(tx, now, from)
			info.Messages += n
			return err
		})
		if err != nil || from == "" {
			return info, err
		}
	}
}

// SetMetadata replaces all metadata. Errors: QueueNotFound, those of [catalog.Metadata.Validate].
// Source: Set Queue Metadata.
func (q Queue) SetMetadata(ctx context.Context, m catalog.Metadata) error {
	if err := m.Validate(); err != nil {
		return err
	}
	_, err := q.entry.Update(ctx, func(it *catalog.Item) error {
		it.Metadata, it.Modified = m, q.s.clock.Tick()
		return nil
	})
	return err
}

// Policies returns the document that SetPolicies stored, "" if there is none.
// Errors: QueueNotFound.
// Source: Get Queue ACL.
func (q Queue) Policies(ctx context.Context) (string, error) { return q.entry.Policies(ctx) }

// SetPolicies stores the access policies of a queue. They are deleted with the queue.
// Errors: QueueNotFound.
// Source: Set Queue ACL.
func (q Queue) SetPolicies(ctx context.Context, document string) error {
	return q.entry.SetPolicies(ctx, document)
}
