package plan

import "slices"

// asked is a question with the answer of the best store, and the place of that store, -1 if none answers.
type asked struct {
	*question
	*answer
	store int
}

// choose returns the answer of a question: one that meets all budgets before the others.
func (m *Model) choose(v view, q *question) (asked, bool) {
	return m.best(v, q, func(a, o *answer) bool { return a.met && !o.met || a.met == o.met && a.before(&o.access) })
}

// cheapest returns the answer that costs least, for a question without a budget.
func (m *Model) cheapest(v view, q *question) (asked, bool) {
	return m.best(v, q, func(a, o *answer) bool { return a.before(&o.access) })
}

// best returns the answer of the first store than which no other one is better.
func (m *Model) best(v view, q *question, better func(a, o *answer) bool) (asked, bool) {
	out := asked{q, nil, -1}
	for i, st := range v {
		if st == nil || st.Kind != q.kind {
			continue
		}
		if a := m.answers.answer(v, i, q); a.ok && (out.store < 0 || better(a, out.answer)) {
			out.answer, out.store = a, i
		}
	}
	if out.store < 0 {
		out.answer = &answer{}
	}
	return out, out.store >= 0
}

// before reports whether an access is better: fewer round trips, then fewer requests, then fewer entities read, then less
// work for the client.
func (a *access) before(o *access) bool {
	mine := [...]float64{a.roundTrips.often, a.requests.often, a.read.often, a.roundTrips.typical, a.requests.typical, a.read.typical, a.requests.largest, a.read.largest, float64(len(a.work))}
	theirs := [...]float64{o.roundTrips.often, o.requests.often, o.read.often, o.roundTrips.typical, o.requests.typical, o.read.typical, o.requests.largest, o.read.largest, float64(len(o.work))}
	return slices.Compare(mine[:], theirs[:]) < 0
}

// allMet reports whether all budgets hold.
func allMet(list []BudgetReport) bool {
	return !slices.ContainsFunc(list, func(b BudgetReport) bool { return !b.Met })
}

// carry sets the bytes that 99 of 100 answers do not exceed.
func (m *Model) carry(a *access, q *question) {
	if a.bytes == 0 {
		rows := q.wants
		if len(a.blobs) > 0 {
			rows = slices.DeleteFunc(slices.Clone(rows), func(w atom) bool { return a.blobs.has(w.ref) })
		}
		a.bytes = a.returned.often*m.bytesOf(q.kind, rows) + q.answer().often*m.bytesOf(q.kind, a.blobs)
	}
}
