package plan

import (
	"math"
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// access is how a store answers a question, and what it costs.
type access struct {
	store      int
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
	walk       int // kind that is read first, -1 for none
	work       []string
	of         evidence
	stale      float64 // seconds that the store may be behind
}

// walker finds out which intervals of a store's keys a question asks.
type walker struct {
	*Model
	q       *question
	d       *Design
	st      *Store
	hold    holding
	fixed   atoms      // that the keys fix
	coarse  []*Segment // of known values, in a form that does not tell them
	prefix  int        // segments that the RowKey begins with and that are known
	unit    string     // finest period that bounds the range, "" for none
	ranged  bool       // the service compares the range
	exact   bool       // the keys bound the range exactly
	turn    string     // finest period that is asked one after the other
	buckets float64    // of something unknown
	lists   size       // periods that are asked
	names   float64    // of tables, if all are asked
	scanned []Segment  // segments that the PartitionKey begins with in a range of partitions
	access
}

// entities walks the templates of a store from the left.
func (m *Model) entities(d *Design, store int, q *question) (walker, bool) {
	st := &d.Stores[store]
	w := walker{Model: m, q: q, d: d, st: st, hold: m.holds(st), buckets: 1, lists: always(1), names: 1}
	w.store, w.walk, w.class = store, -1, explain.Point
	for _, k := range w.hold.fixed {
		if !q.knows(k) {
			return w, false // a sparse store lacks others
		}
		w.fixed = w.fixed.and(k)
	}
	w.walkTables()
	w.walkPartitions()
	w.walkRows()
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

// steps goes through a template up to the first segment whose value does not follow from the question, and returns its
// position. In a list, periods of the range and buckets follow.
func (w *walker) steps(t *Template, list bool) int {
	for i := range t.Segments {
		s := &t.Segments[i]
		if s.Form != Literal && !w.known(s) && !(list && w.listed(s)) {
			return i
		}
	}
	return len(t.Segments)
}

// known uses a segment whose attribute the question knows.
func (w *walker) known(s *Segment) bool {
	ids := atomsOf(w.Sheet, s.ref)
	if !w.q.known.hasAll(ids) {
		return false
	}
	for _, id := range ids {
		for _, k := range w.q.known {
			if k.ref == id && w.tells(s) {
				w.fixed = w.fixed.and(k)
			}
		}
	}
	if !w.tells(s) {
		w.coarse = append(slices.Clip(w.coarse), s)
	}
	return true
}

// share returns which part of what is fixed has the same texts in segments of known values that do not tell them. Of
// several forms of one attribute the finest counts.
func (w *walker) share() float64 {
	all, seen := 1.0, map[sheet.Ref]float64{}
	for _, s := range w.coarse {
		if ref := w.single(s.ref); !w.follows(ref, w.fixed) {
			seen[ref] = math.Min(or(seen[ref], 1), w.shareOf(s))
		}
	}
	for _, s := range w.coarse { // in order, for the same product each time
		ref := w.single(s.ref)
		all *= or(seen[ref], 1)
		delete(seen, ref)
	}
	return all
}

func or(n, otherwise float64) float64 {
	if n == 0 {
		return otherwise
	}
	return n
}

// shareOf returns which part of everything has the same text in a segment that does not tell the value.
func (w *walker) shareOf(s *Segment) float64 {
	n := w.Distinct(s.ref)
	switch s.Form {
	case Bucket:
		return 1 / float64(s.N)
	case Period, PeriodDown:
		return math.Min(1, sheet.UnitSeconds(s.Unit)/w.Cover(s.ref.Kind))
	case Beginning:
		return math.Max(1/n, math.Pow(letters, -float64(s.N)))
	}
	return 1 / n
}

// letters is how many characters a text is assumed to be made of.
const letters = 26

// listed uses a segment that has one of a few texts: the periods of the range or of the order, and buckets.
func (w *walker) listed(s *Segment) bool {
	unit, ref := w.unitOf(s), w.single(s.ref)
	switch {
	case s.Form == Bucket:
		w.buckets *= float64(s.N)
	case unit == "":
		return false
	case w.q.span.bounded() && ref == w.q.span.ref && w.q.span.time:
		w.finer(&w.unit, unit)
		w.lists = w.q.span.touched(w.unit)
	case !math.IsInf(w.q.top, 1) && w.q.order && ref == w.q.by && unit != "tick":
		w.finer(&w.turn, unit)
	default:
		return false
	}
	return true
}

func (w *walker) unitOf(s *Segment) string { return w.Model.unit(s) }

// finer keeps the finer one of two units.
func (w *walker) finer(unit *string, other string) {
	if *unit == "" || sheet.UnitSeconds(other) < sheet.UnitSeconds(*unit) {
		*unit = other
	}
}

func (w *walker) walkTables() {
	t := &w.st.Table
	before := *w
	if w.steps(t, true) == len(t.Segments) && w.many() <= maxTables {
		if w.tables = One; w.many() > 1 || w.turn != "" {
			w.tables = Several
		}
		return
	}
	*w = before
	w.tables, w.names = All, w.tableNames(t)
}

// many returns how many tables or partitions are asked at most.
func (w *walker) many() float64 { return w.lists.largest * w.buckets }

// tableNames returns how many tables a template makes.
func (m *Model) tableNames(t *Template) float64 {
	n, units := 1.0, map[sheet.Ref]string{}
	for i := range t.Segments {
		s := &t.Segments[i]
		switch unit := m.unit(s); {
		case s.Form == Literal:
		case unit != "":
			if u := units[s.ref]; u == "" || sheet.UnitSeconds(unit) < sheet.UnitSeconds(u) {
				units[s.ref] = unit
			}
		case s.Form == Bucket:
			n *= float64(s.N)
		default:
			n *= m.Distinct(s.ref)
		}
	}
	for i := range t.Segments {
		if s := &t.Segments[i]; units[s.ref] != "" {
			n *= m.periods(s.ref, units[s.ref])
			delete(units, s.ref)
		}
	}
	return n
}

func (w *walker) walkPartitions() {
	t := &w.st.Partition
	before := *w
	if w.steps(t, true) == len(t.Segments) && w.many() <= maxExactly {
		if w.partitions = One; w.many() > 1 || w.turn != before.turn {
			w.partitions = Several
		}
		return
	}
	*w = before
	n := w.steps(t, false)
	bounded := n < len(t.Segments) && w.bounds(t, n)
	if w.partitions, w.class = All, explain.TableScan; n > 0 || bounded {
		w.partitions, w.class = Range, explain.PartitionRange
	}
	w.scanned = t.Segments[:n]
}

// bounds uses the first segment of which the question knows no value, if it orders the range.
func (w *walker) bounds(t *Template, i int) bool {
	s := &t.Segments[i]
	if !w.q.span.given || w.sorted(s) == 0 || w.single(s.ref) != w.q.span.ref {
		return false
	}
	unit := w.unitOf(s)
	switch {
	case unit == "" || w.tells(s) || w.q.span.exactly(unit):
		w.exact = s.Form != Beginning && w.keepsOrder(t, i)
	case w.q.span.bounded():
		w.finer(&w.unit, unit)
	default:
		w.exact = true // one period more or less at the open end
	}
	return w.exact || w.unit != ""
}

// walkRows bounds the RowKey in exact partitions.
func (w *walker) walkRows() {
	t := &w.st.Row
	if w.partitions != One && w.partitions != Several {
		w.rows = All
		return
	}
	n := w.steps(t, false)
	w.prefix = n
	if n < len(t.Segments) && w.onePeriod(&t.Segments[n]) && w.steps(&Template{Segments: t.Segments[n+1:]}, false) == len(t.Segments)-n-1 {
		n = len(t.Segments)
	}
	switch {
	case n == len(t.Segments):
		w.rows, w.inOrder = One, true
		return
	case w.bounds(t, n):
		w.rows, w.class = Range, explain.RowRange
	case n > 0:
		w.rows, w.class = Prefix, explain.RowRange
	default:
		w.rows, w.class = All, explain.PartitionScan
	}
	w.inOrder = w.q.order && w.ordered(t, n, w.q.by) == w.q.direction()
}

// onePeriod uses a segment that the range makes one period of.
func (w *walker) onePeriod(s *Segment) bool {
	unit := w.unitOf(s)
	if unit == "" || !w.q.span.bounded() || w.single(s.ref) != w.q.span.ref || !w.q.span.aligned(unit) || w.q.span.touched(unit).largest > 1 {
		return false
	}
	w.finer(&w.unit, unit)
	w.exact = w.exact || w.q.span.exactly(unit)
	return true
}

// direction returns 1 if the smallest value comes first, -1 if the greatest does.
func (q *question) direction() int {
	if q.Order.Descending() {
		return -1
	}
	return 1
}
