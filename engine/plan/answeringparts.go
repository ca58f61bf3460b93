package plan

import (
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// Kind returns the kind that is asked for.
func (a *Answering) Kind() int { return a.q.kind }

// Top returns how many entities are wanted, 0 for all.
func (a *Answering) Top() int { return a.q.Top }

// InTurn reports whether periods are asked one after the other until there is enough.
func (a *Answering) InTurn() bool { return a.w.inTurn }

// Known returns the attributes whose values a call knows.
func (a *Answering) Known() []sheet.Ref {
	var list []sheet.Ref
	for _, k := range a.q.known {
		list = append(list, k.ref)
	}
	return list
}

// Properties returns what a row of a store has beside its keys.
func (m *Model) Properties(st *Store) []sheet.Ref {
	var list []sheet.Ref
	for _, p := range st.holds.props {
		list = append(list, p.ref)
	}
	return list
}

// Property returns the name of the property that holds an attribute: attributes of a kind above have its name in front.
func (m *Model) Property(kind int, ref sheet.Ref) string {
	name := m.attribute(ref).Name
	if ref.Kind != kind && ref.Attr != sheet.Whole {
		return m.Kinds[ref.Kind].Name + "_" + name
	}
	return name
}

// IdentityOf returns the attributes that name an entity of a kind.
func (m *Model) IdentityOf(kind int) []sheet.Ref {
	var list []sheet.Ref
	for _, a := range m.identity(kind) {
		list = append(list, a.ref)
	}
	return list
}

// Chosen returns the store that answers a question, and its access as a report has it.
func (m *Model) Chosen(d *Design, ask int) QuestionReport {
	a, _ := m.choose(d.view, &m.asks[ask])
	return m.questionReport(&a)
}

// Class returns the worst query class of what is asked first, without what is read because of it.
func (a *Answering) Class() explain.Class { return a.w.class }

// Matches returns a function that reports whether an entity belongs to the answer of a call: it has the values that the
// caller knows, and is in the range.
func (a *Answering) Matches(c Call) func(of Values) bool {
	known := make([]edm.Value, len(a.q.known))
	for i, k := range a.q.known {
		known[i] = c.Known(k.ref)
	}
	return func(of Values) bool {
		for i, k := range a.q.known {
			if !equal(of(k.ref), known[i]) {
				return false
			}
		}
		s := &a.q.span
		if !s.given {
			return true
		}
		at := clock.Ticks(of(s.ref).Time())
		return c.From <= at && at < c.To
	}
}

// equal reports whether two values are the same, or of two types with the same text.
func equal(v, w edm.Value) bool {
	if v.Type() == w.Type() {
		return v == w
	}
	return textOf(v, "tick") == textOf(w, "tick")
}

// Order returns the attribute that the answer is sorted by. ok is false for any order.
func (a *Answering) Order() (by sheet.Ref, descending, ok bool) {
	return a.q.by, a.q.Order.Descending(), a.q.order
}

// Span returns the time that a question ranges over. ok is false without a range; time is false for one of other values,
// which cannot be asked.
func (a *Answering) Span() (ref sheet.Ref, how string, width sheet.Width, time, ok bool) {
	s := &a.q.span
	return s.ref, s.How, s.Width, s.time, s.given
}

// Fixed returns the values that all calls of a question ask for.
func (a *Answering) Fixed() map[sheet.Ref]string {
	out := map[sheet.Ref]string{}
	for _, k := range a.q.known {
		if k.value != "" {
			out[k.ref] = k.value
		}
	}
	return out
}

// Takes reports whether a store keeps an entity: all of them, unless it is sparse.
func (m *Model) Takes(st *Store, of Values) bool {
	for _, k := range st.holds.fixed {
		if textOf(of(k.ref), m.finest(k.ref)) != k.value {
			return false
		}
	}
	return true
}

// In returns how one store answers a question, as a report has it. ok is false if it does not.
func (m *Model) In(d *Design, store, ask int) (r QuestionReport, ok bool) {
	if d.view[store] == nil || d.view[store].Kind != m.asks[ask].kind {
		return r, false
	}
	a := m.answers.answer(d.view, store, &m.asks[ask])
	if !a.ok {
		return r, false
	}
	r.Read, r.Returned, r.Requests, r.RoundTrips = a.of.spread(a.read), a.of.spread(a.returned), a.of.spread(a.requests), a.of.spread(a.roundTrips)
	return r, true
}

// TypeOf returns the type of an attribute.
func (m *Model) TypeOf(ref sheet.Ref) sheet.Type {
	t, _ := m.typed(ref)
	return t
}
