package keys

import (
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
)

// numbers are what follows from a store alone, whatever else a design has. A search, which asks for the same stores in
// many designs, has them calculated once.
type numbers struct {
	each     float64 // bytes of a row
	stored   float64 // bytes of all
	share    float64 // of the writes, that the busiest partition gets
	spread   float64 // partitions that the others get
	problems []Problem
}

func (st *Store) calculate(f *facts.Facts) *numbers {
	n := &numbers{each: st.EachBytes(f), stored: st.StoredBytes(f)}
	n.share, n.spread = st.BusiestShare(f, nil, sheet.Popular, true)
	c := checker{f: f, d: &Design{Stores: []Store{*st}}}
	c.alone(0)
	n.problems = c.problems
	return n
}

// Library reads stores of a sheet, each once, and gives each a number by which answers are cached.
type Library struct {
	f      *facts.Facts
	stores map[string]Store
	broken map[string]bool
}

// NewLibrary begins an empty one.
func NewLibrary(m *facts.Facts) *Library {
	return &Library{f: m, stores: map[string]Store{}, broken: map[string]bool{}}
}

// Store reads a store; ok is false for one that cannot be read.
func (l *Library) Store(text string) (st Store, ok bool) {
	st, known := l.stores[text]
	if !known {
		r := reader{f: l.f, store: &st}
		r.read(text)
		if st.Id = uint16(len(l.stores) + 1); st.Readable() {
			st.numbers = st.calculate(l.f)
		}
		l.stores[text], l.broken[text] = st, len(r.problems) > 0
	}
	return st, !l.broken[text]
}
