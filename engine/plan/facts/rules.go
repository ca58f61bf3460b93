package facts

import (
	"slices"

	"rowkey/engine/sheet"
)

// Of returns the attribute that is unique, which comes after what it is unique in.
func (r *Rule) Of() sheet.Ref { return r.By[len(r.By)-1].Ref }

// Rule is what no two writes may break together: no two entities of a kind have the same values of some attributes.
type Rule struct {
	Kind    int
	Name    string // of the attribute, or of the kind if it is about what identifies an entity
	By      Attrs
	AnyCase bool // texts that differ in case alone are the same
	absent  bool // it is a rule of inserts that say so
}

// Identity returns the names of what has to be absent, as an entity of the kind is asked for it; none for a rule of an
// attribute.
func (r *Rule) Identity(f *Facts) []string {
	names := []string{}
	for i := 0; r.absent && i < len(r.By); i++ {
		names = append(names, f.Sheet.NameOf(r.Kind, r.By[i].Ref))
	}
	return names
}

// Same reports whether two rules, which may be of two models, are about the same.
func (r *Rule) Same(o *Rule) bool {
	return r.Kind == o.Kind && r.AnyCase == o.AnyCase && slices.Equal(r.By, o.By)
}

// Told reports whether attributes tell what no two entities may share.
func (r *Rule) Told(f *Facts, told Attrs) bool {
	return !Missing(r.By, told) || r.absent && !Missing(f.Identity(r.Kind), told)
}

// Always reports whether every insert has to keep a rule, and not only those that say so.
func (r *Rule) Always(f *Facts) bool {
	return !r.absent || !slices.ContainsFunc(f.Does, func(d sheet.Do) bool {
		return d.Verb == sheet.Insert && f.Sheet.KindOf(d.Kind) == r.Kind && d.If != sheet.Absent
	})
}

// Changes reports whether an update sets one of the attributes of a rule.
func (r *Rule) Changes(f *Facts) bool {
	return slices.ContainsFunc(f.Writes, func(w Write) bool {
		return w.Kind == r.Kind && w.Do.Verb == sheet.Update && Overlap(w.Sets, r.By)
	})
}

// rulesOf returns the rules of a sheet: attributes that are unique, and identities that inserts have to find absent.
func rulesOf(f *Facts) (list []Rule) {
	for kind := range f.Sheet.Kinds {
		k := &f.Sheet.Kinds[kind]
		for i := range k.Attributes {
			if a := &k.Attributes[i]; sheet.IsRule(f.Sheet, kind, a) {
				by := Attrs{{Ref: sheet.Ref{Kind: kind, Attr: i}}}
				if a.Identity {
					by = apart(f, kind)
				}
				if above := f.Sheet.KindOf(a.Within); above >= 0 {
					by = f.Identity(above).With(by...)
				}
				list = append(list, Rule{Kind: kind, Name: a.Name, By: by, AnyCase: a.Case == sheet.AnyCase})
			}
		}
		for i := range f.Does {
			if d := &f.Does[i]; d.Kind == k.Name && d.If == sheet.Absent {
				list = append(list, Rule{Kind: kind, Name: k.Name, By: apart(f, kind), absent: true})
				break
			}
		}
	}
	return list
}

// apart returns what tells the entities of a kind apart, whatever the sheet leaves open: with the parents, unless it
// says that an attribute is unique among all of them. The fifth event of a stream is not the fifth of the next.
func apart(f *Facts, kind int) Attrs {
	id := f.Identity(kind)
	if k := &f.Sheet.Kinds[kind]; len(id) == 1 && id[0].Ref.Attr != sheet.Whole && !k.Attributes[id[0].Ref.Attr].Unique {
		for i := len(k.Of) - 1; i >= 0; i-- {
			id = f.Identity(f.Sheet.KindOf(k.Of[i].Kind)).With(id...)
		}
	}
	return id
}

// Added reports whether a write adds to an attribute.
func Added(f *Facts, ref sheet.Ref) bool {
	for i := range f.Writes {
		w := &f.Writes[i]
		if r, ok := f.ResolveOne(w.Kind, w.Do.Adds.Attr); ok && r == ref && w.Do.Adds.Attr != "" {
			return true
		}
	}
	return false
}

// RulesOf returns the rules that a write could break: an insert all of its kind, an update those of what it sets.
func RulesOf(f *Facts, w *Write) (list []*Rule) {
	for i := range f.Rules {
		r := &f.Rules[i]
		insert := w.Do.Verb == sheet.Insert && (!r.absent || w.Do.If == sheet.Absent)
		if r.Kind == w.Kind && (insert || w.Do.Verb == sheet.Update && Overlap(w.Sets, r.By)) {
			list = append(list, r)
		}
	}
	return list
}
