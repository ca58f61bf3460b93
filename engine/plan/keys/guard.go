package keys

import (
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// keeps returns the rules that a store keeps.
func (st *Store) keeps(f *facts.Facts) (list []*facts.Rule) {
	for i := range f.Rules {
		if r := &f.Rules[i]; st.guards(f, r) {
			list = append(list, r)
		}
	}
	return list
}

// Guards reports whether a store keeps a rule.
func (st *Store) Guards(r *facts.Rule) bool {
	return slices.ContainsFunc(st.Keeps, func(o *facts.Rule) bool { return o == r || o.Same(r) })
}

// guards finds out whether a store keeps a rule: its keys are made of nothing but the attributes that no two entities
// may share, so that the service refuses the second insert. A store that follows later, or is sparse, does not.
func (st *Store) guards(f *facts.Facts, r *facts.Rule) bool {
	later := st.Kept.How == KeptEvery || st.Kept.How == KeptQueue
	if st.Kind != r.Kind || st.Form != Entities || st.Part > 0 || st.Shards > 0 || len(st.Where) > 0 || later {
		return false
	}
	var told facts.Attrs
	for s := range SegmentsOf(&st.Table, &st.Partition, &st.Row) {
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
	return r.Told(f, told)
}

// Folds reports whether a segment is the lower case of texts that are the same if they differ in case alone: it fixes
// the value, though it does not say how that is written.
func (s *Segment) Folds(f *facts.Facts) bool {
	ref := f.Canonical(s.Ref)
	return s.Form == template.Lower && ref.Attr != sheet.Whole && f.Attribute(ref).Case == sheet.AnyCase
}

// lowered returns the attributes whose lower case keys have, of which no two entities have the same.
func (st *Store) lowered(f *facts.Facts) (list facts.Attrs) {
	for s := range SegmentsOf(&st.Partition, &st.Row) {
		if s.Folds(f) {
			list = list.With(f.AttrsOf(s.Ref)...)
		}
	}
	return list
}

// GuardOf returns the place of the first store that keeps a rule, -1 if none does.
func (v View) GuardOf(r *facts.Rule) int {
	return slices.IndexFunc(v, func(st *Store) bool { return st != nil && st.Guards(r) })
}

// Leads returns the rule that a store keeps for every write that could break it, nil if there is none. Its row is there
// before that of the base, and goes after it: whoever finds an entity in the base finds it by that row as well.
func (v View) Leads(f *facts.Facts, store int) *facts.Rule {
	for _, r := range v[store].Keeps {
		if r.Always(f) && v.GuardOf(r) == store {
			return r
		}
	}
	return nil
}
