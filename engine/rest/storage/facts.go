package storage

import (
	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/rest"
	"rowkey/engine/xmltext"
)

// fact is what a list has as an element and an answer as a header field.
type fact struct{ element, header, value string }

// leaseFacts are what every client may know of a lease: not its ID.
// Source: recorded traffic.
func (c *blobCall) leaseFacts(l *blob.Lease) []fact {
	state, status, length := l.State(c.Now()), "unlocked", "fixed"
	if state.Locked() {
		status = "locked"
	}
	if l.Duration == 0 {
		length = "infinite"
	}
	facts := []fact{{"LeaseStatus", "x-ms-lease-status", status}, {"LeaseState", "x-ms-lease-state", string(state)}}
	if state == blob.Leased {
		facts = append(facts, fact{"LeaseDuration", "x-ms-lease-duration", length})
	}
	return facts
}

// factFields are facts as header fields.
func factFields(facts []fact) []rest.Field {
	fs := make([]rest.Field, len(facts))
	for i, f := range facts {
		fs[i] = rest.Field{Name: f.header, Value: f.value}
	}
	return fs
}

// writeFacts writes facts as elements of a list.
func writeFacts(w *xmltext.Writer, facts []fact) {
	for _, f := range facts {
		w.Leaf(f.element, f.value)
	}
}

// copied is the status of all copies: they are made at once.
const copied = "success"

// copyFacts are what is told of a blob that is a copy.
// Source: recorded traffic.
func copyFacts(made *blob.Copy) []fact {
	if made.ID == "" {
		return nil
	}
	size := decimal(made.Size)
	return []fact{
		{"CopyId", "x-ms-copy-id", made.ID},
		{"CopySource", fieldSource, made.Source},
		{"CopyStatus", "x-ms-copy-status", copied},
		{"CopyProgress", "x-ms-copy-progress", size + "/" + size},
		{"CopyCompletionTime", "x-ms-copy-completion-time", made.Completed.Format(rest.TimeFormat)},
	}
}

// Fields of leases that are read in more than one place.
const (
	fieldLeaseID = "x-ms-lease-id"
	fieldAction  = "x-ms-lease-action"
)

// leaseID reads the ID of a lease in a field, "" for none. Errors: InvalidHeaderValue.
func (c *blobCall) leaseID(field string) (string, error) {
	value := c.Request.Header.Get(field)
	if value == "" {
		return "", nil
	}
	id, ok := blob.LeaseID(value)
	if !ok {
		return "", apierr.InvalidHeader(field, value)
	}
	return id, nil
}

// missingHeader returns the error of a field that is absent.
func missingHeader(name string) error {
	return apierr.New(apierr.MissingHeader).With("HeaderName", name)
}
