package keys

import (
	"math"
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// BusiestOfWrites returns the share of the partition that gets most of the writes, and in how many the rest is.
func (st *Store) BusiestOfWrites(f *facts.Facts) (share, spread float64) {
	if st.numbers != nil {
		return st.numbers.share, st.numbers.spread
	}
	return st.BusiestShare(f, nil, sheet.Popular, true)
}

// BusiestShare returns the share of the partition that gets most, and in how many partitions the rest is. Of writes, a
// time has one value, now, and all other attributes the values that occur; of a question, those count that it knows.
// Source: ours, share = Π max p / buckets.
func (st *Store) BusiestShare(f *facts.Facts, known facts.Attrs, how string, writes bool) (share, spread float64) {
	by, b := st.Dividing(f, known, writes)
	if by = st.Unfixed(f, by); len(by) == 0 {
		return b.fullest, b.N
	}
	n := math.Max(1, f.Sheet.Population(st.Kind))
	values := Combinations(f, st, by)
	most := f.Group(st.Kind, by, sheet.Popular).Largest / n
	switch {
	// no entity is asked for more than another
	case how == sheet.Evenly, how == sheet.TheMost && f.Identifies(st.Kind, by):
		most = 1 / math.Min(n, values)
	case how == sheet.TheMost:
		most = 1
	}
	return math.Min(1, most) * b.fullest, b.N * values
}

// buckets are those that divide a partition.
type buckets struct {
	N       float64
	fullest float64 // share of the one that gets most
}

// of divides by the buckets of a segment. The one with the value that occurs most has all of that, and its part of the
// others; more buckets than values are empty.
func (b *buckets) of(m *facts.Facts, kind int, s *Segment) {
	d := m.Sheet.SpreadOf(kind, s.Ref)
	most, even := 1/d.Values, 1/float64(s.N)
	if p := d.Largest(); p > most*(1+1e-9) {
		even = p + (1-p)*even
	}
	b.N, b.fullest = b.N*float64(s.N), b.fullest*math.Max(even, most)
}

// Dividing returns the attributes by whose values table and PartitionKey divide what is written, or asked for, and into
// how many buckets.
func (st *Store) Dividing(f *facts.Facts, known facts.Attrs, writes bool) (by facts.Attrs, b buckets) {
	b = buckets{1, 1}
	if writes && st.Apart {
		b = buckets{float64(st.Shards), 1 / float64(st.Shards)}
	}
	for s := range SegmentsOf(&st.Table, &st.Partition) {
		if s.Form == template.Literal || writes && (s.UnitOf(f) != "" || s.rises(f)) {
			continue
		}
		if varies := f.AttrsOf(s.Ref); !s.Divides() {
			by = by.With(varying(varies, known, writes)...)
		} else if len(varying(varies, known, writes)) == len(varies) {
			b.of(f, st.Kind, s)
		}
	}
	return by, b
}

// rises reports whether a segment has one text for all that arrives now.
func (s *Segment) rises(f *facts.Facts) bool {
	ref := f.Canonical(s.Ref)
	return s.Tells(f) && ref.Attr != sheet.Whole && !f.Sheet.Names(ref) &&
		f.Sheet.Kinds[ref.Kind].Attributes[ref.Attr].Follows == sheet.Now
}

// varying returns the attributes that differ between calls: all of what is written, and those that a question knows, if
// not always the same value.
func varying(list, known facts.Attrs, writes bool) facts.Attrs {
	if writes {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(a facts.Attr) bool { return !varies(known, a) })
}

// varies reports whether calls know an attribute, and not always the same value of it.
func varies(known facts.Attrs, a facts.Attr) bool {
	return slices.ContainsFunc(known, func(k facts.Attr) bool { return k.Ref == a.Ref && k.Value == "" })
}

// Unfixed drops what a sparse store fixes.
func (st *Store) Unfixed(f *facts.Facts, by facts.Attrs) facts.Attrs {
	fixed := st.Holds.Fixed
	return slices.DeleteFunc(slices.Clone(by), func(a facts.Attr) bool { return fixed.Has(a.Ref) })
}

// LargestPartition returns how many rows the largest partition of a store has.
func (st *Store) LargestPartition(f *facts.Facts) float64 {
	by, b := st.Dividing(f, nil, true)
	n := st.RowsWith(f, by, sheet.TheMost).Largest * b.fullest
	for i := range st.Partition.Segments {
		if s := &st.Partition.Segments[i]; s.Form != template.Literal && s.UnitOf(f) != "" {
			return n / facts.Held(f, s.Ref, s.UnitOf(f))
		}
	}
	return n
}
