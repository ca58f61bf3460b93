package sheet

import (
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/spelling"
)

// Ref is a name of the sheet resolved: an attribute of a kind, or the identity of the kind if attr is whole.
type Ref struct{ Kind, Attr int }

// Whole, in place of an attribute, is the identity of a kind.
const Whole = -1

// impliedID is the identity of a kind without attributes: one unique text.
const impliedID = "id"

// Resolve finds what a name means for an entity of a kind: an attribute of it; a kind that it belongs to, directly or
// over others, which means the identity of that one; an attribute of such a kind, after its name and a dot, or without
// both if nothing else has this name. The name of the kind itself means its identity.
func (s *Sheet) Resolve(kind int, name string) (Ref, bool) {
	k := &s.Kinds[kind]
	if i := k.attribute(name); i >= 0 {
		return Ref{kind, i}, true
	}
	if name == impliedID && k.implied() {
		return Ref{kind, Whole}, true
	}
	first, rest, dotted := strings.Cut(name, ".")
	for _, above := range s.Ancestors(kind) {
		switch {
		case s.Kinds[above].Name != first:
		case dotted:
			return s.Resolve(above, rest)
		default:
			return Ref{above, Whole}, true
		}
	}
	if name == k.Name {
		return s.ownIdentity(kind), true
	}
	for _, above := range s.Ancestors(kind) {
		if i := s.Kinds[above].attribute(name); i >= 0 {
			return Ref{above, i}, true
		}
	}
	return Ref{}, false
}

// ownIdentity returns the identity of a kind: the attribute that is all of it, or the whole of several.
func (s *Sheet) ownIdentity(kind int) Ref {
	if list := s.Identity(kind); len(list) == 1 && list[0].Kind == kind {
		return list[0]
	}
	return Ref{kind, Whole}
}

// Ancestors returns the kinds that a kind belongs to, the nearest first, and never the kind itself.
func (s *Sheet) Ancestors(kind int) []int {
	list := []int{kind}
	for i := 0; i < len(list); i++ {
		for _, o := range s.Kinds[list[i]].Of {
			if above := s.KindOf(o.Kind); above >= 0 && !slices.Contains(list, above) {
				list = append(list, above)
			}
		}
	}
	return list[1:]
}

// implied reports whether a kind has the identity that is assumed for one without.
func (k *Kind) implied() bool { return len(k.Attributes) == 0 && len(k.Of) < 2 }

// identityAttributes returns the positions of the attributes that are marked as identity.
func (k *Kind) identityAttributes() []int {
	var list []int
	for i := range k.Attributes {
		if k.Attributes[i].Identity {
			list = append(list, i)
		}
	}
	return list
}

// unique reports whether an attribute names an entity alone. The only one that is marked does, unless there are parents
// as well and it is counted.
func (k *Kind) unique(attr int) bool {
	a := &k.Attributes[attr]
	if a.Unique || !a.Identity || a.Skew.Kind != "" {
		return a.Unique
	}
	return len(k.identityAttributes()) == 1 && (len(k.Of) == 0 || !a.counted())
}

// counted reports whether it follows from the sheet how many values there may be.
func (a *Attribute) counted() bool {
	return a.Values != 0 || a.Type.Name == Time || a.Type.Name == Bool || len(a.Skew.Weights) > 0
}

// Identity returns what names one entity of a kind together: its marked attributes, and its parents unless one of
// these is unique. It is nil for a kind without identity.
func (s *Sheet) Identity(kind int) []Ref {
	k := &s.Kinds[kind]
	if k.implied() {
		return []Ref{{kind, Whole}}
	}
	var list []Ref
	alone := false
	for _, i := range k.identityAttributes() {
		alone = alone || k.unique(i)
		list = append(list, Ref{kind, i})
	}
	if alone || len(list) == 0 && len(k.Of) < 2 {
		return list
	}
	var above []Ref
	for _, o := range k.Of {
		if i := s.KindOf(o.Kind); i >= 0 {
			above = append(above, Ref{i, Whole})
		}
	}
	return append(above, list...)
}

// Names reports whether r names one entity of its kind alone.
func (s *Sheet) Names(r Ref) bool { return r.Attr == Whole || s.Kinds[r.Kind].unique(r.Attr) }

// NameOf writes a reference as an entity of a kind would be asked for it.
func (s *Sheet) NameOf(kind int, r Ref) string {
	switch {
	case r.Attr == Whole && r.Kind == kind:
		return impliedID
	case r.Attr == Whole:
		return s.Kinds[r.Kind].Name
	case r.Kind == kind:
		return s.Kinds[kind].Attributes[r.Attr].Name
	}
	return s.Kinds[r.Kind].Name + "." + s.Kinds[r.Kind].Attributes[r.Attr].Name
}

// Nearest returns the name that a mistyped one was probably meant to be, as an entity of the kind is asked for it.
// Attributes of the kinds that it belongs to are compared without their prefix too.
func (s *Sheet) Nearest(kind int, name string) string {
	var words []string
	full := map[string]string{}
	add := func(word, name string) {
		if full[word] == "" {
			words, full[word] = append(words, word), name
		}
	}
	for i := range s.Kinds[kind].Attributes {
		add(s.Kinds[kind].Attributes[i].Name, s.Kinds[kind].Attributes[i].Name)
	}
	for _, above := range s.Ancestors(kind) {
		k := &s.Kinds[above]
		for _, path := range k.paths() {
			add(path, k.Name+"."+path)
			add(k.Name+"."+path, k.Name+"."+path)
		}
		add(k.Name, k.Name)
	}
	_, last, _ := strings.Cut(name, ".")
	if found := spelling.Nearest(name, words); found != "" || last == "" {
		return full[found]
	}
	return full[spelling.Nearest(last, words)]
}

// Unlisted reports whether an attribute lists all values that it has and one that is given is none of them, with the
// listed one that was probably meant.
func Unlisted(s *Sheet, kind int, k *Known) (near string, strange bool) {
	r, ok := s.Resolve(kind, k.Attr)
	if !ok || k.Value == "" || r.Attr == Whole {
		return "", false
	}
	values := lists.Map(s.Kinds[r.Kind].Attributes[r.Attr].Skew.Weights, func(w Weight) string { return w.Value })
	return spelling.Nearest(k.Value, values), len(values) > 0 && !slices.Contains(values, k.Value)
}

// paths returns what an entity of the kind can be asked for after its name and a dot: its attributes and its parents.
func (k *Kind) paths() []string {
	names := parents(k)
	for i := range k.Attributes {
		names = append(names, k.Attributes[i].Name)
	}
	return names
}
