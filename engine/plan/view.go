package plan

import (
	"slices"

	"rowkey/engine/explain"
)

// view is what is seen of the stores of a design, at their places: nil for a store that is not seen, or cannot be read. What
// is calculated with a view depends on no other store.
type view []*Store

// viewOf sees all stores that can be read.
func viewOf(d *Design) view {
	v := make(view, len(d.Stores))
	for i := range d.Stores {
		if d.Stores[i].readable() {
			v[i] = &d.Stores[i]
		}
	}
	return v
}

// base returns the place of the first store of a kind, -1 if it is not seen.
func (v view) base(kind int) int {
	return slices.IndexFunc(v, func(st *Store) bool { return st != nil && st.Kind == kind && st.Base })
}

// without does not see one store.
func (v view) without(store int) view {
	out := slices.Clone(v)
	out[store] = nil
	return out
}

// reach says which other stores of its design an answer of a store may depend on.
type reach struct {
	table bool   // those in its table
	base  bool   // the base of its kind
	kinds []bool // those of kinds that are read on the way, and those in their tables; nil for none
	all   bool
}

// sees reports whether a store at one place is within reach of the one at another place.
func (m *Model) sees(v view, from int, r *reach, at int) bool {
	st, o := v[from], v[at]
	switch {
	case o == nil:
		return false
	case at == from, r.all, r.base && o.Kind == st.Kind && o.Base, r.table && m.sameTemplate(&o.Table, &st.Table):
		return true
	}
	return r.kinds != nil && (o.Kind != st.Kind && r.kinds[o.Kind] || m.joinsTable(v, at, r.kinds))
}

// joinsTable reports whether a store is in the table of another one of some kinds.
func (m *Model) joinsTable(v view, at int, kinds []bool) bool {
	for i, o := range v {
		if i != at && o != nil && kinds[o.Kind] && m.sameTemplate(&o.Table, &v[at].Table) {
			return true
		}
	}
	return false
}

// within returns what is seen of a view from one store.
func (m *Model) within(v view, from int, r *reach) view {
	out := make(view, len(v))
	for i := range v {
		if m.sees(v, from, r, i) {
			out[i] = v[i]
		}
	}
	return out
}

// reach returns which other stores the answer may depend on. follows says how the store follows the base of its kind.
func (w *walker) reach(follows string) reach {
	q := w.q
	r := reach{all: follows == KeptEvery && q.index >= 0}
	switch w.st.Form {
	case Answers, LogBlobs:
		return r
	case List:
		r.base = true
		return r
	}
	parents := w.class >= explain.PartitionRange && !q.short && slices.ContainsFunc(w.Ancestors(q.kind), w.ledTo)
	if parents || w.comparable && len(q.with) > 0 {
		r.kinds = w.onTheWay()
	}
	if parents || w.comparable {
		r.table = w.rows != One
		r.base = lacks(q.wants, w.st.holds.row.and(q.known...).and(w.st.holds.blobs...))
	}
	return r
}

// onTheWay returns the kinds whose stores a question may read: those that it wants, and all that these belong to.
func (w *walker) onTheWay() []bool {
	list := make([]bool, len(w.Kinds))
	for _, kind := range append([]int{w.q.kind}, w.q.with...) {
		list[kind] = true
		for _, above := range w.Ancestors(kind) {
			list[above] = true
		}
	}
	return list
}
