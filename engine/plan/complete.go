package plan

import (
	"math"
	"slices"

	"rowkey/engine/sheet"
)

// complete adds what the rows of a store do not have: the rest of each entity from the base, blobs, and entities of
// other kinds. ok is false if the store cannot answer.
func (w *walker) complete() (ok bool) {
	have := w.st.holds.row.and(w.q.known...)
	blobs := w.st.holds.blobs
	if lacks(w.q.wants, have.and(blobs...)) {
		base := w.v.base(w.q.kind)
		if base < 0 || base == w.at || lacks(w.v[base].keys, have) {
			return false
		}
		h := w.v[base].holds
		have, blobs = have.and(h.row...), h.blobs
		if lacks(w.q.wants, have.and(blobs...)) {
			return false
		}
		w.fetch, w.more = true, append(w.more, base)
		w.points(w.q.answer())
	}
	if apart := w.q.wants.both(blobs); len(apart) > 0 {
		n := w.q.answer()
		w.blobs = apart
		w.requests, w.roundTrips = w.requests.plus(n), w.roundTrips.plus(n.parts(sideBySide))
	}
	for _, kind := range w.q.with {
		if !w.addKind(kind, have) {
			return false
		}
	}
	return true
}

// points adds point reads, which are sent after what was read before, 64 side by side.
func (w *walker) points(n size) {
	w.read, w.returned, w.requests = w.read.plus(n), w.returned.plus(n), w.requests.plus(n)
	w.roundTrips = w.roundTrips.plus(n.parts(sideBySide))
}

// lacks reports whether some of the attributes are not there.
func lacks(wanted, have atoms) bool {
	for _, a := range wanted {
		if !have.has(a.ref) {
			return true
		}
	}
	return false
}

// both returns the attributes that are in two sets.
func (l atoms) both(o atoms) atoms {
	if len(l) == 0 || len(o) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(l), func(a atom) bool { return !o.has(a.ref) })
}

// atomsIn returns the attributes that templates are made of.
func (m *Model) atomsIn(templates ...*Template) (out atoms) {
	for _, t := range templates {
		for i := range t.Segments {
			if s := &t.Segments[i]; s.Form != Literal {
				out = out.and(m.atomsOf(s.ref)...)
			}
		}
	}
	return out
}

// asking makes a question for entities of a kind that is asked on the way to another one.
func (m *Model) asking(kind int, known atoms, asked string) question {
	q := question{Ask: &sheet.Ask{Kind: m.Kinds[kind].Name}, index: -1, kind: kind, asked: asked, known: known, top: math.Inf(1), wants: m.whole(kind)}
	q.all = m.matching(&q)
	return q
}

// addKind adds the entities of another kind that the question wants with its own: a parent is read once for each
// different one, children are asked by the identity of theirs.
func (w *walker) addKind(kind int, have atoms) bool {
	up := slices.Contains(w.Ancestors(w.q.kind), kind)
	if up && !lacks(w.whole(kind), have) {
		return true // copied into the row
	}
	owner, asked := kind, w.q.asked // owner is whose identity is asked by
	if !up {
		owner = w.q.kind
	}
	if w.tellApart(owner, w.q.known) {
		asked = sheet.Evenly // each parent is one, however many children it has
	}
	sub := w.asking(kind, w.q.known.of(w.Model, kind).and(w.identity(owner)...), asked)
	a, ok := w.cheapest(w.v, &sub)
	if !ok || lacks(w.identity(owner), have) {
		return false
	}
	times := w.q.answer()
	if known := !lacks(w.identity(owner), w.q.known); known {
		w.beside(a)
		return true
	} else if up {
		times = times.atMost(math.Max(1, w.Population(kind)))
	}
	w.after(a, times)
	return true
}

// beside adds an access that is sent at the same time.
func (w *walker) beside(a asked) {
	w.add(a, always(1))
	w.roundTrips = w.roundTrips.most(a.roundTrips)
}

// after adds an access that is sent so many times, 64 side by side, when the first answers are there.
func (w *walker) after(a asked, times size) {
	w.add(a, times)
	w.roundTrips = w.roundTrips.plus(a.roundTrips.times(times.parts(sideBySide)))
}

// add adds what an access costs without waiting.
func (w *walker) add(a asked, times size) {
	w.read, w.returned, w.requests = w.read.plus(a.read.times(times)), w.returned.plus(a.returned.times(times)), w.requests.plus(a.requests.times(times))
	w.more = append(append(w.more, a.store), a.more...)
	w.class = max(w.class, a.class)
	w.of.join(a.of)
	for _, what := range a.work {
		w.does(what)
	}
}
