package plan

import (
	"slices"

	"rowkey/engine/sheet"
)

// Model is a sheet without errors, prepared for calculating designs. It remembers the sizes of groups, what names consist
// of, and what stores hold, so that a search asks for each once.
type Model struct {
	*sheet.Sheet
	relations
	asks     []question
	writes   []sheet.Do
	resolved []write
	sets     [][]write // for each write, those that are done as one with it
	groups   map[string]sheet.Figures
	wholes   map[int]atoms

	answers    answerer
	actionsOf  perStore[[]action]
	requiredOf perStore[atoms]      // of the rows that a write writes as a whole
	found      map[string]*question // by which writes find their entities; nil if they are not cached
	measured   *result              // whose lists the next measure writes over
	reports    bool                 // it collects what numbers rest on
}

// NewModel prepares a sheet.
func NewModel(s *sheet.Sheet) *Model {
	m := &Model{Sheet: s, relations: relationsOf(s), writes: s.Writes(), groups: map[string]sheet.Figures{}, wholes: map[int]atoms{}}
	m.answers = calculated{m}
	for i := range s.Asks {
		m.asks = append(m.asks, m.question(&s.Asks[i]))
		m.asks[i].number = i + 1
	}
	for i := range m.writes {
		m.resolved = append(m.resolved, m.write(i))
		m.sets = append(m.sets, m.members(&m.resolved[i]))
	}
	return m
}

// Writes returns the writes of the sheet with the deletes by age that it implies, as [sheet.Sheet.Writes] does. They are not
// to be changed.
func (m *Model) Writes() []sheet.Do { return m.writes }

// evidence returns where to collect what a number rests on: nowhere, if it is not for a report.
func (m *Model) evidence() *evidence {
	if !m.reports {
		return nil
	}
	return &evidence{}
}

// atom is an attribute that identifies or describes an entity, and never the identity of a kind with attributes. value
// is what every call asks for, "" if calls differ.
type atom struct {
	ref   sheet.Ref
	value string
}

// atoms is a set of attributes in the order in which they were named.
type atoms []atom

func (l atoms) has(ref sheet.Ref) bool {
	return slices.ContainsFunc(l, func(a atom) bool { return a.ref == ref })
}

func (l atoms) hasAll(refs []sheet.Ref) bool {
	return !slices.ContainsFunc(refs, func(r sheet.Ref) bool { return !l.has(r) })
}

// and returns the set with more of them.
func (l atoms) and(more ...atom) atoms {
	out := slices.Clip(l)
	for i, a := range more {
		if !out.has(a.ref) {
			out = append(slices.Grow(out, len(more)-i), a)
		}
	}
	return out
}

// of returns those that an entity of a kind has: its own, and those of the kinds above.
func (l atoms) of(m *Model, kind int) atoms {
	var out atoms
	for _, a := range l {
		if a.ref.Kind == kind || slices.Contains(m.Ancestors(kind), a.ref.Kind) {
			out = append(out, a)
		}
	}
	return out
}

// named finds what a name means and returns its atoms, none for a name that means nothing.
func (m *Model) named(kind int, name string) atoms {
	ref, ok := m.Resolve(kind, name)
	if !ok {
		return nil
	}
	return m.atomsOf(ref)
}

// identity returns what names one entity of a kind.
func (m *Model) identity(kind int) atoms { return m.atomsOf(sheet.Ref{Kind: kind, Attr: sheet.Whole}) }

// whole returns all that an entity of a kind consists of: its attributes, and the identities of its parents.
func (m *Model) whole(kind int) atoms {
	if out, ok := m.wholes[kind]; ok {
		return out
	}
	out := m.identity(kind)
	for _, o := range m.Kinds[kind].Of {
		out = out.and(m.identity(m.KindOf(o.Kind))...)
	}
	for i := range m.Kinds[kind].Attributes {
		out = out.and(atom{ref: sheet.Ref{Kind: kind, Attr: i}})
	}
	m.wholes[kind] = out
	return out
}

// tellApart reports whether attributes name one entity of a kind.
func (m *Model) tellApart(kind int, told atoms) bool {
	return len(m.untold(kind, told)) == 0
}

// untold returns what of the identity of a kind does not follow from attributes. One that names an entity alone tells
// that one and all above it.
func (m *Model) untold(kind int, told atoms) atoms {
	var out atoms
	for _, a := range m.identity(kind) {
		if !m.follows(a.ref, told) {
			out = append(out, a)
		}
	}
	for _, t := range told {
		if t.ref.Kind == kind && m.Names(t.ref) {
			return nil
		}
	}
	return out
}

// follows reports whether an attribute is one of those told, or one of an entity that these name.
func (m *Model) follows(ref sheet.Ref, told atoms) bool {
	return told.has(ref) || slices.ContainsFunc(told, func(t atom) bool {
		return m.Names(t.ref) && (t.ref.Kind == ref.Kind || slices.Contains(m.Ancestors(t.ref.Kind), ref.Kind))
	})
}

// group returns how many entities of a kind share the values of attributes, as the calls of a question ask for them.
func (m *Model) group(kind int, by atoms, asked string) size {
	f := m.figures(kind, by, asked)
	return size{f.Typical, f.Most, f.Largest}
}

func (m *Model) figures(kind int, by atoms, asked string) sheet.Figures {
	var space [64]byte
	key := groupKey(space[:0], kind, by, asked)
	f, ok := m.groups[string(key)]
	if !ok {
		refs, fixed := m.together(kind, by)
		f = m.GroupOf(kind, refs, fixed, asked)
		m.groups[string(key)] = f
	}
	return f
}

func groupKey(b []byte, kind int, by atoms, asked string) []byte {
	b = append(b, byte(kind))
	for _, a := range by {
		b = append(append(append(b, byte(a.ref.Kind), byte(a.ref.Attr)), a.value...), 0)
	}
	return append(b, asked...)
}

// together puts what names an entity of a kind above in place of its parts, which depend on each other.
func (m *Model) together(kind int, by atoms) (refs []sheet.Ref, fixed []string) {
	for _, above := range m.Ancestors(kind) {
		if id := m.nameOf(sheet.Ref{Kind: above, Attr: sheet.Whole}).refs; len(id) > 1 && by.hasAll(id) {
			refs, fixed = append(refs, sheet.Ref{Kind: above, Attr: sheet.Whole}), append(fixed, "")
		}
	}
	for _, a := range by {
		refs, fixed = append(refs, a.ref), append(fixed, a.value)
	}
	return refs, fixed
}
