package blob

import (
	"context"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/store"
)

// LeaseAction is what a client does with a lease. The five functions below make them.
type LeaseAction func(l *Lease, on *leased, now time.Time) error

// Acquire takes the lease under an ID for a duration, 0 for an infinite one. Its holder may take it again,
// for another duration. Errors: LeaseAlreadyPresent, LeaseIsBreakingAndCannotBeAcquired.
// Source: Lease Blob, "Outcomes of lease operations on blobs by lease state", also for the other four.
func Acquire(id string, d time.Duration) LeaseAction {
	return func(l *Lease, on *leased, now time.Time) error {
		switch state := l.State(now); {
		case state.Locked() && id != l.ID:
			return on.refuse(apierr.LeaseAlreadyPresent)
		case state == Breaking:
			return on.refuse(apierr.LeaseIsBreakingNoAcquire)
		}
		*l = Lease{ID: id, Duration: d}
		l.start(now)
		return nil
	}
}

// Renew begins the time of a lease again, also of one that has expired if nothing was written since.
// Errors: LeaseIdMismatchWithLeaseOperation, LeaseIsBrokenAndCannotBeRenewed.
func Renew(id string) LeaseAction {
	return func(l *Lease, on *leased, now time.Time) error {
		switch {
		case id != l.ID:
			return on.refuse(apierr.LeaseIDMismatchWithLease)
		case l.Broken:
			return on.refuse(apierr.LeaseIsBrokenNoRenew)
		}
		l.start(now)
		return nil
	}
}

// Change gives a lease another ID. It may be repeated. Errors: LeaseNotPresentWithLeaseOperation,
// LeaseIdMismatchWithLeaseOperation, LeaseIsBreakingAndCannotBeChanged.
func Change(id, next string) LeaseAction {
	return func(l *Lease, on *leased, now time.Time) error {
		switch state := l.State(now); {
		case !state.Locked():
			return on.refuse(apierr.LeaseNotPresentWithLease)
		case id != l.ID && next != l.ID:
			return on.refuse(apierr.LeaseIDMismatchWithLease)
		case state == Breaking:
			return on.refuse(apierr.LeaseIsBreakingNoChange)
		}
		l.ID = next
		return nil
	}
}

// Release ends a lease. Errors: LeaseIdMismatchWithLeaseOperation.
func Release(id string) LeaseAction {
	return func(l *Lease, on *leased, _ time.Time) error {
		if id != l.ID {
			return on.refuse(apierr.LeaseIDMismatchWithLease)
		}
		*l = Lease{}
		return nil
	}
}

// Break ends a lease without its ID, after at most a period. A negative period is the rest of its time, which
// for an infinite one is none. Errors: LeaseNotPresentWithLeaseOperation.
func Break(period time.Duration) LeaseAction {
	return func(l *Lease, on *leased, now time.Time) error {
		state := l.State(now)
		switch {
		case state == Available:
			return on.refuse(apierr.LeaseNotPresentWithLease)
		case !state.Locked():
			l.Broken = true
			return nil
		}
		rest := l.Until.Sub(now)
		if l.Until.IsZero() {
			rest = max(period, 0)
		}
		if period >= 0 {
			rest = min(rest, period)
		}
		l.Broken, l.Until = true, now.Add(rest)
		return nil
	}
}

// Lease changes the lease on a blob, and nothing else of it.
// Errors: ContainerNotFound, BlobNotFound, ConditionNotMet, those of the action.
// Source: Lease Blob.
func (b Blob) Lease(ctx context.Context, act LeaseAction, cond Conditions) (p Properties, err error) {
	err = b.c.s.db.Update(ctx, func(tx *store.Tx) error {
		if p, err = b.loadIf(tx, cond); err != nil {
			return err
		}
		if err := act(&p.Lease, &leasedBlob, b.c.s.clock.Now()); err != nil {
			return err
		}
		return b.save(tx, &p)
	})
	return p, err
}

// Lease changes the lease on a container, and nothing else of it.
// Errors: ContainerNotFound, ConditionNotMet, those of the action.
// Source: Lease Container.
func (c Container) Lease(ctx context.Context, act LeaseAction, cond Conditions) (it catalog.Item, l Lease, err error) {
	it, err = c.entry.Update(ctx, func(it *catalog.Item) error {
		if err := cond.check(it.Modified); err != nil {
			return err
		}
		if l, err = LeaseOf(it); err != nil {
			return err
		}
		if err := act(&l, &leasedContainer, c.s.clock.Now()); err != nil {
			return err
		}
		it.Lease = packLease(&l)
		return nil
	})
	return it, l, err
}

// LeaseOf returns the lease on a container. Errors: [store.ErrValue].
func LeaseOf(it *catalog.Item) (Lease, error) {
	if it.Lease == "" {
		return Lease{}, nil
	}
	u := store.Unpack(it.Lease)
	l := unpackLease(u)
	return l, u.Err()
}

// packLease returns what a catalog keeps of a lease, "" for none.
func packLease(l *Lease) string {
	if l.ID == "" {
		return ""
	}
	var out store.Packer
	l.pack(&out)
	return out.String()
}
