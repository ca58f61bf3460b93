package ask

import (
	"rowkey/engine/explain"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
)

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
