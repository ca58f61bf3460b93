package facts

import (
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/sheet"
)

// typeOf returns the type of an attribute, and of what identifies an entity if that is one attribute. one is false if
// it is several, whose values are joined.
func typeOf(s *sheet.Sheet, ref sheet.Ref) (t sheet.Type, one bool) {
	atoms := attrsOf(s, ref)
	if len(atoms) != 1 {
		return sheet.Type{Name: sheet.Text}, false
	}
	if t.Name = sheet.Text; atoms[0].Attr != sheet.Whole {
		t = s.Kinds[atoms[0].Kind].Attributes[atoms[0].Attr].Type
	}
	if t.Name == "" {
		t.Name = sheet.Text
	}
	return t, true
}

// attrsOf returns the attributes that a reference consists of: itself, or the identity of a kind, with those of its
// parents if they belong to it. The assumed identity of a kind without attributes is one.
func attrsOf(s *sheet.Sheet, ref sheet.Ref) []sheet.Ref {
	if ref.Attr != sheet.Whole {
		return []sheet.Ref{ref}
	}
	var list []sheet.Ref
	for _, i := range s.Identity(ref.Kind) {
		if i == ref {
			return []sheet.Ref{ref}
		}
		list = lists.Add(list, attrsOf(s, i)...)
	}
	return list
}

// relations are what follows from the kinds of a sheet alone. They are found once, as each calculation asks for them
// often.
type relations struct {
	above  [][]int  // kinds that each kind belongs to
	family [][]int  // each kind, and those that belong to it, directly or over others
	names  [][]name // for each kind: its identity, and its attributes
}

// name is what is known of a reference.
type name struct {
	alone  bool        // it names one entity of its kind
	within int         // kind among whose entities it does so, -1 for all
	Refs   []sheet.Ref // what it consists of
	atoms  Attrs
	of     sheet.Type
	one    bool // it consists of one attribute, which has the type
}

func relationsOf(s *sheet.Sheet) relations {
	var r relations
	for kind := range s.Kinds {
		r.above = append(r.above, s.Ancestors(kind))
		var names []name
		for attr := sheet.Whole; attr < len(s.Kinds[kind].Attributes); attr++ {
			names = append(names, nameOf(s, sheet.Ref{Kind: kind, Attr: attr}))
		}
		if len(names) == 1 { // the zero reference, of what is not given, is one of a kind without attributes as well
			names = append(names, name{Refs: []sheet.Ref{{Kind: kind}}})
		}
		r.names = append(r.names, names)
	}
	for kind := range s.Kinds {
		below := lists.Places(len(s.Kinds), func(i int) bool { return slices.Contains(r.above[i], kind) })
		r.family = append(r.family, append([]int{kind}, below...))
	}
	return r
}

func nameOf(s *sheet.Sheet, ref sheet.Ref) name {
	n := name{alone: s.Names(ref), within: -1, Refs: attrsOf(s, ref)}
	if ref.Attr != sheet.Whole {
		n.within = s.KindOf(s.Kinds[ref.Kind].Attributes[ref.Attr].Within)
	}
	for _, a := range n.Refs {
		n.atoms = n.atoms.With(Attr{Ref: a})
	}
	n.of, n.one = typeOf(s, ref)
	return n
}

func (r *relations) NameOf(ref sheet.Ref) *name { return &r.names[ref.Kind][ref.Attr-sheet.Whole] }

// Ancestors returns the kinds that a kind belongs to, as [sheet.Sheet.Ancestors] does.
func (f *Facts) Ancestors(kind int) []int { return f.above[kind] }

// Family returns a kind, and those that belong to it, directly or over others.
func (f *Facts) Family(kind int) []int { return f.family[kind] }

// Names reports whether a reference names one entity of its kind alone, as [sheet.Sheet.Names] does.
func (f *Facts) Names(ref sheet.Ref) bool { return f.NameOf(ref).alone }

// AttrsOf returns what a reference consists of.
func (f *Facts) AttrsOf(ref sheet.Ref) Attrs { return f.NameOf(ref).atoms }

// Type returns the type of an attribute, as typeOf does.
func (f *Facts) Type(ref sheet.Ref) (t sheet.Type, one bool) {
	n := f.NameOf(ref)
	return n.of, n.one
}
