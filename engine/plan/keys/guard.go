package keys

import (
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// Guards reports whether a store keeps a rule: its keys are made of nothing but the attributes that no two entities may
// share, so that the service refuses the second insert. A store that follows later, or is sparse, does not.
func (st *Store) Guards(f *facts.Facts, r *facts.Rule) bool {
	later := st.Kept.How == KeptEvery || st.Kept.How == KeptQueue
	if st.Kind != r.Kind || st.Form != Entities || st.Part > 0 || st.Shards > 0 || len(st.Where) > 0 || later {
		return false
	}
	var told facts.Attrs
	for _, t := range []*Template{&st.Table, &st.Partition, &st.Row} {
		for i := range t.Segments {
			s := &t.Segments[i]
			if s.Form == template.Literal {
				continue
			}
			of, lower := f.AttrsOf(s.Ref), s.Form == template.Lower
			folds := r.AnyCase && f.Canonical(s.Ref) == r.Of()
			if facts.Missing(of, r.By) || folds && !lower {
				return false
			} else if folds || s.Tells(f) {
				told = told.With(of...)
			}
		}
	}
	return !facts.Missing(r.By, told)
}

// Folds reports whether a segment is the lower case of texts that are the same if they differ in case alone: it fixes
// the value, though it does not say how that is written.
func (s *Segment) Folds(f *facts.Facts) bool {
	ref := f.Canonical(s.Ref)
	return s.Form == template.Lower && ref.Attr != sheet.Whole && f.Attribute(ref).Case == sheet.AnyCase
}

// lowered returns the attributes whose lower case keys have, of which no two entities have the same.
func (st *Store) lowered(f *facts.Facts) (list facts.Attrs) {
	for _, t := range []*Template{&st.Partition, &st.Row} {
		for i := range t.Segments {
			s := &t.Segments[i]
			if s.Folds(f) {
				list = list.With(f.AttrsOf(s.Ref)...)
			}
		}
	}
	return list
}

// GuardOf returns the place of the first store that keeps a rule, -1 if none does.
func (v View) GuardOf(f *facts.Facts, r *facts.Rule) int {
	for i, st := range v {
		if st != nil && st.Guards(f, r) {
			return i
		}
	}
	return -1
}
