package plan

import (
	"rowkey/engine/sheet"
)

// find reads old entities first if the keys of a row, or a whole new row, do not follow from what the caller knows.
func (m *Model) find(d *Design, out *writing, w *write, list []action) {
	for _, kind := range m.belonging(w.kind) {
		var wanted atoms
		for i := range list {
			if st := &d.Stores[list[i].store]; st.Kind == kind {
				wanted = wanted.and(m.required(st, &list[i], w)...)
			}
		}
		if lacks(wanted, w.known) {
			m.readFirst(d, out, m.finding(w, kind, wanted))
		}
	}
}

// finding makes the question by which a write finds what it wants of the entities of a kind.
func (m *Model) finding(w *write, kind int, wanted atoms) *question {
	if m.found == nil {
		return m.findingNow(w, kind, wanted)
	}
	var space [64]byte
	name := foundName(space[:0], w, kind, wanted)
	q, ok := m.found[string(name)]
	if !ok {
		q = m.findingNow(w, kind, wanted)
		q.number = len(m.asks) + len(m.found) + 1
		m.found[string(name)] = q
	}
	return q
}

func (m *Model) findingNow(w *write, kind int, wanted atoms) *question {
	q := m.asking(kind, w.known.of(m, kind), sheet.Evenly)
	q.wants = wanted
	return &q
}

// readFirst adds a question that has to be asked before anything is written.
func (m *Model) readFirst(d *Design, out *writing, q *question) {
	a, ok := m.cheapest(d.view, q)
	if !ok {
		out.possible = false
		return
	}
	out.reads = append(out.reads, a)
	out.of.join(a.of)
}

// required returns what of an entity has to be known to write to a store: the keys of the row, and all of a row that is
// written as a whole.
func (m *Model) required(st *Store, a *action, w *write) atoms {
	keys := st.keys
	if a.verb != verbMove && a.verb != verbUpsert {
		return keys
	}
	return m.requiredOf.of(st, w, m.wholeRow)
}

// wholeRow returns the keys of a row, and all of it that a write does not set.
func (m *Model) wholeRow(st *Store, w *write) atoms {
	keys, h := st.keys, st.holds
	for _, p := range h.row {
		if !w.sets.has(p.ref) {
			keys = keys.and(p)
		}
	}
	return keys
}

// handed returns what the caller of a set knows because one of its writes is an insert.
func (m *Model) handed(all []write) atoms {
	var out atoms
	for i := range all {
		if all[i].Verb == sheet.Insert {
			out = out.and(m.whole(all[i].kind)...).and(m.lineage(all[i].kind)...)
		}
	}
	return out
}

// lineage returns the identities of an entity of a kind and of all that it belongs to.
func (m *Model) lineage(kind int) atoms {
	out := m.identity(kind)
	for _, above := range m.Ancestors(kind) {
		out = out.and(m.identity(above)...)
	}
	return out
}

// foundName adds the name of the question by which a write finds what it wants of the entities of a kind.
func foundName(name []byte, w *write, kind int, wanted atoms) []byte {
	name = append(name, byte(w.index), byte(kind))
	for _, a := range wanted {
		name = append(name, byte(a.ref.Kind), byte(a.ref.Attr))
	}
	return name
}
