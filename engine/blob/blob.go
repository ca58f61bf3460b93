// Package blob is the blob service without its wire: containers, and in them block blobs and append
// blobs, over a store of ordered keys.
//
// Rule book: Blob service REST reference; recorded traffic where it is silent. Not here: URLs,
// header fields, XML (package rest), names, metadata and policies of containers (package catalog).
// Left out: page blobs, snapshots, versions, tiers, tags, soft deletion, copies from elsewhere.
package blob

import (
	"context"
	"errors"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/clock"
	"rowkey/engine/store"
)

// Containers whose names no other rule allows. Those of logs and changes are made by the service itself.
// Source: Working with the root container; Static website hosting; Storage Analytics logging; Change feed.
const (
	Root    = "$root" // its blobs can be addressed without its name
	web     = "$web"
	logs    = "$logs"
	changes = "$blobchangefeed"
)

// Service holds the containers of any number of accounts. It is safe for concurrent use.
type Service struct {
	*catalog.Catalog // of containers
	db               *store.DB
	clock            *clock.Clock
}

// Kinds of keys in the store. Those of blobs, of a generation, are followed by the account, the
// container, the blob.
const (
	kindContainer = "c" // catalog of containers
	kindBlob      = "b" // -> Properties
	kindPiece     = "d" // + number -> a committed block: its name, its bytes
	kindBlock     = "u" // + name -> the bytes of a block that waits to be committed
)

// New returns a service that keeps everything in db and takes its times from c.
func New(db *store.DB, c *clock.Clock) *Service {
	codes := catalog.Codes{
		Missing: apierr.ContainerNotFound,
		Taken:   apierr.ContainerAlreadyExists,
		Busy:    apierr.ContainerBeingDeleted,
	}
	return &Service{catalog.New(db, c, kindContainer, codes, kindBlob, kindPiece, kindBlock), db, c}
}

// Container is a handle. Making one reads nothing: the container need not exist.
type Container struct {
	s             *Service
	entry         catalog.Entry
	account, name string

	generation catalog.Generation // of the blobs, once open has looked it up
}

// Container returns a handle of a container.
func (s *Service) Container(account, name string) Container {
	return Container{s: s, entry: s.Entry(account, name), account: account, name: name}
}

// open finds out where the blobs are in the state that a transaction sees. Errors: ContainerNotFound.
func (c *Container) open(tx *store.Tx) (err error) {
	c.generation, err = c.entry.Generation(tx)
	return err
}

// key returns what the keys of one kind begin with, in a container that is open.
func (c *Container) key(kind string) string {
	return store.Key(c.generation.Kind(kind), c.account, c.name)
}

// CheckName applies the rules for names of containers.
// Errors: InvalidResourceName, OutOfRangeInput.
// Source: Naming and referencing containers, blobs and metadata, "Container names".
func CheckName(name string) error {
	switch name {
	case Root, web, logs, changes:
		return nil
	}
	return catalog.CheckName(name)
}

// Create makes an empty container. public says what anonymous clients may read: "", "blob" or "container".
// Errors: InvalidResourceName, OutOfRangeInput, those of [catalog.Metadata.Validate],
// ContainerAlreadyExists, ContainerBeingDeleted.
// Source: Create Container.
func (c Container) Create(ctx context.Context, m Metadata, public string) (catalog.Item, error) {
	if c.name == logs || c.name == changes {
		return catalog.Item{}, apierr.New(apierr.InvalidResourceName)
	}
	if err := errors.Join(CheckName(c.name), m.Validate()); err != nil {
		return catalog.Item{}, err
	}
	it := catalog.Item{Name: c.name, Metadata: m, Public: public}
	err := c.s.db.Update(ctx, func(tx *store.Tx) error { return c.entry.Create(tx, &it) })
	return it, err
}

// Delete removes the container with its blobs: many are removed later, see [store.DB.Sweep]. Its name
// is unusable for a time, see [catalog.Catalog.SetDeleteDelay].
// Errors: ContainerNotFound, ConditionNotMet, those of leases.
// Source: Delete Container.
func (c Container) Delete(ctx context.Context, cond Conditions) error {
	return c.s.db.Update(ctx, func(tx *store.Tx) error {
		it, err := c.entry.Get(tx)
		if err != nil {
			return err
		}
		if err := cond.check(it.Modified); err != nil {
			return err
		}
		if err := c.checkLease(&it, cond.Lease, leasedContainer.mayWrite); err != nil {
			return err
		}
		return c.entry.Delete(tx)
	})
}

// Info returns what is known of the container. Errors: ContainerNotFound.
func (c Container) Info(ctx context.Context) (catalog.Item, error) { return c.entry.Item(ctx) }

// Properties is Info for a client, which may name a lease. Errors: ContainerNotFound, those of leases.
// Source: Get Container Properties; Get Container Metadata; Get Container ACL.
func (c Container) Properties(ctx context.Context, lease string) (catalog.Item, error) {
	it, err := c.Info(ctx)
	if err == nil {
		err = c.checkLease(&it, lease, leasedContainer.mayRead)
	}
	return it, err
}

// checkLease applies a rule to the lease that a request names. Errors: those of the rule.
func (c Container) checkLease(it *catalog.Item, id string, rule func(*Lease, string, time.Time) error) error {
	l, err := LeaseOf(it)
	if err == nil {
		err = rule(&l, id, c.s.clock.Now())
	}
	return err
}

// SetMetadata replaces all metadata.
// Errors: ContainerNotFound, ConditionNotMet, those of leases and of [catalog.Metadata.Validate].
// Source: Set Container Metadata.
func (c Container) SetMetadata(ctx context.Context, m Metadata, cond Conditions) (catalog.Item, error) {
	if err := m.Validate(); err != nil {
		return catalog.Item{}, err
	}
	return c.update(ctx, cond, func(it *catalog.Item) { it.Metadata = m })
}

// SetPolicies stores the access policies of a container, and what anonymous clients may read.
// Errors: ContainerNotFound, ConditionNotMet, those of leases.
// Source: Set Container ACL.
func (c Container) SetPolicies(ctx context.Context, document, public string, cond Conditions) (catalog.Item, error) {
	return c.update(ctx, cond, func(it *catalog.Item) { it.Policies, it.Public = document, public })
}

func (c Container) update(ctx context.Context, cond Conditions, change func(*catalog.Item)) (catalog.Item, error) {
	return c.entry.Update(ctx, func(it *catalog.Item) error {
		if err := cond.check(it.Modified); err != nil {
			return err
		}
		if err := c.checkLease(it, cond.Lease, leasedContainer.mayRead); err != nil {
			return err
		}
		change(it)
		it.Modified = c.s.clock.Tick()
		return nil
	})
}
