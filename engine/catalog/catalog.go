// Package catalog keeps what an account holds by name: its tables, queues and containers, with
// their metadata and access policies, and the properties of each service. What is inside of them
// is the business of the services; what they have in common is here, once.
//
// Rule book: REST reference, "Naming queues and metadata" and "Naming and referencing containers,
// blobs and metadata". Not here: rules for the names of tables (package table), documents in XML
// (package rest), which are kept as they are handed over.
package catalog

import (
	"context"
	"errors"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/store"
)

// Codes are the errors that a service has for its kind of things.
type Codes struct{ Missing, Taken, Busy apierr.Code }

// Catalog keeps one kind of things, for any number of accounts. It is safe for concurrent use.
type Catalog struct {
	db    *store.DB
	clock *clock.Clock
	kind  string
	codes Codes
}

// What the keys of a catalog begin with, after its kind.
const (
	suffixBusy       = "x" // names that cannot be used yet
	suffixProperties = "p" // properties of the service
)

// New returns the catalog of a kind, which no other user of the database may have.
func New(db *store.DB, c *clock.Clock, kind string, codes Codes) *Catalog {
	return &Catalog{db: db, clock: c, kind: kind, codes: codes}
}

// Entry is a handle. Making one looks nothing up: the thing need not exist.
type Entry struct {
	c             *Catalog
	account, name string
}

// Entry returns the handle of the name under which a thing is looked up.
func (c *Catalog) Entry(account, name string) Entry { return Entry{c, account, name} }

func (e Entry) key() string { return store.Key(e.c.kind, e.account, e.name) }

func (e Entry) busy() string { return store.Key(e.c.kind+suffixBusy, e.account, e.name) }

// Exists fails with the code for a missing thing if there is none.
func (e Entry) Exists(tx *store.Tx) error {
	_, err := tx.Get(e.key())
	return e.missing(err)
}

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

// Put keeps an item under the name, in place of the one that is there.
func (e Entry) Put(tx *store.Tx, it Item) error { return tx.Put(e.key(), it.pack()) }

// Create keeps a new item and gives it its times. Errors: the code for a name that is taken, and
// that for the name of a thing which is still being deleted.
func (e Entry) Create(tx *store.Tx, it *Item) error {
	switch err := e.Exists(tx); {
	case err == nil:
		return apierr.New(e.c.codes.Taken)
	case apierr.Of(err) != e.c.codes.Missing:
		return err
	}
	if err := e.free(tx); err != nil {
		return err
	}
	it.Created = e.c.clock.Tick()
	it.Modified = it.Created
	return e.Put(tx, *it)
}

// free fails as long as the name of a deleted thing is unusable.
func (e Entry) free(tx *store.Tx) error {
	v, err := tx.Get(e.busy())
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	u := store.Unpack(v)
	until := u.Time()
	if u.Err() == nil && e.c.clock.Now().Before(until) {
		return apierr.New(e.c.codes.Busy)
	}
	return errors.Join(u.Err(), tx.Delete(e.busy()))
}

// Delete removes the item. Its name is unusable for a time, which may be none.
// Errors: the code for a missing thing.
func (e Entry) Delete(tx *store.Tx, delay time.Duration) error {
	if err := tx.Delete(e.key()); err != nil || delay <= 0 {
		return e.missing(err)
	}
	var p store.Packer
	p.Time(e.c.clock.Now().Add(delay))
	return tx.Put(e.busy(), p.String())
}

// Item returns what is kept under the name. Errors: the code for a missing thing.
func (e Entry) Item(ctx context.Context) (it Item, err error) {
	err = e.c.db.View(ctx, func(tx *store.Tx) error {
		it, err = e.Get(tx)
		return err
	})
	return it, err
}

// Update lets change have the item and keeps what it makes of it, unless it fails.
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

// SetPolicies keeps the access policies of a thing. They go with it.
// Errors: the code for a missing thing.
func (e Entry) SetPolicies(ctx context.Context, document string) error {
	_, err := e.Update(ctx, func(it *Item) error {
		it.Policies = document
		return nil
	})
	return err
}
