package plan

import (
	"rowkey/engine/explain"
)

// strangers returns how many rows of other stores lie in the intervals, and how many of them are returned. A text at the
// beginning of a key keeps stores apart, and so does a compared property.
func (w *walker) strangers(compares bool) (in, out size) {
	for i, o := range w.v {
		if i == w.at || o == nil || o.Form == LogBlobs || !w.sameTemplate(&o.Table, &w.st.Table) {
			continue
		}
		apart := disjoint(&w.st.Row, &o.Row)
		n := w.strange(o, apart)
		in = in.plus(n)
		if !apart && !compares {
			out = out.plus(n)
		}
	}
	return in, out
}

// strange returns how many rows of another store in the same table are read.
func (w *walker) strange(o *Store, apart bool) size {
	by := w.fixed.of(w.Model, o.Kind)
	switch {
	case w.rows == One, w.class <= explain.PartitionScan && w.rows != All && (apart || w.prefix > len(o.Row.Segments) && w.below(o, w.st)):
		return size{}
	case w.class <= explain.PartitionScan && !w.sameTemplate(&w.st.Partition, &o.Partition):
		return size{} // other values
	case w.partitions == Range && !w.begins(&o.Partition, w.scanned):
		return size{}
	}
	n := w.rowsOf(o, by, w.q.asked)
	if w.unit != "" {
		n = n.times(w.q.span.covered(w.unit))
	}
	return n
}

// disjoint reports whether texts at the beginning keep the keys of two templates apart.
func disjoint(a, b *Template) bool {
	x, y := a.literal(), b.literal()
	n := min(len(x), len(y))
	if x[:n] != y[:n] {
		return true
	}
	return x != y && (x == a.Text || y == b.Text) && x != "" && y != "" // one exact text, and longer ones
}

// begins reports whether a template begins with segments.
func (m *Model) begins(t *Template, with []Segment) bool {
	for i := range with {
		if i >= len(t.Segments) || !m.sameSegment(&t.Segments[i], &with[i]) {
			return false
		}
	}
	return true
}
