package plan

import (
	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

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
		finer(&w.unit, unit)
	default:
		w.exact = true // one period more or less at the open end
	}
	return w.exact || w.unit != ""
}

// walkRows bounds the RowKey in exact partitions.
func (w *walker) walkRows() {
	t := &w.st.Row
	if w.partitions != One && w.partitions != Several {
		w.rows, w.inOrder = All, !w.q.order
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
	w.inOrder = !w.q.order || w.ordered(t, n, w.q.by) == w.q.direction()
}

// onePeriod uses a segment that the range makes one period of.
func (w *walker) onePeriod(s *Segment) bool {
	unit := w.unitOf(s)
	if unit == "" || !w.q.span.bounded() || w.single(s.ref) != w.q.span.ref || !w.q.span.aligned(unit) || w.q.span.touched(unit).largest > 1 {
		return false
	}
	finer(&w.unit, unit)
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
