package plan

import (
	"slices"

	"rowkey/engine/sheet"
)

// Answering is how a design answers a question, ready to be asked for the values of a call.
type Answering struct {
	Store   int
	Base    int        // store from which the rest of each entity is fetched, -1 for none
	Parents *Answering // that are read first, to ask the partition of each; nil for none
	With    []Joined
	q       question
	w       walker
}

// Joined is a question for entities of another kind that the answer holds as well.
type Joined struct {
	*Answering
	Kind   int
	Up     bool // a parent, which is read once for each different one
	Beside bool // it is sent at the same time as the question
}

// Answering returns how a design answers a question. ok is false if it does not, or with a store that does not keep
// entities.
func (m *Model) Answering(d *Design, ask int) (*Answering, bool) {
	a, ok := m.choose(d.view, &m.asks[ask])
	if !ok {
		return nil, false
	}
	return m.answering(d, m.asks[ask], &a)
}

func (m *Model) answering(d *Design, q question, by *asked) (*Answering, bool) {
	out := &Answering{Store: by.store, Base: -1, q: q}
	if st := &d.Stores[by.store]; st.Form != Entities || st.Part > 0 || len(by.blobs) > 0 {
		return nil, false
	}
	if by.parent >= 0 {
		if !m.first(d, out, by.parent) {
			return nil, false
		}
	}
	w, ok := m.path(&d.Stores[by.store], &out.q)
	w.v, w.at = d.view, by.store
	if out.w = w; !ok || !out.w.calculate() || !out.w.complete() {
		return nil, false
	}
	if out.w.fetch {
		out.Base = d.view.base(q.kind)
	}
	for _, kind := range q.with {
		if !m.joined(d, out, kind) {
			return nil, false
		}
	}
	return out, true
}

// first adds reading the parents whose partitions are asked.
func (m *Model) first(d *Design, out *Answering, parent int) bool {
	q := m.asking(parent, out.q.known.of(m, parent), out.q.asked)
	before, ok := m.cheapest(d.view, &q)
	if !ok {
		return false
	}
	if out.Parents, ok = m.answering(d, q, &before); !ok {
		return false
	}
	out.q.known, out.q.asked, out.q.with = out.q.known.and(m.whole(parent)...), sheet.Evenly, nil
	out.q.all = m.matching(&out.q)
	return true
}

// joined adds a question for entities of another kind.
func (m *Model) joined(d *Design, out *Answering, kind int) bool {
	up := slices.Contains(m.Ancestors(out.q.kind), kind)
	if up && !lacks(m.whole(kind), out.w.st.holds.row.and(out.q.known...)) {
		return true
	}
	owner := kind
	if !up {
		owner = out.q.kind
	}
	sub := m.asking(kind, out.q.known.of(m, kind).and(m.identity(owner)...), sheet.Evenly)
	by, ok := m.cheapest(d.view, &sub)
	if !ok {
		return false
	}
	a, ok := m.answering(d, sub, &by)
	out.With = append(out.With, Joined{a, kind, up, !lacks(m.identity(owner), out.q.known)})
	return ok
}
