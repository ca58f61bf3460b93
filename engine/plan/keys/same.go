package keys

import (
	"rowkey/engine/plan/facts"
	"rowkey/engine/template"
)

// Encloses reports whether the rows of one store begin with the whole RowKey of another one and a text that cannot be
// part of it, as those of children do.
func (parent *Store) Encloses(f *facts.Facts, child *Store) bool {
	p, n := &child.Row, len(parent.Row.Segments)
	if !parent.SamePlace(f, child) || n == 0 || len(p.Segments) <= n || p.Segments[n].Form != template.Literal {
		return false
	}
	last := &p.Segments[n-1]
	return p.BeginsWith(f, parent.Row.Segments) && last.Form != template.Literal &&
		(last.FixedWidth(f) || !last.MayContain(f, []rune(p.Segments[n].Text)[0]))
}

// SamePlace reports whether two stores have the same table and PartitionKey for every entity, and for entities of kinds
// that belong to each other.
func (a *Store) SamePlace(f *facts.Facts, b *Store) bool {
	if (a.Apart || b.Apart) && a.Text != b.Text {
		return false
	}
	return a.Form != LogBlobs && b.Form != LogBlobs && a.Table.Same(f, &b.Table) && a.Partition.Same(f, &b.Partition)
}

func (a *Template) Same(f *facts.Facts, b *Template) bool {
	return len(a.Segments) == len(b.Segments) && a.BeginsWith(f, b.Segments)
}

// Same reports whether two segments write the same: the identity of a room in its own row, and in its messages.
func (a *Segment) Same(f *facts.Facts, b *Segment) bool {
	switch {
	case a.Form != b.Form:
		return false
	case a.Form == template.Literal:
		return a.Text == b.Text
	}
	return a.N == b.N && a.Decimals == b.Decimals && a.Unit == b.Unit && f.Canonical(a.Ref) == f.Canonical(b.Ref)
}

// PlaceOf returns the first store that has the same table and PartitionKey.
func (d *Design) PlaceOf(f *facts.Facts, store int) int {
	for i := range d.Stores {
		if d.Stores[i].Readable() && d.Stores[i].SamePlace(f, &d.Stores[store]) {
			return i
		}
	}
	return store
}

// BeginsWith reports whether a template begins with segments.
func (t *Template) BeginsWith(f *facts.Facts, with []Segment) bool {
	for i := range with {
		if i >= len(t.Segments) || !t.Segments[i].Same(f, &with[i]) {
			return false
		}
	}
	return true
}
