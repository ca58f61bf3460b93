package ask

import (
	"math"

	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// form finds out how a store answers a question. ok is false if it cannot.
func (w *walker) form() (ok bool) {
	q := w.q
	each := eachAlone(w)
	if each {
		w.q = q.Each
	}
	if ok = w.ofForm(); each {
		w.q = q
		w.repeat(q.Values)
	}
	if each && q.Ordered {
		w.does("merge")
	}
	switch { // several values are taken to be as frequent as one that is asked for
	case q.Source != nil:
		w.Of.Modelled("source")
	case len(q.In) > 0 && q.Asked != sheet.Evenly:
		w.Of.Modelled("list")
	}
	if ok && q.Source != nil { // the list is read first
		before, found := w.p.Cheapest(w.v, q.Source)
		if ok = found; ok {
			w.after(before)
		}
	}
	return ok
}

// ofForm finds out how a store answers a question by what its entities are.
func (w *walker) ofForm() (ok bool) {
	switch w.st.Form {
	case keys.List:
		return w.list()
	case keys.Answers:
		return w.ready()
	case keys.LogBlobs:
		return w.logs()
	}
	if ok = w.calculate() && w.complete(); w.class < explain.PartitionRange || w.q.Short {
		return ok
	}
	return w.overParents(ok)
}

// list reads one list, and then the entities that it names unless their identities are wanted alone.
func (w *walker) list() bool {
	q := w.q
	if w.Rows != One || w.many() > 1 || w.Tables != One {
		return false
	}
	w.point()
	n := w.f.Group(q.Kind, w.fixed, q.Asked)
	rest := facts.Missing(q.Known, w.fixed) || q.Span.Given
	if rest {
		w.does("filter")
	}
	have := w.fixed.With(w.f.Identity(q.Kind)...)
	if rest || q.Ordered || facts.Missing(q.Wants, have) || len(q.With) > 0 {
		base := w.v.Base(q.Kind)
		if base < 0 || base == w.at || facts.Missing(w.v[base].Keys, have.With(q.Known...)) {
			return false
		}
		if w.points(n, w.v[base]); !rest && !q.Ordered {
			w.Read, w.Returned, w.Requests = figure.Always(1), figure.Always(1), figure.Always(1)
			w.RoundTrips = figure.Always(1)
			w.points(n.AtMost(q.Top), w.v[base])
		}
		w.Fetch, w.More = true, []int{base}
		if q.Ordered {
			w.does("sort")
		}
	}
	return len(q.With) == 0
}

// point makes the access a single point read.
func (a *access) point() {
	a.class, a.Intervals, a.Pages = explain.Point, figure.Always(1), figure.Always(1)
	a.Read, a.Returned, a.Requests, a.RoundTrips = figure.Always(1), figure.Always(1), figure.Always(1), figure.Always(1)
}

// ready reads the answer that is kept for a question.
func (w *walker) ready() bool {
	if w.q.Ask.Name != w.st.Answer || w.q.Short || w.Rows != One || w.many() > 1 || w.Tables != One {
		return false
	}
	w.point()
	w.Bytes = w.q.Wanted().Often * w.f.JSONBytes(w.q.Kind, w.q.Wants)
	return true
}

// logs reads the blobs of a range, and drops lines.
func (w *walker) logs() bool {
	st, q := w.st, w.q
	w.Blob, w.Tables, w.Partitions, w.Rows = true, One, One, Several
	if !q.Span.Time || len(q.With) > 0 || facts.Missing(q.Wants, w.f.Whole(q.Kind)) {
		return false
	}
	writers := 1.0
	for s := range keys.SegmentsOf(&st.Row) {
		switch unit := w.unitOf(s); {
		case s.Form == template.Literal || w.known(s):
		case unit != "" && w.f.Canonical(s.Ref) == q.Span.Ref:
			finer(&w.unit, unit)
		default:
			writers *= sheet.Occurring(w.f.Sheet, s.Ref)
		}
	}
	width := st.Log.Seconds()
	if w.unit != "" {
		width = sheet.UnitSeconds(w.unit)
	}
	most := math.Ceil(q.Span.Seconds/width) + 1
	gets := figure.Size{Typical: 1 + q.Span.Seconds/width, Often: most, Largest: most}.Scale(writers)
	w.Intervals, w.Pages = gets, figure.Always(1)
	w.Requests = gets.Plus(gets.Parts(namesInAList).AtLeast(1))
	w.RoundTrips = gets.Parts(SideBySide).Plus(gets.Parts(namesInAList).AtLeast(1))
	lines := inTimeOf(w.f, q, w.fixed, gets.Scale(width/writers))
	w.Bytes = lines * w.f.JSONBytes(q.Kind, w.f.Whole(q.Kind))
	w.does("filter")
	return true
}

// inTimeOf returns how many lines lie in a time.
func inTimeOf(f *facts.Facts, q *facts.Question, by facts.Attrs, seconds figure.Size) float64 {
	return f.Group(q.Kind, by, q.Asked).Often * math.Min(1, seconds.Often/q.Span.Cover)
}
