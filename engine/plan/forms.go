package plan

import (
	"math"

	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// form finds out how a store answers a question, by what its entities are. ok is false if it cannot.
func (w *walker) form() (ok bool) {
	switch w.st.Form {
	case List:
		return w.list()
	case Answers:
		return w.ready()
	case LogBlobs:
		return w.logs()
	}
	if ok = w.calculate() && w.complete(); w.class < explain.PartitionRange || w.q.short {
		return ok
	}
	return w.overParents(ok)
}

// list reads one list, and then the entities that it names unless their identities are wanted alone.
func (w *walker) list() bool {
	q := w.q
	if w.rows != One || w.many() > 1 || w.tables != One {
		return false
	}
	w.point()
	n := w.group(q.kind, w.fixed, q.asked)
	rest := lacks(q.known, w.fixed) || q.span.given
	if rest {
		w.does("filter")
	}
	have := w.fixed.and(w.identity(q.kind)...)
	if rest || q.order || lacks(q.wants, have) || len(q.with) > 0 {
		base := w.v.base(q.kind)
		if base < 0 || base == w.at || lacks(w.v[base].keys, have.and(q.known...)) {
			return false
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
	return len(q.with) == 0
}

// point makes the access a single point read.
func (w *walker) point() {
	w.class, w.intervals, w.pages = explain.Point, always(1), always(1)
	w.read, w.returned, w.requests, w.roundTrips = always(1), always(1), always(1), always(1)
}

// ready reads the answer that is kept for a question.
func (w *walker) ready() bool {
	if w.q.Name != w.st.Answer || w.rows != One || w.many() > 1 || w.tables != One {
		return false
	}
	w.point()
	w.bytes = w.q.answer().often * w.bytesOf(w.q.kind, w.q.wants)
	return true
}

// logs reads the blobs of a range, and drops lines.
func (w *walker) logs() bool {
	st, q := w.st, w.q
	w.blob, w.tables, w.partitions, w.rows = true, One, One, Several
	if !q.span.time || len(q.with) > 0 || lacks(q.wants, w.whole(q.kind)) {
		return false
	}
	writers := 1.0
	for i := range st.Row.Segments {
		s := &st.Row.Segments[i]
		switch unit := w.unitOf(s); {
		case s.Form == Literal || w.known(s):
		case unit != "" && w.single(s.ref) == q.span.ref:
			finer(&w.unit, unit)
		default:
			writers *= w.Distinct(s.ref)
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
	lines := w.inTimeOf(q, w.fixed, gets.scale(width/writers))
	w.bytes = lines * w.bytesOf(q.kind, w.whole(q.kind))
	w.does("filter")
	return true
}

// inTimeOf returns how many lines lie in a time.
func (m *Model) inTimeOf(q *question, by atoms, seconds size) float64 {
	return m.group(q.kind, by, q.asked).often * math.Min(1, seconds.often/q.span.cover)
}
