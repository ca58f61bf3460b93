package ask

import (
	"math"

	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

func (w *walker) walkTables() {
	t := &w.st.Table
	before := *w
	if w.steps(t, true) == len(t.Segments) && w.many() <= keys.MaxTables {
		if w.Tables = One; w.many() > 1 || w.turn != "" {
			w.Tables = Several
		}
		return
	}
	*w = before
	w.Tables, w.names = All, t.Names(w.f)
}

// many returns how many tables or partitions are asked at most.
func (w *walker) many() float64 { return w.grid.cells().Largest * w.buckets }

func (w *walker) walkPartitions() {
	t := &w.st.Partition
	before := *w
	if w.steps(t, true) == len(t.Segments) && w.many() <= maxExactly {
		if w.Partitions = One; w.many() > 1 || w.turn != before.turn {
			w.Partitions = Several
		}
		return
	}
	*w = before
	n := w.steps(t, false)
	bounded := n < len(t.Segments) && w.bounds(t, n)
	if w.Partitions, w.class = All, explain.TableScan; n > 0 || bounded {
		w.Partitions, w.class = Range, explain.PartitionRange
	}
	w.scanned, w.between = t.Segments[:n], bounded
}

// bounds uses the first segment of which the question knows no value, if it orders the range.
func (w *walker) bounds(t *keys.Template, i int) bool {
	s := &t.Segments[i]
	if !w.q.Span.Given || s.Sorts(w.f) == 0 || w.f.Canonical(s.Ref) != w.q.Span.Ref {
		return false
	}
	unit := w.unitOf(s)
	switch {
	case unit == "" || s.Tells(w.f) || w.q.Span.Exactly(unit):
		w.exact = s.Form != template.Beginning && t.KeepsOrder(w.f, i)
	case w.q.Span.Bounded():
		finer(&w.unit, unit)
	default:
		w.exact, w.beyond = true, sheet.UnitSeconds(unit)/2/w.q.Span.Cover
	}
	return w.exact || w.unit != ""
}

// walkRows bounds the RowKey in exact partitions.
func (w *walker) walkRows() {
	t := &w.st.Row
	if w.Partitions != One && w.Partitions != Several {
		w.Rows, w.inOrder, w.sought = All, !w.q.Ordered, soughtBy(*w, t)
		return
	}
	n := w.steps(t, false)
	w.prefix = n
	if n < len(t.Segments) && w.onePeriod(&t.Segments[n]) &&
		w.steps(&keys.Template{Segments: t.Segments[n+1:]}, false) == len(t.Segments)-n-1 {
		n = len(t.Segments)
	}
	switch {
	case n == len(t.Segments):
		w.Rows, w.inOrder = One, true
		if w.st.Shards > 0 && !w.st.Apart {
			w.Rows, w.class = Prefix, explain.RowRange // shards of one entity are beside each other
		}
		return
	case w.bounds(t, n):
		w.Rows, w.class = Range, explain.RowRange
	case n > 0:
		w.Rows, w.class = Prefix, explain.RowRange
	default:
		w.Rows, w.class = All, explain.PartitionScan
	}
	w.inOrder = !w.q.Ordered || t.Orders(w.f, n, w.q.By) == w.q.Direction()
}

// soughtBy returns what a whole RowKey tells that is known: the service compares it on each row that it reads.
func soughtBy(w walker, t *keys.Template) facts.Attrs {
	fixed, coarse := w.fixed, len(w.coarse)
	if w.steps(t, false) < len(t.Segments) || len(w.coarse) > coarse || len(w.q.In) > 0 ||
		w.st.Form != keys.Entities || w.st.Part > 0 || w.st.Shards > 0 {
		return nil
	}
	return w.fixed.Without(fixed)
}

// onePeriod uses a segment that the range makes one period of.
func (w *walker) onePeriod(s *keys.Segment) bool {
	unit := w.unitOf(s)
	if unit == "" || !w.q.Span.Bounded() || w.f.Canonical(s.Ref) != w.q.Span.Ref || !w.q.Span.Aligned(unit) ||
		w.q.Span.Touched(unit).Largest > 1 {
		return false
	}
	finer(&w.unit, unit)
	w.exact = w.exact || w.q.Span.Exactly(unit)
	return true
}

// Place returns where a value that keys can order is among others: a time in ticks of 100 nanoseconds since the year 1,
// a whole number as it is, and a decimal number in hundredths.
func Place(v edm.Value) int64 {
	switch v.Type() {
	case edm.TypeDateTime:
		return clock.Ticks(v.Time())
	case edm.TypeDouble:
		return int64(math.Round(v.Float() * Hundredths))
	}
	return v.Int()
}

// Hundredths are the places that there are for each whole step of a decimal number.
const Hundredths = 100

// valueAt returns the value of a type at a place.
func valueAt(t sheet.Type, place int64) edm.Value {
	switch t.Name {
	case sheet.Int:
		return edm.Int32(int32(place))
	case sheet.Long:
		return edm.Int64(place)
	case sheet.Double:
		return edm.Double(float64(place) / Hundredths)
	}
	return edm.DateTime(clock.FromTicks(place))
}

// IsOrdered reports whether values of a type have a [Place].
func IsOrdered(t sheet.Type) bool {
	return t.Name == sheet.Time || t.Name == sheet.Int || t.Name == sheet.Long || t.Name == sheet.Double
}
