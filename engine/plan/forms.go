package plan

import (
	"math"

	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// answers finds out how a store answers a question. ok is false if it cannot.
func (m *Model) answers(d *Design, store int, q *question) (access, bool) {
	st := &d.Stores[store]
	if !st.readable() || st.Kind != q.kind {
		return access{}, false
	}
	switch st.Form {
	case List:
		return m.list(d, store, q)
	case Answers:
		return m.ready(d, store, q)
	case LogBlobs:
		return m.logs(d, store, q)
	}
	w, ok := m.entities(d, store, q)
	if !ok {
		return access{}, false
	}
	if ok = w.calculate() && w.complete(); w.class < explain.PartitionRange || q.short {
		return w.access, ok
	}
	return m.overParents(&w, ok)
}

// list reads one list, and then the entities that it names unless their identities are wanted alone.
func (m *Model) list(d *Design, store int, q *question) (access, bool) {
	w, ok := m.entities(d, store, q)
	if !ok || w.rows != One || w.many() > 1 || w.tables != One {
		return access{}, false
	}
	w.point()
	n := m.group(q.kind, w.fixed, q.asked)
	rest := lacks(q.known, w.fixed) || q.span.given
	if rest {
		w.does("filter")
	}
	have := w.fixed.and(m.identity(q.kind)...)
	if rest || q.order || lacks(q.wants, have) || len(q.with) > 0 {
		m.looks(atBase)
		base := d.base(q.kind)
		if base < 0 || base == store || lacks(d.Stores[base].keys, have.and(q.known...)) {
			return access{}, false
		}
		if w.points(n); !rest && !q.order {
			w.read, w.returned, w.requests = always(1), always(1), always(1)
			w.roundTrips = always(1)
			w.points(n.atMost(q.top))
		}
		w.fetch, w.more = true, []int{base}
		if q.order {
			w.does("sort")
		}
	}
	return w.access, len(q.with) == 0
}

// point makes the access a single point read.
func (w *walker) point() {
	w.class, w.intervals, w.pages = explain.Point, always(1), always(1)
	w.read, w.returned, w.requests, w.roundTrips = always(1), always(1), always(1), always(1)
}

// ready reads the answer that is kept for a question.
func (m *Model) ready(d *Design, store int, q *question) (access, bool) {
	w, ok := m.entities(d, store, q)
	if !ok || q.Name != d.Stores[store].Answer || w.rows != One || w.many() > 1 || w.tables != One {
		return access{}, false
	}
	w.point()
	w.bytes = q.answer().often * m.bytesOf(q.kind, q.wants)
	return w.access, true
}

// logs reads the blobs of a range, and drops lines.
func (m *Model) logs(d *Design, store int, q *question) (access, bool) {
	st := &d.Stores[store]
	w := walker{Model: m, q: q, d: d, st: st, buckets: 1, lists: always(1), names: 1}
	w.store, w.walk, w.blob, w.tables, w.partitions, w.rows = store, -1, true, One, One, Several
	if !q.span.time || len(q.with) > 0 || lacks(q.wants, m.whole(q.kind)) {
		return access{}, false
	}
	writers := 1.0
	for i := range st.Row.Segments {
		s := &st.Row.Segments[i]
		switch unit := m.unit(s); {
		case s.Form == Literal || w.known(s):
		case unit != "" && m.single(s.ref) == q.span.ref:
			w.finer(&w.unit, unit)
		default:
			writers *= m.Distinct(s.ref)
		}
	}
	width := st.Log.Seconds()
	if w.unit != "" {
		width = sheet.UnitSeconds(w.unit)
	}
	gets := size{1 + q.span.seconds/width, math.Ceil(q.span.seconds/width) + 1, math.Ceil(q.span.seconds/width) + 1}.scale(writers)
	w.intervals, w.pages = gets, always(1)
	w.requests = gets.plus(gets.parts(namesInAList).atLeast(1))
	w.roundTrips = gets.parts(sideBySide).plus(gets.parts(namesInAList).atLeast(1))
	lines := m.inTimeOf(q, w.fixed, gets.scale(width/writers))
	w.bytes = lines * m.bytesOf(q.kind, m.whole(q.kind))
	w.does("filter")
	return w.access, true
}

// inTimeOf returns how many lines lie in a time.
func (m *Model) inTimeOf(q *question, by atoms, seconds size) float64 {
	return m.group(q.kind, by, q.asked).often * math.Min(1, seconds.often/q.span.cover)
}
