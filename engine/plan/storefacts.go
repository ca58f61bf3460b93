package plan

import "rowkey/engine/sheet"

// storeFacts are what follows from a store alone, whatever else a design has.
type storeFacts struct {
	holds    holding
	keys     atoms
	each     float64 // bytes of a row
	stored   float64 // bytes of all
	share    float64 // of the writes, that the busiest partition gets
	spread   float64 // partitions that the others get
	problems []Problem
}

// factsOf returns what follows from a store, nil for a model that does not remember it.
func (m *Model) factsOf(st *Store) *storeFacts {
	if m.memory == nil || st.id == 0 {
		return nil
	}
	for int(st.id) >= len(m.memory.facts) {
		m.memory.facts = append(m.memory.facts, nil)
	}
	f := m.memory.facts[st.id]
	if f == nil {
		alone := *st
		alone.id = 0
		f = &storeFacts{holds: m.holds(&alone), keys: m.keysOf(&alone)}
		m.memory.facts[st.id] = f // the others ask for these two
		f.each, f.stored = m.EachBytes(&alone), m.StoredBytes(&alone)
		f.share, f.spread = m.shareOf(&alone, nil, sheet.Popular, true)
		c := checker{Model: m, d: &Design{Stores: []Store{alone}}}
		c.alone(0)
		f.problems = c.problems
	}
	return f
}
