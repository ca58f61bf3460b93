//go:build !js

package storage

import (
	"strconv"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/rest"
)

// Fields of leases.
const (
	fieldProposed = "x-ms-proposed-lease-id"
	fieldDuration = "x-ms-lease-duration"
	fieldPeriod   = "x-ms-lease-break-period"
)

// Limits of times, in seconds. Source: Lease Blob, "Request headers".
const (
	minLease  = 15
	maxLease  = 60
	maxPeriod = 60
	endless   = -1 // as a duration
)

// leasing is a request for a lease: what to do, and what its answer says.
type leasing struct {
	act    blob.LeaseAction
	status int
	action string
}

// readLeasing reads what is to be done with a lease. Errors: MissingRequiredHeader, InvalidHeaderValue.
// Source: Lease Blob; Lease Container.
func (c leases) readLeasing() (l leasing, err error) {
	l = leasing{status: 200, action: c.Request.Header.Get(fieldAction)}
	switch l.action {
	case "acquire":
		l.status = 201
		l.act, err = c.readAcquire()
	case "renew":
		l.act, err = c.withLeaseID(blob.Renew)
	case "release":
		l.act, err = c.withLeaseID(blob.Release)
	case "change":
		l.act, err = c.readChange()
	case "break":
		l.status = 202
		l.act, err = c.readBreak()
	case "":
		err = missingHeader(fieldAction)
	default:
		err = apierr.InvalidHeader(fieldAction, l.action)
	}
	return l, err
}

// readAcquire reads a request for a new lease, whose ID the service makes up unless the client proposes one.
func (c leases) readAcquire() (blob.LeaseAction, error) {
	id, err := c.leaseID(fieldProposed)
	if err != nil {
		return nil, err
	}
	if id == "" {
		id = c.NewID()
	}
	value := c.Request.Header.Get(fieldDuration)
	if value == "" {
		return nil, missingHeader(fieldDuration)
	}
	n, err := strconv.Atoi(value)
	switch {
	case err == nil && n == endless:
		return blob.Acquire(id, 0), nil
	case err != nil || n < minLease || n > maxLease:
		return nil, apierr.InvalidHeader(fieldDuration, value)
	}
	return blob.Acquire(id, time.Duration(n)*time.Second), nil
}

// withLeaseID makes an action that needs the ID of the lease.
func (c leases) withLeaseID(action func(id string) blob.LeaseAction) (blob.LeaseAction, error) {
	id, err := c.neededLeaseID(fieldLeaseID)
	if err != nil {
		return nil, err
	}
	return action(id), nil
}

func (c leases) readChange() (blob.LeaseAction, error) {
	next, err := c.neededLeaseID(fieldProposed)
	if err != nil {
		return nil, err
	}
	return c.withLeaseID(func(id string) blob.LeaseAction { return blob.Change(id, next) })
}

func (c leases) readBreak() (blob.LeaseAction, error) {
	value := c.Request.Header.Get(fieldPeriod)
	if value == "" {
		return blob.Break(-1), nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > maxPeriod {
		return nil, apierr.InvalidHeader(fieldPeriod, value)
	}
	return blob.Break(time.Duration(n) * time.Second), nil
}

// neededLeaseID is leaseID for a field that may not be absent. Errors: also MissingRequiredHeader.
func (c leases) neededLeaseID(field string) (string, error) {
	id, err := c.leaseID(field)
	if err == nil && id == "" {
		err = missingHeader(field)
	}
	return id, err
}

// leaseBlob changes the lease on a blob.
// Source: Lease Blob.
func (c leases) leaseBlob() *rest.Response {
	c.NoteOperation("LeaseBlob", "")
	l, err := c.readLeasing()
	if err != nil {
		return c.fail(err)
	}
	p, err := c.theBlob().Lease(c.Context, l.act, c.cond)
	return c.sendVersion(l.status, p.Modified, err, c.leaseAnswer(&l, &p.Lease)...)
}

// leaseContainer changes the lease on a container.
// Source: Lease Container.
func (c leases) leaseContainer() *rest.Response {
	c.NoteOperation("LeaseContainer", "")
	l, err := c.readLeasing()
	if err != nil {
		return c.fail(err)
	}
	it, lease, err := c.theContainer().Lease(c.Context, l.act, c.cond)
	return c.sendVersion(l.status, it.Modified, err, c.leaseAnswer(&l, &lease)...)
}

// leaseAnswer says what the client has now: the lease, or how long it lasts after a break.
// Source: recorded traffic.
func (c leases) leaseAnswer(l *leasing, lease *blob.Lease) []rest.Field {
	switch l.action {
	case "release":
		return nil
	case "break":
		left := lease.Left(c.Now()).Round(time.Second)
		return []rest.Field{{Name: "x-ms-lease-time", Value: strconv.Itoa(int(left / time.Second))}}
	}
	return []rest.Field{{Name: fieldLeaseID, Value: lease.ID}}
}
