package keys

import (
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// Properties returns what a row of a store has beside its keys.
func (st *Store) Properties(f *facts.Facts) []sheet.Ref { return st.Holds.Props.Refs() }

// Takes reports whether a store keeps an entity: all of them, unless it is sparse.
func (st *Store) Takes(f *facts.Facts, of Values) bool {
	for _, k := range st.Holds.Fixed {
		if TextOf(of(k.Ref), f.Finest(k.Ref)) != k.Value {
			return false
		}
	}
	return true
}

// AttrsIn returns the attributes that templates are made of.
func AttrsIn(f *facts.Facts, templates ...*Template) (out facts.Attrs) {
	for s := range SegmentsOf(templates...) {
		if s.Form != template.Literal {
			out = out.With(f.AttrsOf(s.Ref)...)
		}
	}
	return out
}

// holding is what can be known of an entity from one of its rows in a store.
type holding struct {
	Told  facts.Attrs // from the keys
	Props facts.Attrs // from properties, in order
	Blobs facts.Attrs // from blobs, which take a request each
	Fixed facts.Attrs // from being in a sparse store
	Row   facts.Attrs // all that one row has without reading more
}

// hold finds out what a store holds. A list holds the identities beside its keys.
func (st *Store) hold(f *facts.Facts) holding {
	var h holding
	for s := range SegmentsOf(&st.Table, &st.Partition, &st.Row) {
		if s.Tells(f) {
			h.Told = h.Told.With(f.AttrsOf(s.Ref)...)
		}
	}
	if ref, ok := f.ResolveOne(st.Kind, st.Slot.Attr); ok && st.Form == Series {
		h.Told = h.Told.With(facts.Attr{Ref: ref}) // by the names of its properties
	}
	for _, k := range st.Where {
		for _, a := range f.Named(st.Kind, k.Attr) {
			h.Fixed = h.Fixed.With(facts.Attr{Ref: a.Ref, Value: k.Value})
		}
	}
	for _, name := range st.Blob {
		h.Blobs = h.Blobs.With(f.Named(st.Kind, name)...)
	}
	for _, a := range st.included(f) {
		if (st.Include != nil || !h.Told.Has(a.Ref)) && !h.Blobs.Has(a.Ref) && !h.Fixed.Has(a.Ref) {
			h.Props = h.Props.With(a)
		}
	}
	h.Row = h.Told.With(h.Props...).With(h.Fixed...)
	return h
}

// included returns what a store keeps as properties: what it says, or all that its keys do not tell.
func (st *Store) included(f *facts.Facts) facts.Attrs {
	if st.Form == List {
		return f.Identity(st.Kind)
	}
	if st.Include == nil {
		return f.Whole(st.Kind)
	}
	var out facts.Attrs
	for _, name := range st.Include {
		out = out.With(f.Named(st.Kind, name)...)
	}
	return out
}
