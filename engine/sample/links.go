package sample

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// links are the attributes whose values name other things, because a question reads a list of them first, or a write
// finds a list by them: each with the attribute that it has the values of.
func links(s *sheet.Sheet) map[*sheet.Attribute]sheet.Ref {
	out := map[*sheet.Attribute]sheet.Ref{}
	for i := range s.Asks {
		a := &s.Asks[i]
		for _, k := range a.Known {
			src, ok := s.SourceOf(k)
			if !ok {
				continue
			}
			from, _ := s.Resolve(src.Kind, src.Attr)
			to := named(s, s.KindOf(a.Kind), k.Attr)
			if from.Kind == src.Kind && from.Attr != sheet.Whole && !slices.Contains(s.Ancestors(to.Kind), src.Kind) {
				out[&s.Kinds[from.Kind].Attributes[from.Attr]] = to
			}
		}
	}
	for i := range s.Does {
		if from, to, ok := owner(s, &s.Does[i]); ok && from != to {
			out[&s.Kinds[from.Kind].Attributes[from.Attr]] = to
		}
	}
	return out
}

// named resolves a name, that of a kind to what names its entities.
func named(s *sheet.Sheet, kind int, name string) sheet.Ref {
	ref, _ := s.Resolve(kind, name)
	if ids := s.Identity(ref.Kind); ref.Attr == sheet.Whole && len(ids) == 1 {
		return ids[0]
	}
	return ref
}

// owner returns the attribute by which a write finds the list that it makes a row for each entry of, and the one that
// has its value: what names something that these rows belong to. ok is false if nothing does.
func owner(s *sheet.Sheet, d *sheet.Do) (from, to sheet.Ref, ok bool) {
	list := s.KindOf(d.Each.Kind)
	i := slices.IndexFunc(d.Each.Known, func(k sheet.Known) bool { return k.Value == "" })
	if i < 0 {
		return from, to, false
	}
	from = named(s, list, d.Each.Known[i].Attr)
	best := 0
	for _, kind := range s.Ancestors(s.KindOf(d.Kind)) {
		ids := s.Identity(kind)
		if from.Kind == kind {
			return from, from, true
		}
		likely := 1
		if slices.Contains(s.Ancestors(list), kind) { // users follow users
			likely = 2
		}
		if s.Kinds[kind].Name == d.Each.Known[i].Attr {
			likely = 3
		}
		if from.Kind == list && len(ids) == 1 && typeOf(s, ids[0]) == typeOf(s, from) && likely >= best {
			best, to, ok = likely, ids[0], true
		}
	}
	return from, to, ok
}

// typeOf returns the name of the type of an attribute.
func typeOf(s *sheet.Sheet, ref sheet.Ref) string {
	if ref.Attr == sheet.Whole || s.Kinds[ref.Kind].Attributes[ref.Attr].Type.Name == "" {
		return sheet.Text
	}
	return s.Kinds[ref.Kind].Attributes[ref.Attr].Type.Name
}

// linked returns the value that number i of the things has to which an attribute leads. ok is false for one that leads
// nowhere.
func (k *maker) linked(a *sheet.Attribute, i int) (v edm.Value, ok bool) {
	to, ok := k.links[a]
	if !ok || len(k.things[to.Kind]) == 0 {
		return v, false
	}
	return k.things[to.Kind][i%len(k.things[to.Kind])].value(to), true
}

// linksReady reports whether what the attributes of a kind lead to is there.
func (k *maker) linksReady(kind int) bool {
	for i := range k.Kinds[kind].Attributes {
		if to, ok := k.links[&k.Kinds[kind].Attributes[i]]; ok && to.Kind != kind && k.things[to.Kind] == nil {
			return false
		}
	}
	return true
}
