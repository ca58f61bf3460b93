package plan

import (
	"math"
	"slices"

	"rowkey/engine/sheet"
)

// holding is what can be known of an entity from one of its rows in a store.
type holding struct {
	told  atoms // from the keys
	props atoms // from properties, in order
	blobs atoms // from blobs, which take a request each
	fixed atoms // from being in a sparse store
	row   atoms // all that one row has without reading more
}

// hold finds out what a store holds. A list holds the identities beside its keys.
func (m *Model) hold(st *Store) holding {
	var h holding
	for _, t := range []*Template{&st.Table, &st.Partition, &st.Row} {
		for i := range t.Segments {
			if s := &t.Segments[i]; m.tells(s) {
				h.told = h.told.and(m.atomsOf(s.ref)...)
			}
		}
	}
	if ref, ok := m.one(st.Kind, st.Slot.Attr); ok && st.Form == Series {
		h.told = h.told.and(atom{ref: ref}) // by the names of its properties
	}
	for _, k := range st.Where {
		for _, a := range m.named(st.Kind, k.Attr) {
			h.fixed = h.fixed.and(atom{a.ref, k.Value})
		}
	}
	for _, name := range st.Blob {
		h.blobs = h.blobs.and(m.named(st.Kind, name)...)
	}
	for _, a := range m.included(st) {
		if (st.Include != nil || !h.told.has(a.ref)) && !h.blobs.has(a.ref) && !h.fixed.has(a.ref) {
			h.props = h.props.and(a)
		}
	}
	h.row = h.told.and(h.props...).and(h.fixed...)
	return h
}

// included returns what a store keeps as properties: what it says, or all that its keys do not tell.
func (m *Model) included(st *Store) atoms {
	if st.Form == List {
		return m.identity(st.Kind)
	}
	if st.Include == nil {
		return m.whole(st.Kind)
	}
	var out atoms
	for _, name := range st.Include {
		out = out.and(m.named(st.Kind, name)...)
	}
	return out
}

// tells reports whether the value of a segment's attribute can be read from a key: a period does if it is as fine as the
// time.
func (m *Model) tells(s *Segment) bool {
	switch s.Form {
	case Plain, Padded, Decimal, Inverted:
		return true
	case Period, PeriodDown:
		return m.fine(s)
	}
	return false
}

// fine reports whether each value of a time has a period of its own. Weeks do not say in which month they are.
func (m *Model) fine(s *Segment) bool {
	finest := m.finest(s.ref)
	return sheet.UnitSeconds(s.Unit) <= sheet.UnitSeconds(finest) && (finest != "week" || s.Unit != "month") && (finest != "month" || s.Unit != "week")
}

// finest returns the unit of a time.
func (m *Model) finest(ref sheet.Ref) string {
	if t, _ := m.typed(ref); t.Unit != "" {
		return t.Unit
	}
	return "tick"
}

// typeOf returns the type of a segment's attribute, and whether it is one; a text has none.
func (m *Model) typeOf(s *Segment) (t sheet.Type, one bool) {
	if s.Form == Literal {
		return t, false
	}
	return m.typed(s.ref)
}

// unit returns the unit of the periods that a segment names, "" for one that is not made of a time.
func (m *Model) unit(s *Segment) string {
	t, _ := m.typeOf(s)
	switch {
	case s.Form == Literal || s.Form == Bucket || s.Form == Beginning || t.Name != sheet.Time:
		return ""
	case s.Unit != "":
		return s.Unit
	case s.Form == Inverted:
		return "tick"
	}
	return m.finest(s.ref)
}

// sorted says how a segment orders its attribute: 1 upwards, -1 downwards, 0 not at all. A coarse form puts periods and
// beginnings in order and says nothing of what is within one.
func (m *Model) sorted(s *Segment) int {
	t, one := m.typeOf(s)
	number := t.Name == sheet.Int || t.Name == sheet.Long || t.Name == sheet.Double
	switch {
	case s.Form == Literal || s.Form == Bucket || !one:
		return 0
	case s.Form == Inverted || s.Form == PeriodDown:
		return -1
	case s.Form == Padded && float64(s.N) < math.Min(float64(m.width(s.ref)), m.needs(s.ref)), (s.Form == Plain || s.Form == Beginning) && number:
		return 0
	}
	return 1
}

// needs returns how many digits the values of a whole number need if somebody entered how many there are.
func (m *Model) needs(ref sheet.Ref) float64 {
	if ref.Attr == sheet.Whole || m.Kinds[ref.Kind].Attributes[ref.Attr].Values == 0 {
		return math.Inf(1)
	}
	return math.Ceil(math.Log10(m.Kinds[ref.Kind].Attributes[ref.Attr].Values + 1))
}

// width returns the greatest number of characters that an attribute takes in a key.
func (m *Model) width(ref sheet.Ref) int { return m.KeyLength([]sheet.Ref{ref}) }

// ordered finds the segment that sorts rows of which everything before is known by an attribute, and says in which
// direction: 0 if it does not, or only in parts. Attributes that follow each other have the same order.
func (m *Model) ordered(t *Template, i int, by sheet.Ref) int {
	s := &t.Segments[i]
	if s.Form == Literal || s.Form == Beginning || (s.Form == Period || s.Form == PeriodDown) && !m.fine(s) || !m.sameOrder(s.ref, by) {
		return 0
	}
	if !m.keepsOrder(t, i) {
		return 0
	}
	return m.sorted(s)
}

// sameOrder reports whether two attributes are one, or one follows the other.
func (m *Model) sameOrder(a, b sheet.Ref) bool {
	a, b = m.single(a), m.single(b)
	return a == b || m.leads(a, b) || m.leads(b, a)
}

// single returns the attribute that identifies a kind in place of the kind.
func (m *Model) single(r sheet.Ref) sheet.Ref {
	if l := m.nameOf(r).refs; len(l) == 1 {
		return l[0]
	}
	return r
}

// leads reports whether a follows b.
func (m *Model) leads(a, b sheet.Ref) bool {
	if a.Attr == sheet.Whole || a.Kind != b.Kind || b.Attr == sheet.Whole {
		return false
	}
	attrs := m.Kinds[a.Kind].Attributes
	return attrs[a.Attr].Follows != "" && attrs[a.Attr].Follows == attrs[b.Attr].Name
}

// keepsOrder reports whether what comes after a text keeps its order: only ! sorts below everything that a text can
// hold.
func (m *Model) keepsOrder(t *Template, i int) bool {
	if i+1 == len(t.Segments) || m.fixedWidth(&t.Segments[i]) {
		return true
	}
	next := &t.Segments[i+1]
	return next.Form == Literal && next.Text[0] == '!'
}

// fixedWidth reports whether all values of a segment have the same length.
func (m *Model) fixedWidth(s *Segment) bool {
	t, one := m.typeOf(s)
	switch s.Form {
	case Literal, Padded, Decimal, Inverted, Bucket, Period, PeriodDown:
		return true
	case Plain:
		return one && slices.Contains([]string{sheet.Time, sheet.GUID}, t.Name)
	}
	return false
}
