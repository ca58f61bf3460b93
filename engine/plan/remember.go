package plan

import "slices"

// Remember makes a model remember how stores answer questions. A search asks for the same store again in many designs
// that differ in stores that do not matter.
func (m *Model) Remember() { m.remembered = map[string]remembered{} }

// remembered is an access, or that there is none.
type remembered struct {
	access
	can bool
}

// answersOf is answers for a model that may remember it.
func (m *Model) answersOf(d *Design, store int, q *question) (access, bool) {
	if m.remembered == nil || q.index < 0 {
		return m.answers(d, store, q)
	}
	key := m.around(d, store, q)
	r, ok := m.remembered[key]
	if !ok {
		r.access, r.can = m.answers(d, store, q)
		m.remembered[key] = r
	}
	r.store = store
	return r.access, r.can
}

// around names all that an answer of a store depends on: the store, and with their places the base of its kind, the stores
// in its table, and those of other kinds.
func (m *Model) around(d *Design, store int, q *question) string {
	st := &d.Stores[store]
	key := append([]byte{byte(q.index)}, st.Text...)
	base := d.base(st.Kind)
	for i := range d.Stores {
		if o := &d.Stores[i]; i != store && (i == base || o.Kind != st.Kind || m.sameTemplate(&o.Table, &st.Table)) {
			key = append(append(key, 0, byte(i)), o.Text...)
		}
	}
	if base == store {
		key = append(key, 1)
	}
	return string(slices.Clip(key))
}
