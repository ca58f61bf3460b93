package plan

import (
	"math"

	"rowkey/engine/sheet"
)

// rowsOf returns how many rows of a store share the values of attributes.
func (m *Model) rowsOf(st *Store, by atoms, asked string) size {
	h := st.holds
	all := m.group(st.Kind, by.and(h.fixed...), asked)
	rows := m.Rows(st)
	population := m.group(st.Kind, h.fixed, sheet.Evenly).typical
	if st.Form == Entities && m.partsOf(st) == 1 {
		return all
	}
	return all.scale(rows / math.Max(1, population)).atLeast(1)
}

// Rows returns how many rows a store has in all.
func (m *Model) Rows(st *Store) float64 {
	h := st.holds
	n := m.group(st.Kind, h.fixed, sheet.Evenly).typical
	switch st.Form {
	case List, Answers:
		return math.Min(n, m.values(st, h.told))
	case Series:
		return math.Max(1, n/m.slots(st)) * m.partsOf(st)
	case LogBlobs:
		return 0
	}
	return n * m.partsOf(st)
}

// values returns how many combinations of values attributes have.
func (m *Model) values(st *Store, of atoms) float64 {
	n := 1.0
	for i, a := range of {
		if !m.follows(a.ref, append(append(atoms{}, of[:i]...), of[i+1:]...)) {
			n *= m.Distinct(a.ref)
		}
	}
	return n
}

// slots returns how many slots one entity of a series has: those of the finest period in its keys, or of all the time
// that is kept.
func (m *Model) slots(st *Store) float64 {
	ref, _ := m.one(st.Kind, st.Slot.Attr)
	width := m.Cover(ref.Kind)
	for _, t := range []*Template{&st.Table, &st.Partition, &st.Row} {
		for i := range t.Segments {
			if s := &t.Segments[i]; s.Form != Literal && m.single(s.ref) == ref {
				width = math.Min(width, sheet.UnitSeconds(m.unit(s)))
			}
		}
	}
	return math.Max(1, math.Ceil(width/sheet.UnitSeconds(st.Slot.Unit)-1e-9))
}

// properties returns how many properties an entity has: those of all slots in a series.
func (m *Model) properties(st *Store) float64 {
	h := st.holds
	n := float64(len(h.props) + len(h.blobs))
	if st.Form != Series {
		return n
	}
	slot := 0.0
	ref, _ := m.one(st.Kind, st.Slot.Attr)
	for _, a := range h.props {
		if a.ref != ref {
			slot++
		}
	}
	return m.slots(st) * slot
}

// partsOf returns into how many parts an entity is divided.
func (m *Model) partsOf(st *Store) float64 {
	if st.Part == 0 || st.Form != Entities && st.Form != Series {
		return 1
	}
	return math.Max(1, math.Ceil(m.properties(st)/float64(st.Part)))
}
