package keys

import (
	"slices"

	"rowkey/engine/plan/facts"
)

// Follows returns how a store follows the base: what it says, in the same transaction if it shares the base's table and
// PartitionKey, before it if it keeps a rule, and by a queue if not. It is "" for the base.
func (v View) Follows(f *facts.Facts, store int) string {
	st := v[store]
	base := v.Base(st.Kind)
	switch {
	case base == store:
		return ""
	case st.Kept.How != "":
		return st.Kept.How
	case base >= 0 && st.SamePlace(f, v[base]):
		return KeptTransaction
	case v.Leads(f, store) != nil:
		return KeptFirst
	}
	return KeptQueue
}

// View is what is seen of the stores of a design, at their places: nil for a store that is not seen, or cannot be read.
// What is calculated with a view depends on no other store.
type View []*Store

// viewOf sees all stores that can be read.
func viewOf(d *Design) View {
	v := make(View, len(d.Stores))
	for i := range d.Stores {
		if d.Stores[i].Readable() {
			v[i] = &d.Stores[i]
		}
	}
	return v
}

// Base returns the place of the first store of a kind, -1 if it is not seen.
func (v View) Base(kind int) int {
	return slices.IndexFunc(v, func(st *Store) bool { return st != nil && st.Kind == kind && st.Base })
}

// Without does not see one store.
func (v View) Without(store int) View {
	out := slices.Clone(v)
	out[store] = nil
	return out
}

// Reach says which other stores of its design an answer of a store may depend on.
type Reach struct {
	Table bool   // those in its table
	Base  bool   // the base of its kind
	Kinds []bool // those of kinds that are read on the way, and those in their tables; nil for none
	All   bool
}

// Sees reports whether a store at one place is within reach of the one at another place.
func (v View) Sees(f *facts.Facts, from int, r *Reach, at int) bool {
	st, o := v[from], v[at]
	switch {
	case o == nil:
		return false
	case at == from, r.All, r.Base && o.Kind == st.Kind && o.Base, r.Table && o.Table.Same(f, &st.Table):
		return true
	}
	return r.Kinds != nil && (o.Kind != st.Kind && r.Kinds[o.Kind] || v.joinsTable(f, at, r.Kinds))
}

// joinsTable reports whether a store is in the table of another one of some kinds.
func (v View) joinsTable(f *facts.Facts, at int, kinds []bool) bool {
	for i, o := range v {
		if i != at && o != nil && kinds[o.Kind] && o.Table.Same(f, &v[at].Table) {
			return true
		}
	}
	return false
}

// Within returns what is seen of a view from one store.
func (v View) Within(f *facts.Facts, from int, r *Reach) View {
	out := make(View, len(v))
	for i := range v {
		if v.Sees(f, from, r, i) {
			out[i] = v[i]
		}
	}
	return out
}
