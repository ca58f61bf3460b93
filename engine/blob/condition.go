package blob

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
)

// ETag names the version of a container or blob that was last changed at a time; it is between
// quotes in header fields.
// Source: recorded traffic; the reference calls it opaque.
func ETag(modified time.Time) string {
	return "0x" + strings.ToUpper(strconv.FormatInt(clock.Ticks(modified), 16))
}

// Conditions under which a request is to be carried out. The zero value sets none. The four belong
// to the header fields of these names; the first two are ETags as sent, or "*". Lease is the ID of a lease
// that the client holds, or means to.
type Conditions struct {
	IfMatch, IfNoneMatch               string
	IfModifiedSince, IfUnmodifiedSince time.Time
	Lease                              string
}

// ErrNotModified is ConditionNotMet for a read of what the client already has: its status is 304.
// Match it with errors.Is.
var ErrNotModified = errors.Join(
	errors.New("blob: not modified"), apierr.New(apierr.ConditionNotMet))

// check applies the conditions of a write to what exists. Errors: ConditionNotMet.
// Source: Specifying conditional headers for Blob service operations; an ETag beats a time.
func (c Conditions) check(modified time.Time) error {
	if !c.satisfied(modified) || c.known(modified) {
		return apierr.New(apierr.ConditionNotMet)
	}
	return nil
}

// checkRead applies the conditions of a read. Errors: ConditionNotMet, [ErrNotModified].
func (c Conditions) checkRead(modified time.Time) error {
	if !c.satisfied(modified) {
		return apierr.New(apierr.ConditionNotMet)
	}
	if c.known(modified) {
		return ErrNotModified
	}
	return nil
}

// checkAbsent applies the conditions of a write to what does not exist; blocks may wait for it since a time.
// Errors: ConditionNotMet.
// Source: tests of the client for Go, which run against the service, TestBlobPutBlockListIfModifiedSinceFalse.
func (c Conditions) checkAbsent(waits time.Time) error {
	if c.IfMatch != "" || c.IfNoneMatch == "" && !waits.IsZero() && c.known(waits) {
		return apierr.New(apierr.ConditionNotMet)
	}
	return nil
}

// satisfied reports whether the version is still the one that the client means.
func (c Conditions) satisfied(modified time.Time) bool {
	if c.IfMatch != "" {
		return matches(c.IfMatch, modified)
	}
	return c.IfUnmodifiedSince.IsZero() || !modified.Truncate(time.Second).After(c.IfUnmodifiedSince)
}

// known reports whether the version is the one that the client has.
func (c Conditions) known(modified time.Time) bool {
	if c.IfNoneMatch != "" {
		return matches(c.IfNoneMatch, modified)
	}
	return !c.IfModifiedSince.IsZero() && !modified.Truncate(time.Second).After(c.IfModifiedSince)
}

// matches compares with an ETag as it was sent. Anything but an ETag matches nothing.
// Source: recorded traffic.
func matches(tag string, modified time.Time) bool {
	return tag == "*" || strings.TrimSpace(tag) == `"`+ETag(modified)+`"`
}
