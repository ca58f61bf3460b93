package plan

import (
	"rowkey/engine/explain"
)

// What one question sends.
// Source: Query timeout and pagination; workbench 2.3.
const (
	maxExactly   = 64 // PartitionKeys that are asked exactly
	sideBySide   = 64 // requests at once
	page         = 1000
	readInAPage  = 100_000 // entities that five seconds of the model read
	namesInAList = 5000    // blobs
)

// access is how a store answers a question, and what it costs.
type access struct {
	more       []int // other stores that are read as well
	class      explain.Class
	blob       bool // blobs alone
	tables     AccessKind
	partitions AccessKind
	rows       AccessKind
	intervals  size // tables times partitions
	read       size
	returned   size
	requests   size
	roundTrips size
	pages      size // of the longest chain
	bytes      float64
	blobs      atoms // that are read for each entity of the answer
	inOrder    bool  // it comes in the order that is wanted
	stopped    bool  // by top
	inTurn     bool  // intervals are asked one after the other
	fetch      bool
	parent     int // kind that is read first, -1 for none
	work       []string
	of         *evidence
	stale      float64 // seconds that the store may be behind
	every      float64 // seconds after which the store is rewritten, 0 if it is not
	refresh    float64 // seconds that this takes
	crowd      crowd   // zero if it was not calculated
}

// walker finds out which intervals of a store's keys a question asks.
type walker struct {
	*Model
	q          *question
	v          view // what the question may look at
	at         int  // place of the store
	st         *Store
	fixed      atoms      // that the keys fix
	coarse     []*Segment // of known values, in a form that does not tell them
	prefix     int        // segments that the RowKey begins with and that are known
	unit       string     // finest period that bounds the range, "" for none
	server     atoms      // that the service compares beside the keys
	ranged     bool       // the service compares the range
	comparable bool       // rows say what has to be compared
	exact      bool       // the keys bound the range exactly
	turn       string     // finest period that is asked one after the other
	buckets    float64    // of something unknown
	lists      size       // periods that are asked
	names      float64    // of tables, if all are asked
	scanned    []Segment  // segments that the PartitionKey begins with in a range of partitions
	access
}

// path walks the templates of a store from the left. ok is false if the store lacks entities that a question wants.
func (m *Model) path(st *Store, q *question) (w walker, ok bool) {
	w = walker{Model: m, q: q, st: st, buckets: 1, lists: always(1), names: 1}
	if w.of, w.parent, w.class = m.evidence(), -1, explain.Point; st.Form == LogBlobs {
		return w, true
	}
	for _, k := range w.st.holds.fixed {
		if !q.knows(k) {
			return w, false // a sparse store lacks others
		}
		w.fixed = w.fixed.and(k)
	}
	w.walkTables()
	w.walkPartitions()
	w.walkRows()
	w.exact = w.exact || w.unit != "" && w.q.span.exactly(w.unit)
	w.server, w.ranged, w.comparable = w.compared()
	return w, true
}

// knows reports whether every call of a question asks for a value.
func (q *question) knows(k atom) bool {
	for _, a := range q.known {
		if a == k {
			return true
		}
	}
	return false
}
