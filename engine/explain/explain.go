// Package explain measures: facts about one request, recorded where they arise and read by
// what shows or checks them. It holds data and no prose; texts live with the pages. It only
// observes: a request does the same with a record and without.
//
// The observer travels in the context, as in net/http/httptrace, so that the methods of the
// services keep the signatures that users of the official SDK know.
package explain

import (
	"context"
	"strings"
	"time"

	"rowkey/engine/apierr"
)

// Class says how much of the index a read has to walk, cheapest first.
// Source: Azure Table storage design guide, "How your choice of PartitionKey and RowKey impacts
// query performance"; PartitionRange is ours.
type Class uint8

// The query classes. None is the class of everything that is not a read.
const (
	None Class = iota
	Point
	RowRange
	PartitionScan
	PartitionRange
	TableScan
)

var classNames = [...]string{"", "point", "rowRange", "partitionScan", "partitionRange", "tableScan"}

// ClassNames returns the names of the classes of reads, the cheapest first.
func ClassNames() []string { return classNames[Point:] }

// String returns the name that scripts use, for example "rowRange".
func (c Class) String() string { return classNames[c] }

// Reason says why a plan has its class. Texts are kept with the pages, under "reason.<code>".
type Reason string

// The reasons.
const (
	BothKeys         Reason = "bothKeys"            // PartitionKey and RowKey are both fixed by eq
	RowBounds        Reason = "rowBounds"           // one partition, RowKey bounded below or above
	WholePartition   Reason = "wholePartition"      // one partition, nothing else is asked
	OtherProperty    Reason = "otherProperty"       // one partition, and only properties other than the keys
	OrOverRows       Reason = "orOverRows"          // one partition, an "or" between row keys
	NegatedRow       Reason = "negatedRow"          // one partition, RowKey under "not" or "ne"
	PartitionBounds  Reason = "partitionBounds"     // PartitionKey is bounded, not fixed
	OrOverPartitions Reason = "orOverPartitions"    // an "or" of which a side leaves PartitionKey free or fixes another
	NegatedPartition Reason = "negatedPartition"    // PartitionKey under "not" or "ne"
	RowWithoutPart   Reason = "rowWithoutPartition" // RowKey is bounded, PartitionKey is not
	NoKey            Reason = "noKey"               // the filter names no key
	NoFilter         Reason = "noFilter"            // nothing is asked: everything is read
	NoMatch          Reason = "noMatch"             // the bounds contradict each other: nothing is read
)

// Key is the position of an entity in its table.
type Key struct {
	Partition string `json:"partition"`
	Row       string `json:"row"`
}

// Plan is the interval of the index that a query walks, and why. High is exclusive; nil means
// the end of the table. Low is nil at its beginning. Read the plan of a record with [Plan.Whole].
type Plan struct {
	Class  Class
	Reason Reason
	Low    *Key
	High   *Key
	Used   string // text of the comparisons that bound the interval, "" if none
	Rest   string // text of the comparisons that are checked on each entity, "" if none
}

// Whole returns the plan with all that follows from the key of a request that has both keys in its address. The record
// of such a request holds the key alone: each one is measured, and few are looked at.
func (p *Plan) Whole() Plan {
	w := *p
	if w.Class == Point && w.High == nil && w.Low != nil {
		w.High = &Key{Partition: w.Low.Partition, Row: w.Low.Row + "\x00"}
		w.Used = "PartitionKey eq " + quote(w.Low.Partition) + " and RowKey eq " + quote(w.Low.Row)
	}
	return w
}

// quote writes a text as a filter has it.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Change is one entity or table before and after a write. Before is "" for an insert, After for
// a delete; both hold rows as package edm encodes them.
type Change struct {
	Kind   string // insert, replace, merge, delete, createTable, deleteTable
	Table  string
	Key    Key
	Before string
	After  string
}

// Counts are what a request did in numbers, as JSON has them wherever they are shown.
type Counts struct {
	Read         int `json:"read"`         // entities read
	Returned     int `json:"returned"`     // entities returned
	Partitions   int `json:"partitions"`   // partitions from which entities were read
	BytesIn      int `json:"bytesIn"`      // bytes of the request body
	BytesOut     int `json:"bytesOut"`     // bytes of the response body
	Transactions int `json:"transactions"` // billed storage transactions
	Roundtrips   int `json:"roundtrips"`   // times that the client waits
	Pages        int `json:"pages"`        // pages of a query
}

// Plus returns the sums of both.
func (c Counts) Plus(o Counts) Counts {
	return Counts{c.Read + o.Read, c.Returned + o.Returned, c.Partitions + o.Partitions, c.BytesIn + o.BytesIn,
		c.BytesOut + o.BytesOut, c.Transactions + o.Transactions, c.Roundtrips + o.Roundtrips, c.Pages + o.Pages}
}

// Record is what one request did.
type Record struct {
	Counts
	ID          int    // position in the ledger, from 1
	Op          string // name of the operation in the REST reference without spaces: QueryEntities
	Table       string
	Plan        *Plan // nil for a request that reads no entities
	First, Last *Key  // first and last entity read
	From, Next  *Key  // where its token begins the page, and where the next page begins; nil if nowhere
	Keys        []Key // keys of the entities returned
	Changes     []Change
	Latency     time.Duration // virtual, from request to answer
	Nodes       []string      // that were asked, in key order; nil without a cluster
	Code        apierr.Code   // "" for success
}

type key struct{}

// NewContext returns a context in which the services write what they do into r.
func NewContext(ctx context.Context, r *Record) context.Context {
	return context.WithValue(ctx, key{}, r)
}

// From returns the record of the context, nil if there is none.
func From(ctx context.Context) *Record {
	r, _ := ctx.Value(key{}).(*Record)
	return r
}

// What a request costs in virtual time. The service publishes no such numbers: these are ours. They
// are chosen so that the orders of magnitude are right and so that comparisons come out as they do
// in reality: a round trip takes longer than the work of a point read, one transaction is faster than a hundred
// requests, and [PerRead] uses up the five seconds of a query with 100,000 entities.
const (
	RoundTrip = 4 * time.Millisecond   // there and back, and the front end
	Commit    = 4 * time.Millisecond   // once for a request that writes: its copies are made
	PerRead   = 50 * time.Microsecond  // each entity that is read
	PerWrite  = 100 * time.Microsecond // each entity that is written
	PerByte   = 100 * time.Nanosecond  // each byte of the two bodies
)

// Latency returns how long a request takes from what it did: the same record gives the same time.
// A request that is refused has written nothing. Waiting for a busy node is not part of it.
func Latency(r *Record) time.Duration {
	d := RoundTrip
	if n := len(r.Changes); n > 0 {
		d += Commit + time.Duration(n)*PerWrite
	}
	return d + time.Duration(r.Read)*PerRead + time.Duration(r.BytesIn+r.BytesOut)*PerByte
}
