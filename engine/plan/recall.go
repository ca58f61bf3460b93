package plan

import "slices"

// looked says at which other stores of its design an answer looked.
type looked uint8

const (
	atTable looked = 1 << iota // in the table of its store
	atBase                     // the base of its kind
	atKinds                    // of kinds that the question reads on the way
	atAll                      // all of them
)

// recalled is what is remembered of how a store answers a question.
type recalled struct {
	known bool
	at    looked      // at which other stores it looked, in all designs so far
	alone *remembered // when there were none of these; nil if it is not known
}

// recall returns what is remembered of a store that follows its base in some way. It is there until an answer to another
// question is calculated.
func (m *memory) recall(store uint16, question int, keeping byte) *recalled {
	for int(store) >= len(m.recalled) {
		m.recalled = append(m.recalled, nil)
	}
	row, at := m.recalled[store], question*(len(Keepings)+1)+int(keeping)
	if at >= len(row) {
		row = append(row, make([]recalled, at+1-len(row))...)
		m.recalled[store] = row
	}
	return &row[at]
}

// answersOf is answers, with the budget of the question, for a model that may remember both. It is the same for all designs
// in which the stores are the same at which it looked. The position of the store is that of the first time.
func (m *Model) answersOf(d *Design, store int, q *question) *remembered {
	st := &d.Stores[store]
	if m.memory == nil || st.id == 0 || q.number == 0 {
		return m.answerNow(d, store, q)
	}
	keeping := m.keeping(d, store)
	before := *m.recall(st.id, q.number, keeping)
	if r := m.remembered(&before, d, store, q, keeping); r != nil {
		m.looks(before.at)
		return r
	}
	outer := m.memory.looked
	m.memory.looked = before.at
	r := m.answerNow(d, store, q)
	at := before.at | m.memory.looked
	now := m.recall(st.id, q.number, keeping)
	if now.known, now.at = true, at; m.apart(d, store, at) {
		now.alone = r
	} else {
		var space [96]byte
		m.memory.answers[string(m.around(space[:0], d, store, q, keeping, at))] = r
	}
	m.looks(outer)
	return r
}

// remembered returns an answer of an earlier design that had the same stores where it looked, nil if there is none.
func (m *Model) remembered(before *recalled, d *Design, store int, q *question, keeping byte) *remembered {
	switch {
	case !before.known:
		return nil
	case before.alone != nil && m.apart(d, store, before.at):
		return before.alone
	}
	var space [96]byte
	return m.memory.answers[string(m.around(space[:0], d, store, q, keeping, before.at))]
}

// apart reports whether there are no other stores at which an answer looks.
func (m *Model) apart(d *Design, store int, at looked) bool {
	if at&^atTable != 0 {
		return false
	}
	for i := range d.Stores {
		if at != 0 && i != store && d.Stores[i].Kind >= 0 && m.sameTemplate(&d.Stores[i].Table, &d.Stores[store].Table) {
			return false
		}
	}
	return true
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
		m.kept(&r.access, d, store)
		m.carry(&r.access, q)
		r.budget = m.budgetOf(q, &r.access)
		r.met = allMet(r.budget)
	}
	if r.can && m.memory != nil && !r.access.blob {
		r.access.crowd = m.crowd(st, &asked{q, &r.access, store})
	}
	return &r
}

// around adds the name of an answer with the stores at which it looked, and their places.
func (m *Model) around(key []byte, d *Design, store int, q *question, keeping byte, at looked) []byte {
	st := &d.Stores[store]
	key = append(key, byte(q.number), byte(q.number>>8), byte(st.id), byte(st.id>>8), keeping, byte(at))
	base, reach := d.base(st.Kind), m.reached(q)
	for i := range d.Stores {
		o := &d.Stores[i]
		if i == store || o.Kind < 0 {
			continue
		}
		if at&atAll != 0 || at&atBase != 0 && i == base || at&atTable != 0 && m.sameTemplate(&o.Table, &st.Table) ||
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
	for q.number >= len(m.memory.reach) {
		m.memory.reach = append(m.memory.reach, nil)
	}
	if list := m.memory.reach[q.number]; list != nil {
		return list
	}
	list := make([]bool, len(m.Kinds))
	for _, kind := range append([]int{q.kind}, q.with...) {
		list[kind] = true
		for _, above := range m.Ancestors(kind) {
			list[above] = true
		}
	}
	m.memory.reach[q.number] = list
	return list
}
