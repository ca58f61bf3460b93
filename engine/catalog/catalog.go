// Package catalog keeps what an account holds by name: its tables, queues and containers, with
// their metadata and access policies, and the properties of each service. Each service knows what is
// inside its own; what they have in common is here.
//
// Rule book: REST reference, "Naming queues and metadata" and "Naming and referencing containers,
// blobs and metadata". Not here: rules for the names of tables (package table), documents in XML
// (package rest), which are kept as they are given.
package catalog

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/store"
)

// Codes are the errors that a service has for its kind of things.
type Codes struct{ Missing, Taken, Busy apierr.Code }

// Catalog keeps one kind of things and the properties of their service, for any number of accounts. Services embed it.
// It is safe for concurrent use.
type Catalog struct {
	db    *store.DB
	clock *clock.Clock
	kind  string
	codes Codes

	content []string     // kinds of keys, which account and name follow
	delay   atomic.Int64 // how long the name of a deleted thing is unusable, in nanoseconds
}

// What the keys of a catalog begin with, after its kind.
const (
	suffixBusy       = "x" // names of deleted things -> until when they are unusable, their generation
	suffixProperties = "p" // properties of the service
)

// New returns the catalog of a kind, which no other user of the database may have. What is inside
// its things are the keys of the kinds of content, followed by account and name.
func New(db *store.DB, c *clock.Clock, kind string, codes Codes, content ...string) *Catalog {
	return &Catalog{db: db, clock: c, kind: kind, codes: codes, content: content}
}

// SetDeleteDelay says how long the names of things that are deleted from now on are unusable; at first not at all.
func (c *Catalog) SetDeleteDelay(d time.Duration) { c.delay.Store(int64(d)) }

// Entry is a handle. Making one reads nothing: the thing need not exist.
type Entry struct {
	c             *Catalog
	account, name string
}

// Entry returns the handle of the name under which a thing is looked up.
func (c *Catalog) Entry(account, name string) Entry { return Entry{c, account, name} }

func (e Entry) key() string { return store.Key(e.c.kind, e.account, e.name) }

func (e Entry) busy() string { return store.Key(e.c.kind+suffixBusy, e.account, e.name) }

func (e Entry) missing(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return apierr.New(e.c.codes.Missing)
	}
	return err
}

// Get returns what is kept under the name. Errors: the code for a missing thing.
func (e Entry) Get(tx *store.Tx) (Item, error) {
	v, err := tx.Get(e.key())
	if err != nil {
		return Item{}, e.missing(err)
	}
	return unpack(v)
}

// Put stores an item under the name, replacing the one that is there.
func (e Entry) Put(tx *store.Tx, it Item) error { return tx.Put(e.key(), it.pack()) }

// Create stores a new item with its times and its generation. Errors: the code for a name that
// is taken, and that for the name of a thing which is still being deleted.
func (e Entry) Create(tx *store.Tx, it *Item) error {
	switch _, err := tx.Get(e.key()); {
	case err == nil:
		return apierr.New(e.c.codes.Taken)
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	var err error
	if it.Generation, err = e.free(tx); err != nil {
		return err
	}
	it.Created = e.c.clock.Tick()
	it.Modified = it.Created
	return e.Put(tx, *it)
}

// free fails as long as the name of a deleted thing is unusable, and returns its next generation.
func (e Entry) free(tx *store.Tx) (Generation, error) {
	v, err := tx.Get(e.busy())
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	until, g, err := unpackBusy(v)
	if err == nil && e.c.clock.Now().Before(until) {
		return 0, apierr.New(e.c.codes.Busy)
	}
	return g, errors.Join(err, tx.Delete(e.busy()))
}

// Delete removes the item and its content: at once if there is little of it, otherwise it leaves the
// keys to [store.DB.Sweep], and the name gets another generation. The name is unusable for a time,
// see [Catalog.SetDeleteDelay]. Errors: the code for a missing thing.
func (e Entry) Delete(tx *store.Tx) error {
	g, err := e.Generation(tx)
	if err != nil {
		return err
	}
	next, err := e.drop(tx, g)
	if err != nil {
		return err
	}
	delay := time.Duration(e.c.delay.Load())
	if err := tx.Delete(e.key()); err != nil || delay <= 0 && next == 0 {
		return err
	}
	var until time.Time
	if delay > 0 {
		until = e.c.clock.Now().Add(delay)
	}
	return tx.Put(e.busy(), packBusy(until, next))
}

// Item returns what is kept under the name. Errors: the code for a missing thing.
func (e Entry) Item(ctx context.Context) (it Item, err error) {
	err = e.c.db.View(ctx, func(tx *store.Tx) error {
		it, err = e.Get(tx)
		return err
	})
	return it, err
}

// Update calls change with the item and stores the result, unless it fails.
// Errors: the code for a missing thing, that of change.
func (e Entry) Update(ctx context.Context, change func(*Item) error) (it Item, err error) {
	err = e.c.db.Update(ctx, func(tx *store.Tx) error {
		if it, err = e.Get(tx); err != nil {
			return err
		}
		if err := change(&it); err != nil {
			return err
		}
		return e.Put(tx, it)
	})
	return it, err
}

// Policies returns the document that SetPolicies stored, "" if there is none.
// Errors: the code for a missing thing.
func (e Entry) Policies(ctx context.Context) (string, error) {
	it, err := e.Item(ctx)
	return it.Policies, err
}

// SetPolicies stores the access policies of a thing. They are deleted with it.
// Errors: the code for a missing thing.
func (e Entry) SetPolicies(ctx context.Context, document string) error {
	_, err := e.Update(ctx, func(it *Item) error {
		it.Policies = document
		return nil
	})
	return err
}

// Check returns an error if a value that is kept under a key cannot be read. Content is checked by decode, which is
// given its kind, and so is the lease of an item, with the kind of the item. Keys of other kinds are not checked.
func (c *Catalog) Check(key, value string, decode func(kind, value string) error) error {
	kind := KindOf(key)
	var err error
	switch {
	case kind == c.kind:
		var it Item
		if it, err = unpack(value); err == nil && it.Lease != "" {
			err = decode(kind, it.Lease)
		}
	case kind == c.kind+suffixBusy:
		_, _, err = unpackBusy(value)
	case slices.Contains(c.content, kind):
		err = decode(kind, value)
	}
	return err
}

// properties returns the key of the properties of an account's service.
func (c *Catalog) properties(account string) string {
	return store.Key(c.kind+suffixProperties, account)
}

// Properties returns the document that SetProperties stored for an account, "" if there is none.
// Source: Get Table Service Properties; Get Queue Service Properties; Get Blob Service Properties.
func (c *Catalog) Properties(ctx context.Context, account string) (text string, err error) {
	err = c.db.View(ctx, func(tx *store.Tx) error {
		text, err = tx.Get(c.properties(account))
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		return err
	})
	return text, err
}

// SetProperties stores the properties of an account's service.
// Source: Set Table Service Properties; Set Queue Service Properties; Set Blob Service Properties.
func (c *Catalog) SetProperties(ctx context.Context, account, document string) error {
	return c.db.Update(ctx, func(tx *store.Tx) error { return tx.Put(c.properties(account), document) })
}
