package facts

import (
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/sheet"
)

// Overlap reports whether two sets of attributes have one in common.
func Overlap(a, b Attrs) bool {
	return slices.ContainsFunc(a, func(x Attr) bool { return b.Has(x.Ref) })
}

// NamesOf writes attributes as an entity of a kind would be asked for them.
func (f *Facts) NamesOf(kind int, list Attrs) []string {
	return lists.Map(list, func(a Attr) string { return f.Sheet.NameOf(kind, a.Ref) })
}

// Missing reports whether some of the attributes are not there.
func Missing(wanted, have Attrs) bool {
	return slices.ContainsFunc(wanted, func(a Attr) bool { return !have.Has(a.Ref) })
}

// Intersect returns the attributes that are in two sets.
func (l Attrs) Intersect(o Attrs) Attrs {
	if len(l) == 0 || len(o) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(l), func(a Attr) bool { return !o.Has(a.Ref) })
}

// Attr is an attribute that identifies or describes an entity, and never the identity of a kind with attributes. value
// is what every call asks for, "" if calls differ.
type Attr struct {
	Ref   sheet.Ref
	Value string
}

// Attrs is a set of attributes in the order in which they were named.
type Attrs []Attr

// Refs returns what the attributes are.
func (a Attrs) Refs() []sheet.Ref { return lists.Map(a, func(x Attr) sheet.Ref { return x.Ref }) }

// Has reports whether an attribute is in the set.
func (l Attrs) Has(ref sheet.Ref) bool {
	return slices.ContainsFunc(l, func(a Attr) bool { return a.Ref == ref })
}

// Value returns the value of an attribute that is the same in all calls, "" if calls differ; known is false if it is
// not there.
func (l Attrs) Value(ref sheet.Ref) (value string, known bool) {
	for _, a := range l {
		if a.Ref == ref {
			return a.Value, true
		}
	}
	return "", false
}

// HasAll reports whether all of some attributes are in the set.
func (l Attrs) HasAll(refs []sheet.Ref) bool {
	return !slices.ContainsFunc(refs, func(r sheet.Ref) bool { return !l.Has(r) })
}

// Without returns the set without some of them.
func (l Attrs) Without(o Attrs) Attrs {
	return slices.DeleteFunc(slices.Clone(l), func(a Attr) bool { return o.Has(a.Ref) })
}

// With returns the set with more of them.
func (l Attrs) With(more ...Attr) Attrs {
	out := slices.Clip(l)
	for i, a := range more {
		if !out.Has(a.Ref) {
			out = append(slices.Grow(out, len(more)-i), a)
		}
	}
	return out
}

// Of returns those that an entity of a kind has: its own, and those of the kinds above.
func (l Attrs) Of(m *Facts, kind int) Attrs {
	var out Attrs
	for _, a := range l {
		if a.Ref.Kind == kind || slices.Contains(m.Ancestors(kind), a.Ref.Kind) {
			out = append(out, a)
		}
	}
	return out
}
