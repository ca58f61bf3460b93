package propose

import (
	"cmp"
	"math"
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/sheet"
)

// key is an attribute as the keys of a kind name it. ref is the whole kind for an attribute that identifies one alone,
// so that a room is the same in its own rows and in its messages.
type key struct {
	ref  sheet.Ref
	name string
}

// keysFor returns what a reference is in the keys of a kind: itself, or the parts of an identity that has several.
func keysFor(s *sheet.Sheet, kind int, ref sheet.Ref) []key {
	whole := sheet.Ref{Kind: ref.Kind, Attr: sheet.Whole}
	ids := s.Identity(ref.Kind)
	switch {
	case len(ids) == 1 && (ref == whole || ref == ids[0]):
		if ref.Kind == kind {
			return []key{{whole, s.NameOf(kind, ids[0])}}
		}
		return []key{{whole, s.Kinds[ref.Kind].Name}}
	case ref.Attr != sheet.Whole:
		return []key{{ref, s.NameOf(kind, ref)}}
	}
	var list []key
	for _, id := range ids {
		list = add(list, keysFor(s, kind, id)...)
	}
	return list
}

// add appends keys, each once.
func add(list []key, more ...key) []key {
	out := slices.Clip(list)
	for _, k := range more {
		if !has(out, k.ref) {
			out = append(out, k)
		}
	}
	return out
}

func has(list []key, ref sheet.Ref) bool {
	return slices.ContainsFunc(list, func(k key) bool { return k.ref == ref })
}

// without returns the keys that are not among others, nor follow from them.
func without(s *sheet.Sheet, list, others []key) []key {
	return slices.DeleteFunc(slices.Clone(list), func(k key) bool { return follows(s, k.ref, others) })
}

// follows reports whether an attribute is among others, or belongs to an entity that one of them names.
func follows(s *sheet.Sheet, ref sheet.Ref, others []key) bool {
	return slices.ContainsFunc(others, func(o key) bool {
		return o.ref == ref || s.Names(o.ref) && (o.ref.Kind == ref.Kind ||
			slices.Contains(s.Ancestors(o.ref.Kind), ref.Kind))
	})
}

// need is what a question or a write asks of the keys of a kind.
type need struct {
	ask     int // in the sheet, -1 for a write
	known   []key
	fixed   []sheet.Known // that every call asks for
	span    key           // of the range, without a name if there is none
	bounded bool          // the range has two ends
	across  key           // of the second range
	order   key
	down    bool // the greatest comes first
	wants   []string
}

// needs returns what the questions and writes of a kind ask of its keys, its identity, and what kinds that are kept
// with it are found by.
func needs(s *sheet.Sheet, kind int, with []int) []need {
	list := ownNeeds(s, kind)
	for _, other := range with {
		if other == kind {
			continue
		}
		for _, n := range ownNeeds(s, other) {
			if known := shared(s, kind, n.known); len(known) > 0 {
				list = append(list, need{ask: -1, known: known})
			}
		}
		for _, i := range s.Ancestors(kind) {
			if slices.Contains(s.Ancestors(other), i) {
				list = append(list, need{ask: -1, known: keysFor(s, kind, sheet.Ref{Kind: i, Attr: sheet.Whole})})
			}
		}
	}
	return list
}

// shared returns the keys of another kind that a kind has as well.
func shared(s *sheet.Sheet, kind int, known []key) []key {
	var list []key
	for _, k := range known {
		if k.ref.Kind == kind || slices.Contains(s.Ancestors(kind), k.ref.Kind) {
			list = add(list, keysFor(s, kind, k.ref)...)
		}
	}
	return list
}

func ownNeeds(s *sheet.Sheet, kind int) []need {
	var list []need
	for i := range s.Asks {
		if a := &s.Asks[i]; a.Kind == s.Kinds[kind].Name {
			list = append(list, needOf(s, kind, i))
		}
	}
	for i := range s.Asks {
		if source, known := sourceOf(s, &s.Asks[i]); source == s.Kinds[kind].Name {
			list = append(list, need{ask: -1, known: knownOf(s, kind, known)})
		}
	}
	for _, d := range s.Does {
		if d.Kind == s.Kinds[kind].Name && d.Verb != sheet.Insert && len(d.Known) > 0 {
			list = append(list, need{ask: -1, known: knownOf(s, kind, d.Known)})
		}
	}
	for _, d := range s.Does {
		if d.Each.Kind == s.Kinds[kind].Name {
			list = append(list, need{ask: -1, known: knownOf(s, kind, d.Each.Known)})
		}
	}
	return append(list, need{ask: -1, known: identity(s, kind)})
}

