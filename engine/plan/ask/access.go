package ask

import (
	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
)

// What one question sends.
// Source: Query timeout and pagination; the other numbers are ours.
const (
	maxExactly   = 64 // PartitionKeys that are asked exactly
	SideBySide   = 64 // requests at once
	page         = 1000
	readInAPage  = 100_000 // entities that five seconds of the model read
	namesInAList = 5000    // blobs
)

// access is how a store answers a question, and what it costs.
type access struct {
	More       []int // other stores that are read as well
	class      explain.Class
	Blob       bool // blobs alone
	Tables     AccessKind
	Partitions AccessKind
	Rows       AccessKind
	Intervals  figure.Size // tables times partitions
	Read       figure.Size
	Returned   figure.Size
	Requests   figure.Size
	RoundTrips figure.Size
	Pages      figure.Size // of the longest chain
	Bytes      float64
	blobs      facts.Attrs // that are read for each entity of the answer
	inOrder    bool        // it comes in the order that is wanted
	Stopped    bool        // by top
	InTurn     bool        // intervals are asked one after the other
	Fetch      bool
	Parent     int     // kind that is read first, -1 for none
	values     float64 // of a list, each of which is asked for by itself; 0 for none
	Work       []string
	Of         *figure.Evidence
	stale      float64 // seconds that the store may be behind
	every      float64 // seconds after which the store is rewritten, 0 if it is not
	refresh    float64 // seconds that this takes
	Busiest    Busiest // zero if it was not calculated
}

// walker finds out which intervals of a store's keys a question asks.
type walker struct {
	f          *facts.Facts
	p          *Planner
	q          *facts.Question
	v          keys.View // what the question may look at
	at         int       // place of the store
	st         *keys.Store
	fixed      facts.Attrs     // that the keys fix
	coarse     []*keys.Segment // of known values, in a form that does not tell them
	prefix     int             // segments that the RowKey begins with and that are known
	unit       string          // finest period that bounds the range, "" for none
	sought     facts.Attrs     // that a whole RowKey tells, which the service compares
	server     facts.Attrs     // that the service compares beside the keys
	ranged     bool            // the service compares the range
	crossed    bool            // and the second one
	grid       grid
	comparable bool           // rows say what has to be compared
	exact      bool           // the keys bound the range exactly
	beyond     float64        // part of everything that is in the period of its open end besides, on average
	turn       string         // finest period that is asked one after the other
	buckets    float64        // of something unknown
	names      float64        // of tables, if all are asked
	scanned    []keys.Segment // segments that the PartitionKey begins with in a range of partitions
	between    bool           // and the next one bounds that range
	access
}

// walk walks the templates of a store from the left. ok is false if the store lacks entities that a question wants.
func (p *Planner) walk(st *keys.Store, q *facts.Question) (w walker, ok bool) {
	w = walker{f: p.Facts, p: p, q: q, st: st, buckets: 1, names: 1,
		grid: grid{periods: figure.Always(1)}}
	if w.Of, w.Parent, w.class = p.Evidence(), -1, explain.Point; st.Form == keys.LogBlobs {
		return w, true
	}
	for _, k := range w.st.Holds.Fixed {
		if !q.Knows(k) {
			return w, false // a sparse store lacks others
		}
		w.fixed = w.fixed.With(k)
	}
	w.q = turnedFor(w.f, st, q)
	w.walkTables()
	w.walkPartitions()
	w.walkRows()
	w.exact = w.exact || w.unit != "" && w.q.Span.Exactly(w.unit)
	w.server, w.ranged, w.comparable = w.compared()
	return w, true
}

// AccessKind says which tables, partitions or rows a question asks.
type AccessKind string

// What is asked.
const (
	Nothing AccessKind = ""        // the design cannot answer
	One     AccessKind = "one"     // exactly one
	Several AccessKind = "several" // a list: periods of a range, or buckets
	Range   AccessKind = "range"   // between two bounds
	Prefix  AccessKind = "prefix"  // those that begin with what is known
	All     AccessKind = "all"
	Parents AccessKind = "parents" // one for each parent, which are read first
)
