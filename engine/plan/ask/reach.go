package ask

import (
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
)

// reach returns which other stores the answer may depend on. follows says how the store follows the base of its kind.
func (w *walker) reach(follows string) keys.Reach {
	q := w.q
	r := keys.Reach{All: follows == keys.KeptEvery && q.Index >= 0 || q.Source != nil && q.Source.Kind == q.Kind}
	switch w.st.Form {
	case keys.Answers, keys.LogBlobs:
		return r
	case keys.List:
		r.Base = true
		if q.Source != nil {
			r.Kinds = w.onTheWay()
		}
		return r
	}
	parents := w.class >= explain.PartitionRange && !q.Short && slices.ContainsFunc(w.f.Ancestors(q.Kind), w.ledTo)
	if parents || w.comparable && (len(q.With) > 0 || q.Source != nil) {
		r.Kinds = w.onTheWay()
	}
	if parents || w.comparable {
		r.Table = w.Rows != One
		r.Base = facts.Missing(q.Wants, w.st.Holds.Row.With(q.Known...).With(w.st.Holds.Blobs...))
	}
	return r
}

// onTheWay returns the kinds whose stores a question may read: those that it wants, and all that these belong to.
func (w *walker) onTheWay() []bool {
	list := make([]bool, len(w.f.Sheet.Kinds))
	kinds := append([]int{w.q.Kind}, w.q.With...)
	if w.q.Source != nil {
		kinds = append(kinds, w.q.Source.Kind)
	}
	for _, kind := range kinds {
		list[kind] = true
		for _, above := range w.f.Ancestors(kind) {
			list[above] = true
		}
	}
	return list
}

// otherStores returns how many rows of other stores lie in the intervals, and how many of them are returned. A text at
// the beginning of a key keeps stores apart, and so does a compared property.
func (w *walker) otherStores(compares bool) (in, out figure.Size) {
	for i, o := range w.v {
		if i == w.at || o == nil || o.Form == keys.LogBlobs || !o.Table.Same(w.f, &w.st.Table) {
			continue
		}
		apart := keys.ApartFrom(w.f, &o.Row, &w.st.Row)
		n := w.rowsOf(o, apart)
		if w.between && n.Largest > 0 { // which of their keys lie between those of the range is not known
			w.Of.Modelled("strangers")
		}
		in = in.Plus(n)
		if !apart && !compares {
			out = out.Plus(n)
		}
	}
	return in, out
}

// rowsOf returns how many rows of another store in the same table are read.
func (w *walker) rowsOf(o *keys.Store, apart bool) figure.Size {
	by := w.fixed.Of(w.f, o.Kind)
	switch {
	case w.Rows == One, w.class <= explain.PartitionScan && w.Rows != All &&
		(apart || w.prefix > len(o.Row.Segments) && o.Encloses(w.f, w.st)):
		return figure.Size{}
	case w.class <= explain.PartitionScan && !w.st.Partition.Same(w.f, &o.Partition):
		return figure.Size{} // other values
	case w.Partitions == Range && !o.Partition.BeginsWith(w.f, w.scanned):
		return figure.Size{}
	}
	n := o.RowsWith(w.f, by, w.q.Asked)
	if w.unit != "" {
		n = n.Times(w.q.Span.Covered(w.unit))
	}
	return n
}
