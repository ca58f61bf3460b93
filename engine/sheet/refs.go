package sheet

import (
	"slices"
	"strings"
)

// ref is a name of the sheet resolved: an attribute of a kind, or the identity of the kind if attr is whole.
type ref struct{ kind, attr int }

// whole, in place of an attribute, is the identity of a kind.
const whole = -1

// impliedID is the identity of a kind for which nobody entered attributes: one unique text.
const impliedID = "id"

// resolve finds what a name means for an entity of a kind: an attribute of it; a kind that it belongs to, directly or
// over others, which means the identity of that one; or an attribute of such a kind, after its name and a dot.
func (s *Sheet) resolve(kind int, name string) (ref, bool) {
	k := &s.Kinds[kind]
	if i := k.attribute(name); i >= 0 {
		return ref{kind, i}, true
	}
	if name == impliedID && k.implied() {
		return ref{kind, whole}, true
	}
	first, rest, dotted := strings.Cut(name, ".")
	for _, above := range s.ancestors(kind) {
		switch {
		case s.Kinds[above].Name != first:
		case dotted:
			return s.resolve(above, rest)
		default:
			return ref{above, whole}, true
		}
	}
	return ref{}, false
}

// ancestors returns the kinds that a kind belongs to, the nearest first, and never the kind itself.
func (s *Sheet) ancestors(kind int) []int {
	list := []int{kind}
	for i := 0; i < len(list); i++ {
		for _, o := range s.Kinds[list[i]].Of {
			if above := s.kind(o.Kind); above >= 0 && !slices.Contains(list, above) {
				list = append(list, above)
			}
		}
	}
	return list[1:]
}

// implied reports whether a kind has the identity that is assumed if nobody entered one.
func (k *Kind) implied() bool { return len(k.Attributes) == 0 && len(k.Of) < 2 }

// marked returns the positions of the attributes that are marked as identity.
func (k *Kind) marked() []int {
	var list []int
	for i := range k.Attributes {
		if k.Attributes[i].Identity {
			list = append(list, i)
		}
	}
	return list
}

// unique reports whether an attribute names an entity alone. The only one that is marked does if nobody entered how
// many values it has; a time and a boolean do not.
func (k *Kind) unique(attr int) bool {
	a := &k.Attributes[attr]
	if a.Unique || !a.Identity || a.Values != 0 || a.Skew.Kind != "" {
		return a.Unique
	}
	return len(k.marked()) == 1 && a.Type.Name != Time && a.Type.Name != Bool
}

// identity returns what names one entity of a kind together: its marked attributes, and its parents unless one of
// these is unique. It is nil for a kind without identity.
func (s *Sheet) identity(kind int) []ref {
	k := &s.Kinds[kind]
	if k.implied() {
		return []ref{{kind, whole}}
	}
	var list []ref
	alone := false
	for _, i := range k.marked() {
		alone = alone || k.unique(i)
		list = append(list, ref{kind, i})
	}
	if alone || len(list) == 0 && len(k.Of) < 2 {
		return list
	}
	var above []ref
	for _, o := range k.Of {
		if i := s.kind(o.Kind); i >= 0 {
			above = append(above, ref{i, whole})
		}
	}
	return append(above, list...)
}

// names reports whether r names one entity of its kind alone.
func (s *Sheet) names(r ref) bool { return r.attr == whole || s.Kinds[r.kind].unique(r.attr) }

// name writes a reference as an entity of a kind would be asked for it.
func (s *Sheet) name(kind int, r ref) string {
	switch {
	case r.attr == whole && r.kind == kind:
		return impliedID
	case r.attr == whole:
		return s.Kinds[r.kind].Name
	case r.kind == kind:
		return s.Kinds[kind].Attributes[r.attr].Name
	}
	return s.Kinds[r.kind].Name + "." + s.Kinds[r.kind].Attributes[r.attr].Name
}
