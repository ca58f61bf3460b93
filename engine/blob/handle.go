package blob

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"rowkey/engine/apierr"
	"rowkey/engine/store"
)

// MaxName is the longest name of a blob, in characters.
// Source: Naming and referencing containers, blobs and metadata, "Blob names".
const MaxName = 1024

// Blob is a handle. Making one reads nothing: neither it nor its container need exist.
type Blob struct {
	c    Container
	name string
}

// Blob returns a handle of a blob.
func (c Container) Blob(name string) Blob { return Blob{c, name} }

// key returns the key of the properties, in a container that is open.
func (b *Blob) key() string { return store.Extend(b.c.key(kindBlob), b.name) }

// checkName applies the rules for names of blobs. Errors: OutOfRangeInput.
func (b Blob) checkName() error {
	if n := utf8.RuneCountInString(b.name); n < 1 || n > MaxName || strings.Contains(b.name, "\x00") {
		return apierr.New(apierr.OutOfRangeInput)
	}
	return nil
}

// find opens the container and returns the blob's properties; ok is false if there is no blob. One of which nothing has
// been committed counts: its properties are Waiting. Errors: ContainerNotFound.
func (b *Blob) find(tx *store.Tx) (p Properties, ok bool, err error) {
	if err := b.c.open(tx); err != nil {
		return p, false, err
	}
	v, err := tx.Get(b.key())
	if errors.Is(err, store.ErrNotFound) {
		return p, false, nil
	}
	if err == nil {
		p, err = unpack(v)
	}
	return p, err == nil, err
}

// load returns the properties of a blob that can be read. Errors: ContainerNotFound, BlobNotFound.
func (b *Blob) load(tx *store.Tx) (Properties, error) {
	p, ok, err := b.find(tx)
	if err == nil && (!ok || p.Waiting) {
		err = apierr.New(apierr.BlobNotFound)
	}
	return p, err
}

// loadIf is load under the conditions of a write. Errors: also ConditionNotMet.
func (b *Blob) loadIf(tx *store.Tx, cond Conditions) (Properties, error) {
	p, err := b.load(tx)
	if err == nil {
		err = cond.check(p.Modified)
	}
	return p, err
}

// writable is loadIf with the lease that a write needs. Errors: also those of [Blob.mayWrite].
func (b *Blob) writable(tx *store.Tx, cond Conditions) (Properties, error) {
	p, err := b.loadIf(tx, cond)
	if err == nil {
		err = b.mayWrite(&p, cond.Lease)
	}
	return p, err
}

// replace begins a blob that replaces the one that is there, if there is one. It keeps
// its time of creation.
// Errors: ContainerNotFound, ConditionNotMet, BlobAlreadyExists for an If-None-Match of "*", those of leases.
// Source: recorded traffic for the time and the error before the last.
func (b *Blob) replace(tx *store.Tx, cond Conditions, up *Upload) (old, p Properties, err error) {
	old, ok, err := b.find(tx)
	if err != nil {
		return old, p, err
	}
	exists := ok && !old.Waiting
	switch {
	case !exists:
		err = cond.checkAbsent(old.Modified)
	case cond.IfNoneMatch == "*":
		err = apierr.New(apierr.BlobAlreadyExists)
	default:
		err = cond.check(old.Modified)
	}
	if err == nil {
		err = b.mayWrite(&old, cond.Lease)
	}
	now := b.touch()
	p = Properties{Name: b.name, Type: up.Type, Created: now, Modified: now, Tier: up.Tier,
		Content: up.Content, Metadata: up.Metadata, Lease: old.Lease, content: contentOf(now)}
	if exists {
		p.Created = old.Created
	}
	return old, p, err
}

// mayWrite checks the lease before a write, and forgets one that is over: its ID is known until then.
// Errors: those of [leased.mayWrite].
// Source: Lease Blob, "Remarks".
func (b *Blob) mayWrite(p *Properties, id string) error {
	now := b.c.s.clock.Now()
	if err := leasedBlob.mayWrite(&p.Lease, id, now); err != nil {
		return err
	}
	if !p.Lease.State(now).Locked() {
		p.Lease = Lease{}
	}
	return nil
}

// mayRead applies the conditions of a read. Errors: those of [leased.mayRead], ConditionNotMet, [ErrNotModified].
func (b *Blob) mayRead(p *Properties, cond Conditions) error {
	if err := cond.checkRead(p.Modified); err != nil {
		return err
	}
	return leasedBlob.mayRead(&p.Lease, cond.Lease, b.c.s.clock.Now())
}

// save stores the properties.
func (b *Blob) save(tx *store.Tx, p *Properties) error { return tx.Put(b.key(), p.pack()) }

// Properties returns what is known of the blob.
// Errors: ContainerNotFound, BlobNotFound, ConditionNotMet, [ErrNotModified], those of leases.
// Source: Get Blob Properties; Get Blob Metadata.
func (b Blob) Properties(ctx context.Context, cond Conditions) (p Properties, err error) {
	err = b.c.s.db.View(ctx, func(tx *store.Tx) error {
		if p, err = b.load(tx); err != nil {
			return err
		}
		return b.mayRead(&p, cond)
	})
	return p, err
}

// SetMetadata replaces all metadata.
// Errors: ContainerNotFound, BlobNotFound, ConditionNotMet, those of leases and of [catalog.Metadata.Validate].
// Source: Set Blob Metadata.
func (b Blob) SetMetadata(ctx context.Context, m Metadata, cond Conditions) (Properties, error) {
	if err := m.Validate(); err != nil {
		return Properties{}, err
	}
	return b.update(ctx, cond, func(p *Properties) { p.Metadata = m })
}

// SetContent replaces the description of the blob's bytes. What it was a copy of is forgotten.
// Errors: ContainerNotFound, BlobNotFound, ConditionNotMet, those of leases.
// Source: Set Blob Properties.
func (b Blob) SetContent(ctx context.Context, c Content, cond Conditions) (Properties, error) {
	return b.update(ctx, cond, func(p *Properties) { p.Content, p.Copy = c, Copy{} })
}

func (b Blob) update(ctx context.Context, cond Conditions, change func(*Properties)) (p Properties, err error) {
	err = b.c.s.db.Update(ctx, func(tx *store.Tx) error {
		if p, err = b.writable(tx, cond); err != nil {
			return err
		}
		change(&p)
		p.Modified = b.touch()
		return b.save(tx, &p)
	})
	return p, err
}

// Delete removes the blob with the blocks that wait for it.
// Errors: ContainerNotFound, BlobNotFound, ConditionNotMet, those of leases.
// Source: Delete Blob.
func (b Blob) Delete(ctx context.Context, cond Conditions) error {
	return b.c.s.db.Update(ctx, func(tx *store.Tx) error {
		p, err := b.writable(tx, cond)
		if err != nil {
			return err
		}
		if err := b.dropContent(tx, &p); err != nil {
			return err
		}
		return tx.Delete(b.key())
	})
}

// touch returns the time of a write, later than that of every other.
func (b Blob) touch() time.Time { return b.c.s.clock.Tick() }