func needOf(s *sheet.Sheet, kind, ask int) need {
	a := &s.Asks[ask]
	n := need{ask: ask, known: knownOf(s, kind, a.Known), down: a.Order.Descending(), wants: a.Wants,
		bounded: !a.Range.Open()}
	n.fixed = lists.Only(a.Known, func(k sheet.Known) bool { return k.Value != "" })
	n.across = one(s, kind, a.Across.Attr)
	n.span, n.order = one(s, kind, a.Range.Attr), one(s, kind, a.Order.Attr)
	return n
}

func one(s *sheet.Sheet, kind int, name string) key {
	if ref, ok := s.Resolve(kind, name); ok && name != "" {
		if list := keysFor(s, kind, ref); len(list) == 1 {
			return list[0]
		}
	}
	return key{}
}

// knownOf returns the keys of what is known, those of kinds above first.
func knownOf(s *sheet.Sheet, kind int, known []sheet.Known) []key {
	var list []key
	for _, k := range known {
		if ref, ok := s.Resolve(kind, k.Attr); ok {
			list = add(list, keysFor(s, kind, ref)...)
		}
	}
	order.By(list, func(a, b key) int { return rank(s, kind, a) - rank(s, kind, b) })
	return list
}

// rank puts what is above in front of what is below, and attributes in their order.
func rank(s *sheet.Sheet, kind int, k key) int {
	depth := slices.Index(s.Ancestors(kind), k.ref.Kind) + 1
	return (sheet.MaxKinds-depth)*(sheet.MaxAttributes+2) + k.ref.Attr
}

// identity returns what names one entity of a kind.
func identity(s *sheet.Sheet, kind int) []key {
	return keysFor(s, kind, sheet.Ref{Kind: kind, Attr: sheet.Whole})
}

// typeOf returns the type of a key; what names another kind is a text.
func typeOf(s *sheet.Sheet, k key) sheet.Type {
	ref := k.ref
	if ids := s.Identity(ref.Kind); ref.Attr == sheet.Whole && len(ids) == 1 {
		ref = ids[0]
	}
	if ref.Attr == sheet.Whole {
		return sheet.Type{Name: sheet.Text}
	}
	return s.Kinds[ref.Kind].Attributes[ref.Attr].Type
}

func isTime(s *sheet.Sheet, k key) bool { return k.name != "" && typeOf(s, k).Name == sheet.Time }

// sourceOf returns the kind whose entities have the list of values of a question, and what is known of these; "" if a
// caller has the list, or there is none.
func sourceOf(s *sheet.Sheet, a *sheet.Ask) (kind string, known []sheet.Known) {
	for _, k := range a.Known {
		if src, ok := s.SourceOf(k); ok {
			return s.Kinds[src.Kind].Name, src.Known
		}
	}
	return "", nil
}

// readList is the question that reads the list of another one first.
func readList(a *sheet.Ask, kind string, known []sheet.Known) sheet.Ask {
	return sheet.Ask{Name: a.Name, Rate: a.Rate, Kind: kind, Known: known, Fresh: a.Fresh, Asked: a.Asked}
}

// withList is a question whose caller has the list already, with as many values as it has on average.
func withList(s *sheet.Sheet, a sheet.Ask) sheet.Ask {
	asked := cmp.Or(a.Asked, sheet.Popular)
	known := make([]sheet.Known, 0, len(a.Known))
	for _, k := range a.Known {
		if k.From != "" {
			n := math.Round(s.ListOf(k, asked).Typical)
			k.From, k.In = "", int(min(max(n, 1), sheet.MaxIn))
		}
		known = append(known, k)
	}
	a.Known = known
	return a
}
