package blob

import (
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/store"
)

// Lease is a lock on a blob or container: only a client that knows its ID may change or delete the blob, or delete the
// container. The zero value is no lease. Its state follows from the clock: nothing happens when its time is over.
//
// Source: Lease Blob; Lease Container, "Remarks".
type Lease struct {
	ID       string        // "" for none
	Duration time.Duration // that it was acquired for, 0 for an infinite one
	Until    time.Time     // when it expires, or its break is over; the zero time for never
	Broken   bool          // by request: it cannot be renewed
}

// LeaseState is what a lease is at a moment.
type LeaseState string

// The states, as the service spells them. In two of them the thing is locked.
const (
	Available LeaseState = "available"
	Leased    LeaseState = "leased"
	Expired   LeaseState = "expired"
	Breaking  LeaseState = "breaking"
	Broken    LeaseState = "broken"
)

// Locked reports whether a lease in this state keeps others from writing.
func (s LeaseState) Locked() bool { return s == Leased || s == Breaking }

// State returns what the lease is at a moment.
func (l *Lease) State(now time.Time) LeaseState {
	over := !l.Until.IsZero() && !now.Before(l.Until)
	switch {
	case l.ID == "":
		return Available
	case l.Broken && over:
		return Broken
	case l.Broken:
		return Breaking
	case over:
		return Expired
	}
	return Leased
}

// Left returns how long the lease will last, 0 if it is over or infinite.
func (l *Lease) Left(now time.Time) time.Duration {
	if l.Until.IsZero() {
		return 0
	}
	return max(l.Until.Sub(now), 0)
}

// start begins the time of the lease.
func (l *Lease) start(now time.Time) {
	l.Until = time.Time{}
	if l.Duration > 0 {
		l.Until = now.Add(l.Duration)
	}
}

// leased is what a lease can be on, and how the service says there that an operation has the wrong lease.
type leased struct {
	thing              string
	mismatch, notThere apierr.Code
}

var (
	leasedBlob      = leased{"blob", apierr.LeaseIDMismatchWithBlob, apierr.LeaseNotPresentWithBlob}
	leasedContainer = leased{"container", apierr.LeaseIDMismatchWithContainer, apierr.LeaseNotPresentWithContainer}
)

func (on *leased) refuse(c apierr.Code) error { return apierr.Lease(c, on.thing) }

// mayRead checks the lease that a request names, if it names one. Errors: LeaseNotPresentWith…Operation,
// LeaseLost, LeaseIdMismatchWith…Operation.
// Source: Lease Blob, "Outcomes of use attempts on blobs by lease state"; recorded traffic for LeaseLost.
func (on *leased) mayRead(l *Lease, id string, now time.Time) error {
	switch state := l.State(now); {
	case id == "":
		return nil
	case state == Available:
		return on.refuse(on.notThere)
	case id != l.ID:
		return on.refuse(on.mismatch)
	case !state.Locked():
		return on.refuse(apierr.LeaseLost)
	}
	return nil
}

// mayWrite is mayRead for a request that the lease is there to prevent. Errors: also LeaseIdMissing.
func (on *leased) mayWrite(l *Lease, id string, now time.Time) error {
	if id == "" && l.State(now).Locked() {
		return on.refuse(apierr.LeaseIDMissing)
	}
	return on.mayRead(l, id, now)
}

// pack adds the lease to a stored value.
func (l *Lease) pack(out *store.Packer) {
	out.Text(l.ID)
	out.Int(int64(l.Duration))
	out.Time(l.Until)
	out.Bool(l.Broken)
}

func unpackLease(u *store.Unpacker) Lease {
	return Lease{ID: u.Text(), Duration: time.Duration(u.Int()), Until: u.Time(), Broken: u.Bool()}
}

// LeaseID returns the ID that a client has written, in one form. ok is false if it is not a GUID.
// Source: Lease Blob, "x-ms-lease-id".
func LeaseID(text string) (id string, ok bool) {
	v, err := edm.GUID(text)
	return v.Text(), err == nil
}
