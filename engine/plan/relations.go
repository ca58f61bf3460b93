package plan

import (
	"slices"

	"rowkey/engine/sheet"
)

// relations are what follows from the kinds of a sheet alone. They are found once, as each calculation asks for them often.
type relations struct {
	above  [][]int  // kinds that each kind belongs to
	family [][]int  // each kind, and those that belong to it, directly or over others
	names  [][]name // for each kind: its identity, and its attributes
}

// name is what is known of a reference.
type name struct {
	alone bool        // it names one entity of its kind
	refs  []sheet.Ref // what it consists of
	atoms atoms
	of    sheet.Type
	one   bool // it consists of one attribute, which has the type
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
			names = append(names, name{refs: []sheet.Ref{{Kind: kind}}})
		}
		r.names = append(r.names, names)
	}
	for kind := range s.Kinds {
		family := []int{kind}
		for i := range s.Kinds {
			if slices.Contains(r.above[i], kind) {
				family = append(family, i)
			}
		}
		r.family = append(r.family, family)
	}
	return r
}

func nameOf(s *sheet.Sheet, ref sheet.Ref) name {
	n := name{alone: s.Names(ref), refs: atomsOf(s, ref)}
	for _, a := range n.refs {
		n.atoms = n.atoms.and(atom{ref: a})
	}
	n.of, n.one = typeOf(s, ref)
	return n
}

func (r *relations) nameOf(ref sheet.Ref) *name { return &r.names[ref.Kind][ref.Attr-sheet.Whole] }

// Ancestors returns the kinds that a kind belongs to, as [sheet.Sheet.Ancestors] does.
func (m *Model) Ancestors(kind int) []int { return m.above[kind] }

// belonging returns a kind, and those that belong to it, directly or over others.
func (m *Model) belonging(kind int) []int { return m.family[kind] }

// Names reports whether a reference names one entity of its kind alone, as [sheet.Sheet.Names] does.
func (m *Model) Names(ref sheet.Ref) bool { return m.nameOf(ref).alone }

// atomsOf returns what a reference consists of.
func (m *Model) atomsOf(ref sheet.Ref) atoms { return m.nameOf(ref).atoms }

// typed returns the type of an attribute, as typeOf does.
func (m *Model) typed(ref sheet.Ref) (t sheet.Type, one bool) {
	n := m.nameOf(ref)
	return n.of, n.one
}
