package sample

import (
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// links are the attributes whose values name other things, because a question reads a list of them first: each with
// the attribute that it has the values of.
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
			to, _ := s.Resolve(s.KindOf(a.Kind), k.Attr)
			if ids := s.Identity(to.Kind); to.Attr == sheet.Whole && len(ids) == 1 {
				to = ids[0]
			}
			if from.Kind == src.Kind && from.Attr != sheet.Whole && !slices.Contains(s.Ancestors(to.Kind), src.Kind) {
				out[&s.Kinds[from.Kind].Attributes[from.Attr]] = to
			}
		}
	}
	return out
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
