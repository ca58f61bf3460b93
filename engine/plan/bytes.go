package plan

import (
	"math"

	"rowkey/engine/edm"
	"rowkey/engine/sheet"
)

// bytesOf returns the bytes of attributes of one entity in an answer with $select and without metadata: a name and a
// value as JSON for each, at their greatest length.
func (m *Model) bytesOf(kind int, of atoms) float64 {
	n := 2.0
	for _, a := range of {
		n += float64(len(m.NameOf(kind, a.ref)) + 6 + m.width(a.ref))
	}
	return n
}

// attribute returns an attribute, and a text for the assumed identity of a kind without attributes.
func (m *Model) attribute(ref sheet.Ref) sheet.Attribute {
	if ref.Attr == sheet.Whole {
		return sheet.Attribute{Name: m.Kinds[ref.Kind].Name}
	}
	return m.Kinds[ref.Kind].Attributes[ref.Attr]
}

// keyLength returns the greatest number of characters that a template makes.
func (m *Model) keyLength(t *Template) int {
	n := 0
	for i := range t.Segments {
		n += m.segmentLength(&t.Segments[i])
	}
	return n
}

func (m *Model) segmentLength(s *Segment) int {
	switch s.Form {
	case Literal:
		return len([]rune(s.Text))
	case Bucket:
		return len(itoa(s.N - 1))
	case Padded, Decimal:
		return s.N
	case Beginning:
		return min(s.N, m.width(s.ref))
	case Period, PeriodDown:
		return sheet.UnitDigits(s.Unit)
	case Inverted:
		if t, _ := m.typed(s.ref); t.Name == sheet.Time {
			return sheet.UnitDigits("tick")
		}
	}
	return m.width(s.ref)
}

// EachBytes returns the bytes that the service counts for one row of a store, at most; for a log, those of a line.
func (m *Model) EachBytes(st *Store) float64 {
	if st.numbers != nil {
		return st.numbers.each
	}
	h := st.holds
	n := 4 + 2*float64(m.keyLength(&st.Partition)+m.keyLength(&st.Row))
	switch st.Form {
	case LogBlobs:
		return m.bytesOf(st.Kind, m.whole(st.Kind))
	case List:
		return n + 2*m.listLength(st) + 4 + 8 + 2*float64(len("ids"))
	case Answers:
		q := m.asks[m.askNamed(st.Answer)]
		return n + q.answer().largest*m.bytesOf(q.kind, q.wants)*2
	}
	for _, a := range h.props {
		n += m.propertyBytes(a.ref)
	}
	n += float64(len(h.blobs)) * (8 + 2*20 + 2*60 + 4) // the address of a blob
	if st.Form == Series {
		n += (m.slots(st) - 1) * m.slotBytes(st)
	}
	return n / m.partsOf(st)
}

// propertyBytes returns the bytes of a property with its name.
func (m *Model) propertyBytes(ref sheet.Ref) float64 {
	a := m.attribute(ref)
	e := edm.Entity{Properties: []edm.Property{{Name: a.Name, Value: a.Type.Greatest()}}}
	return float64(e.Size() - 4)
}

// slotBytes returns the bytes of one slot of a series.
func (m *Model) slotBytes(st *Store) float64 {
	n := 0.0
	ref, _ := m.one(st.Kind, st.Slot.Attr)
	for _, a := range st.holds.props {
		if a.ref != ref {
			n += m.propertyBytes(a.ref)
		}
	}
	return n
}

// listLength returns the characters of the longest list: the largest group, with a comma after each identity.
func (m *Model) listLength(st *Store) float64 {
	h := st.holds
	by := st.keys.and(h.fixed...)
	n := 0
	for _, a := range m.identity(st.Kind) {
		if !h.told.has(a.ref) {
			n += m.width(a.ref) + 1
		}
	}
	return math.Ceil(m.group(st.Kind, by, sheet.TheMost).largest) * float64(max(1, n))
}

func (m *Model) askNamed(name string) int {
	for i := range m.asks {
		if m.asks[i].Name == name {
			return i
		}
	}
	return 0
}

// StoredBytes returns the bytes of all rows, or lines, of a store.
func (m *Model) StoredBytes(st *Store) float64 {
	if st.numbers != nil {
		return st.numbers.stored
	}
	if st.Form == LogBlobs {
		return m.group(st.Kind, st.holds.fixed, sheet.Evenly).typical * m.EachBytes(st)
	}
	return m.Rows(st) * m.EachBytes(st)
}
