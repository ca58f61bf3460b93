package lint

import (
	"context"
	"strings"
	"time"

	"rowkey/engine/advise"
	"rowkey/engine/apierr"
	"rowkey/engine/cluster"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/table"
)

// Sent is a request to the copy.
type Sent struct {
	Method, URL           string
	Accept, IfMatch, Body string
}

// Answer is the answer of the copy.
type Answer struct {
	Status int
	Body   string
	ETag   string
	Record *explain.Record
}

// Bench is where proposals are run. What happens on it leaves no trace.
type Bench struct {
	Context context.Context
	Now     time.Time // of the virtual clock
	Table   func(name string) table.Table
	Ask     func(s Sent) Answer
	Cluster func() *cluster.Cluster     // a new one like that of the sandbox; nil without one
	Apart   func(fn func() error) error // calls fn, and undoes what it did
}

// ignore drops what the service refuses: what a proposal was about is gone, or cannot be done, and there is nothing
// to say.
func ignore(err error) error {
	if apierr.Of(err) != "" {
		return nil
	}
	return err
}

// spell writes a filter as a script has it.
func spell(x odata.Expr) string {
	text := odata.Text(x)
	for _, c := range [...][2]string{{"%", "%25"}, {"&", "%26"}, {"#", "%23"}, {"+", "%2B"}, {"{{", "%7B%7B"}} {
		text = strings.ReplaceAll(text, c[0], c[1])
	}
	return text
}

// base returns the address of the account of a request.
func base(q *request) string {
	path, _, _ := strings.Cut(q.URL, "?")
	return path[:strings.LastIndexByte(strings.TrimRight(path, "()"), '/')+1]
}

// query writes the target of a query of a table.
func (q *request) query(filter string) string {
	target := q.Record.Table + "()"
	sep := "?"
	for _, o := range [...][2]string{{"$filter", filter}, {"$select", strings.Join(q.selected, ",")}} {
		if o[1] != "" {
			target, sep = target+sep+o[0]+"="+o[1], "&"
		}
	}
	return target
}

// text writes an entity.
func text(e *edm.Entity) string {
	return string(edm.AppendJSON(nil, e, &edm.Format{Metadata: edm.MinimalMetadata}))
}

// body writes an entity as a script sends it: its properties, and its keys if they are in no address.
func body(e *edm.Entity, keys bool) string {
	return (&edm.Document{Entity: *e, HasPartitionKey: keys, HasRowKey: keys}).Text()
}

// follow runs a query to its end. Errors: those of the table.
func (b *Bench) follow(q *request) (advise.Cost, error) {
	cost, _, err := advise.Count(b.Context, b.Table(q.Record.Table), q.filter, 0)
	return cost, err
}
