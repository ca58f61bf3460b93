package facts

import (
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
)

// Facts is a sheet without errors with its names resolved. Nothing of it changes once it is made, but for sizes of
// groups, which are calculated when they are asked for first.
type Facts struct {
	Sheet     *sheet.Sheet
	Questions []Question
	Does      []sheet.Do // with the deletes by age that the sheet implies, as [sheet.Sheet.Writes] returns them
	Writes    []Write
	Sets      [][]Write // for each write, those that are done as one with it
	Rules     []Rule
	relations
	groups map[string]sheet.Figures
	wholes map[int]Attrs
}

// New resolves the names of a sheet.
func New(s *sheet.Sheet) *Facts {
	f := &Facts{Sheet: s, relations: relationsOf(s), Does: s.Writes(), groups: map[string]sheet.Figures{},
		wholes: map[int]Attrs{}}
	for i := range s.Asks {
		f.Questions = append(f.Questions, resolveAsk(f, &s.Asks[i]))
		f.Questions[i].Number = i + 1
	}
	for i := range f.Does {
		f.Writes = append(f.Writes, resolveWrite(f, i))
		f.Sets = append(f.Sets, members(f, &f.Writes[i]))
	}
	f.Rules = rulesOf(f)
	return f
}

// Named finds what a name means and returns its atoms, none for a name that means nothing.
func (f *Facts) Named(kind int, name string) Attrs {
	ref, ok := f.Sheet.Resolve(kind, name)
	if !ok {
		return nil
	}
	return f.AttrsOf(ref)
}

// Identity returns what names one entity of a kind.
func (f *Facts) Identity(kind int) Attrs { return f.AttrsOf(sheet.Ref{Kind: kind, Attr: sheet.Whole}) }

// Whole returns all that an entity of a kind consists of: its attributes, and the identities of its parents.
func (f *Facts) Whole(kind int) Attrs {
	if out, ok := f.wholes[kind]; ok {
		return out
	}
	out := f.Identity(kind)
	for _, o := range f.Sheet.Kinds[kind].Of {
		out = out.With(f.Identity(f.Sheet.KindOf(o.Kind))...)
	}
	for i := range f.Sheet.Kinds[kind].Attributes {
		out = out.With(Attr{Ref: sheet.Ref{Kind: kind, Attr: i}})
	}
	f.wholes[kind] = out
	return out
}

// Identifies reports whether attributes name one entity of a kind.
func (f *Facts) Identifies(kind int, told Attrs) bool { return len(f.Unidentified(kind, told)) == 0 }

// Unidentified returns what of the identity of a kind does not follow from attributes. One that names an entity alone
// tells that one and all above it.
func (f *Facts) Unidentified(kind int, told Attrs) Attrs {
	if namesOne(f, kind, told) {
		return nil
	}
	return lists.Only(f.Identity(kind), func(a Attr) bool { return !f.Follows(a.Ref, told) })
}

// namesOne reports whether one of the attributes names an entity of a kind alone.
func namesOne(f *Facts, kind int, told Attrs) bool {
	return slices.ContainsFunc(told, func(t Attr) bool { return t.Ref.Kind == kind && namesBeside(f, t.Ref, told) })
}

// namesBeside reports whether an attribute names an entity beside others: what is unique in a parent needs the parent.
func namesBeside(f *Facts, ref sheet.Ref, told Attrs) bool {
	n := f.NameOf(ref)
	return n.alone && (n.within < 0 || !Missing(f.Identity(n.within), told))
}

// Follows reports whether an attribute is one of those told, or one of an entity that these name.
func (f *Facts) Follows(ref sheet.Ref, told Attrs) bool {
	return told.Has(ref) || slices.ContainsFunc(told, func(t Attr) bool {
		return namesBeside(f, t.Ref, told) && (t.Ref.Kind == ref.Kind || slices.Contains(f.Ancestors(t.Ref.Kind), ref.Kind))
	})
}

// FollowAll reports whether each of some attributes follows from those told.
func (f *Facts) FollowAll(list, told Attrs) bool {
	return !slices.ContainsFunc(list, func(a Attr) bool { return !f.Follows(a.Ref, told) })
}

// Group returns how many entities of a kind share the values of attributes, as the calls of a question ask for them.
func (f *Facts) Group(kind int, by Attrs, asked string) figure.Size {
	return AsSize(f.Figures(kind, by, asked))
}

func (f *Facts) Figures(kind int, by Attrs, asked string) sheet.Figures {
	var space [64]byte
	key := groupKey(space[:0], kind, by, asked)
	n, ok := f.groups[string(key)]
	if !ok {
		refs, fixed := together(f, kind, by)
		n = f.Sheet.GroupOf(kind, refs, fixed, asked)
		f.groups[string(key)] = n
	}
	return n
}

// AsSize returns figures of a sheet as a size.
func AsSize(n sheet.Figures) figure.Size {
	return figure.Size{Typical: n.Typical, Often: n.Most, Largest: n.Largest}
}

func groupKey(b []byte, kind int, by Attrs, asked string) []byte {
	b = append(b, byte(kind))
	for _, a := range by {
		b = append(append(append(b, byte(a.Ref.Kind), byte(a.Ref.Attr)), a.Value...), 0)
	}
	return append(b, asked...)
}

// together puts what names an entity of a kind above in place of its parts, which depend on each other.
func together(f *Facts, kind int, by Attrs) (refs []sheet.Ref, fixed []string) {
	for _, above := range f.Ancestors(kind) {
		if id := f.NameOf(sheet.Ref{Kind: above, Attr: sheet.Whole}).Refs; len(id) > 1 && by.HasAll(id) {
			refs, fixed = append(refs, sheet.Ref{Kind: above, Attr: sheet.Whole}), append(fixed, "")
		}
	}
	for _, a := range by {
		refs, fixed = append(refs, a.Ref), append(fixed, a.Value)
	}
	return refs, fixed
}
