package storage

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/catalog"
	"rowkey/engine/lists"
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
	return lists.Map(facts, func(f fact) rest.Field { return rest.Field{Name: f.header, Value: f.value} })
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

const metaPrefix = "x-ms-meta-"

// metadata returns the pairs that the header holds, in the order and the letter case of the client.
// Source: Setting and retrieving properties and metadata for blob resources.
func (c *call) metadata() catalog.Metadata {
	var m catalog.Metadata
	for _, f := range c.Request.Header {
		if rest.HasPrefixFold(f.Name, metaPrefix) {
			m = append(m, catalog.Pair{Name: f.Name[len(metaPrefix):], Value: strings.Trim(f.Value, " \t")})
		}
	}
	return m
}

func appendMetadata(fs []rest.Field, m catalog.Metadata) []rest.Field {
	for _, p := range m {
		fs = append(fs, rest.Field{Name: metaPrefix + p.Name, Value: p.Value})
	}
	return fs
}

// writeMetadata writes the pairs of a line of a list.
func writeMetadata(w *xmltext.Writer, m catalog.Metadata) {
	w.List("Metadata", len(m), func(i int) { w.Leaf(m[i].Name, m[i].Value) })
}
