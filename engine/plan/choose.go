package plan

import "slices"

// cheapest returns the access with the fewest round trips, requests and entities read, of the first store that has it.
func (m *Model) cheapest(v view, q *question) (best asked, ok bool) {
	var first *answer
	at := -1
	for i, st := range v {
		if st == nil || st.Kind != q.kind {
			continue
		}
		a := m.answers.answer(v, i, q)
		if a.ok && (first == nil || a.access.before(&first.access)) {
			first, at = a, i
		}
	}
	if first == nil {
		return asked{q, &access{}, -1}, false
	}
	return asked{q, &first.access, at}, true
}

// before reports whether an access is better: fewer round trips, then fewer requests, then fewer entities read, then less
// work for the client.
func (a *access) before(o *access) bool {
	mine := [...]float64{a.roundTrips.often, a.requests.often, a.read.often, a.roundTrips.typical, a.requests.typical, a.read.typical, a.requests.largest, a.read.largest, float64(len(a.work))}
	theirs := [...]float64{o.roundTrips.often, o.requests.often, o.read.often, o.roundTrips.typical, o.requests.typical, o.read.typical, o.requests.largest, o.read.largest, float64(len(o.work))}
	return slices.Compare(mine[:], theirs[:]) < 0
}

// choose returns the access that answers a question: one that meets all budgets before the others.
func (m *Model) choose(v view, q *question) (best asked, met []BudgetReport, ok bool) {
	var first *answer
	at := -1
	for i, st := range v {
		if st == nil || st.Kind != q.kind {
			continue
		}
		a := m.answers.answer(v, i, q)
		if a.ok && (first == nil || a.met && !first.met || a.met == first.met && a.access.before(&first.access)) {
			first, at = a, i
		}
	}
	if first == nil {
		return asked{q, &access{}, -1}, nil, false
	}
	return asked{q, &first.access, at}, first.budget, true
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
