package ask

import (
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// complete adds what the rows of a store do not have: the rest of each entity from the base, blobs, and entities of
// other kinds. ok is false if the store cannot answer.
func (w *walker) complete() (ok bool) {
	have := w.st.Holds.Row.With(w.q.Known...)
	blobs := w.st.Holds.Blobs
	if facts.Missing(w.q.Wants, have.With(blobs...)) {
		base := w.v.Base(w.q.Kind)
		if base < 0 || base == w.at || facts.Missing(w.v[base].Keys, have) {
			return false
		}
		h := w.v[base].Holds
		have, blobs = have.With(h.Row...), h.Blobs
		if facts.Missing(w.q.Wants, have.With(blobs...)) {
			return false
		}
		w.Fetch, w.More = true, append(w.More, base)
		w.points(w.q.Wanted(), w.v[base])
	}
	if apart := w.q.Wants.Intersect(blobs); len(apart) > 0 {
		n := w.q.Wanted()
		w.blobs = apart
		w.Requests, w.RoundTrips = w.Requests.Plus(n), w.RoundTrips.Plus(n.Parts(SideBySide))
	}
	for _, kind := range w.q.With {
		if !w.addKind(kind, have) {
			return false
		}
	}
	return true
}

// points adds the reads of n entities from their base, which are sent after what was read before, 64 side by side. The
// rows of an entity in shards come with one request, unless these are in partitions of their own.
func (a *access) points(n figure.Size, base *keys.Store) {
	rows, requests := n, n
	if base.Shards > 0 {
		rows = n.Scale(float64(base.Shards))
		a.does("sum")
	}
	if base.Apart {
		requests = rows
	}
	a.Read, a.Returned, a.Requests = a.Read.Plus(rows), a.Returned.Plus(rows), a.Requests.Plus(requests)
	a.RoundTrips = a.RoundTrips.Plus(requests.Parts(SideBySide))
}

// addKind adds the entities of another kind that the question wants with its own: a parent is read once for each
// different one, children are asked by the identity of theirs.
func (w *walker) addKind(kind int, have facts.Attrs) bool {
	up := slices.Contains(w.f.Ancestors(w.q.Kind), kind)
	if up && !facts.Missing(w.f.Whole(kind), have) {
		return true // copied into the row
	}
	owner, asked := kind, w.q.Asked // owner is whose identity is asked by
	if !up {
		owner = w.q.Kind
	}
	if w.f.Identifies(owner, w.q.Known) {
		asked = sheet.Evenly // each parent is one, however many children it has
	}
	sub := w.f.NewQuestion(kind, w.q.Known.Of(w.f, kind).With(w.f.Identity(owner)...), asked)
	a, ok := w.p.Cheapest(w.v, &sub)
	if !ok || facts.Missing(w.f.Identity(owner), have) {
		return false
	}
	times := w.q.Wanted()
	if known := !facts.Missing(w.f.Identity(owner), w.q.Known); known {
		w.atOnce(a, w.q.ValuesOf(w.f.Identity(owner)))
		return true
	} else if up {
		times = facts.ParentsOf(w.f, w.q, kind)
	}
	w.afterwards(a, times)
	return true
}

// atOnce adds an access that is sent so many times at the same time.
func (a *access) atOnce(o Choice, times figure.Size) {
	a.add(o, times)
	a.RoundTrips = a.RoundTrips.Most(o.RoundTrips.Times(times.Parts(SideBySide)))
}

// afterwards adds an access that is sent so many times, 64 side by side, when the first answers are there.
func (a *access) afterwards(o Choice, times figure.Size) {
	a.add(o, times)
	a.RoundTrips = a.RoundTrips.Plus(o.RoundTrips.Times(times.Parts(SideBySide)))
}

// add adds what an access costs without waiting.
func (a *access) add(o Choice, times figure.Size) {
	a.Read, a.Returned, a.Requests = a.Read.Plus(o.Read.Times(times)), a.Returned.Plus(o.Returned.Times(times)),
		a.Requests.Plus(o.Requests.Times(times))
	a.More = append(append(a.More, o.Store), o.More...)
	a.class = max(a.class, o.class)
	a.Of.Join(o.Of)
	for _, what := range o.Work {
		a.does(what)
	}
}
