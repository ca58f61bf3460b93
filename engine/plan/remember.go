package plan

import (
	"slices"

	"rowkey/engine/sheet"
)

// memory is what a model remembers of the designs that it has calculated. A search asks for the same store again in many
// designs that differ in stores that do not matter.
type memory struct {
	answers  map[string]*remembered
	actions  map[[2]uint16][]action // of a write, in a store
	required map[[2]uint16]atoms    // of the rows of a store that a write writes as a whole
	finding  map[string]*question   // by which writes find their entities
	looks    map[string]looked      // for each question in a store
	looked   looked                 // of the answer that is calculated
	facts    []*storeFacts
	reach    map[int][]bool // for each question, the kinds whose stores matter to its answer
	scratch  scratch
}

// scratch are lists that one calculation makes and the next one writes over.
type scratch struct {
	asks    []asked
	writes  []writing
	demands []demand
}

// remembered is an access with its budget, or that there is none.
type remembered struct {
	access access
	budget []BudgetReport
	can    bool
	met    bool
}

// Remember makes a model remember how stores answer questions, and leave out what only a report says: what its numbers
// rest on.
func (m *Model) Remember() {
	m.memory = &memory{answers: map[string]*remembered{}, looks: map[string]looked{}, actions: map[[2]uint16][]action{},
		required: map[[2]uint16]atoms{}, finding: map[string]*question{}, reach: map[int][]bool{}}
}

// Library reads stores of a sheet, each once, and gives each a number by which models remember it.
type Library struct {
	sheet  *sheet.Sheet
	stores map[string]Store
	broken map[string]bool
}

// NewLibrary begins an empty one.
func NewLibrary(s *sheet.Sheet) *Library {
	return &Library{sheet: s, stores: map[string]Store{}, broken: map[string]bool{}}
}

// Store reads a store; ok is false for one that cannot be read.
func (l *Library) Store(text string) (st Store, ok bool) {
	st, known := l.stores[text]
	if !known {
		r := reader{sheet: l.sheet, store: &st}
		r.read(text)
		st.id = uint16(len(l.stores) + 1)
		l.stores[text], l.broken[text] = st, len(r.problems) > 0
	}
	return st, !l.broken[text]
}

// looked says at which other stores of its design an answer looked.
type looked uint8

const (
	atTable looked = 1 << iota // in the table of its store
	atBase                     // the base of its kind
	atKinds                    // of kinds that the question reads on the way
)

// answersOf is answers, with the budget of the question, for a model that may remember both. It is the same for all designs
// in which the stores are the same at which it looked. The position of the store is that of the first time.
func (m *Model) answersOf(d *Design, store int, q *question) *remembered {
	st := &d.Stores[store]
	if m.memory == nil || st.id == 0 || q.index < 0 && q.name == "" {
		return m.answerNow(d, store, q)
	}
	var space [96]byte
	alone := append(append(append(space[:0], byte(q.index), byte(len(q.name))), q.name...), byte(st.id), byte(st.id>>8), m.keeping(d, store))
	at, known := m.memory.looks[string(alone)]
	if known {
		if r, ok := m.memory.answers[string(m.around(alone, d, store, q, at))]; ok {
			m.looks(at)
			return r
		}
	}
	outer := m.memory.looked
	m.memory.looked = at
	r := m.answerNow(d, store, q)
	at |= m.memory.looked
	m.memory.looks[string(alone)] = at
	m.memory.answers[string(m.around(alone, d, store, q, at))] = r
	m.looks(outer)
	return r
}

// looks notes at which other stores of its design an answer looks.
func (m *Model) looks(at looked) {
	if m.memory != nil {
		m.memory.looked |= at
	}
}

// keeping says how a store follows its base, as a number.
func (m *Model) keeping(d *Design, store int) byte {
	return byte(1 + slices.Index(Keepings, m.keptBy(d, store)))
}

func (m *Model) answerNow(d *Design, store int, q *question) *remembered {
	var r remembered
	st := &d.Stores[store]
	if r.access, r.can = m.answers(d, store, q); r.can && q.index >= 0 {
		r.access.stale = m.stale(d, store)
		m.carry(&r.access, q)
		r.budget = m.budgetOf(q, &r.access)
		r.met = allMet(r.budget)
		if m.memory != nil && !r.access.blob {
			r.access.crowd = m.crowd(st, &asked{q, &r.access, store})
		}
	}
	return &r
}

// around adds to the name of an answer the stores at which it looked, with their places.
func (m *Model) around(key []byte, d *Design, store int, q *question, at looked) []byte {
	st := &d.Stores[store]
	key = append(key, byte(at))
	if at == 0 {
		return key
	}
	base, reach := d.base(st.Kind), m.reached(q)
	for i := range d.Stores {
		o := &d.Stores[i]
		if i == store || o.Kind < 0 {
			continue
		}
		if at&atBase != 0 && i == base || at&atTable != 0 && m.sameTemplate(&o.Table, &st.Table) ||
			at&atKinds != 0 && (o.Kind != st.Kind && reach[o.Kind] || m.beside(d, i, reach)) {
			key = append(key, byte(i), byte(o.id), byte(o.id>>8))
		}
	}
	if base == store {
		key = append(key, 1)
	}
	return key
}

// beside reports whether a store is in the table of one of some kinds.
func (m *Model) beside(d *Design, store int, kinds []bool) bool {
	for i := range d.Stores {
		if o := &d.Stores[i]; i != store && o.Kind >= 0 && kinds[o.Kind] && m.sameTemplate(&o.Table, &d.Stores[store].Table) {
			return true
		}
	}
	return false
}

// reached returns the kinds whose stores a question may read: those that it wants, and all that these belong to.
func (m *Model) reached(q *question) []bool {
	key := q.index
	if key < 0 {
		key -= q.kind
	}
	if list, ok := m.memory.reach[key]; ok {
		return list
	}
	list := make([]bool, len(m.Kinds))
	for _, kind := range append([]int{q.kind}, q.with...) {
		list[kind] = true
		for _, above := range m.Ancestors(kind) {
			list[above] = true
		}
	}
	m.memory.reach[key] = list
	return list
}
