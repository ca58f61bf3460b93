package ask

import (
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
)

// Choice is a question with the answer of the best store, and the place of that store, -1 if none answers.
type Choice struct {
	*facts.Question
	*Answer
	Store int
}

// Choose returns the answer of a question: one that meets all budgets before the others.
func (p *Planner) Choose(v keys.View, q *facts.Question) (Choice, bool) {
	return p.best(v, q, func(a, o *Answer) bool { return a.met && !o.met || a.met == o.met && a.before(&o.access) })
}

// Cheapest returns the answer that costs least, for a question without a budget.
func (p *Planner) Cheapest(v keys.View, q *facts.Question) (Choice, bool) {
	return p.best(v, q, func(a, o *Answer) bool { return a.before(&o.access) })
}

// From returns the answer of one store.
func (p *Planner) From(v keys.View, store int, q *facts.Question) *Answer {
	if st := v[store]; st == nil || st.Kind != q.Kind {
		return &Answer{}
	}
	return p.answers.Answer(v, store, q)
}

// best returns the answer of the first store than which no other one is better.
func (p *Planner) best(v keys.View, q *facts.Question, better func(a, o *Answer) bool) (Choice, bool) {
	out := Choice{q, nil, -1}
	for i, st := range v {
		if st == nil || st.Kind != q.Kind {
			continue
		}
		if a := p.answers.Answer(v, i, q); a.OK && (out.Store < 0 || better(a, out.Answer)) {
			out.Answer, out.Store = a, i
		}
	}
	if out.Store < 0 {
		out.Answer = &Answer{}
	}
	return out, out.Store >= 0
}

// before reports whether an access is better: fewer round trips, then fewer requests, then fewer entities read, then
// less work for the client.
func (a *access) before(o *access) bool {
	mine := [...]float64{a.RoundTrips.Often, a.Requests.Often, a.Read.Often, a.RoundTrips.Typical, a.Requests.Typical,
		a.Read.Typical, a.Requests.Largest, a.Read.Largest, float64(len(a.Work))}
	theirs := [...]float64{o.RoundTrips.Often, o.Requests.Often, o.Read.Often, o.RoundTrips.Typical, o.Requests.Typical,
		o.Read.Typical, o.Requests.Largest, o.Read.Largest, float64(len(o.Work))}
	return slices.Compare(mine[:], theirs[:]) < 0
}

// AllMet reports whether all budgets hold.
func AllMet(list []BudgetReport) bool {
	return !slices.ContainsFunc(list, func(b BudgetReport) bool { return !b.Met })
}

// carry sets the bytes that 99 of 100 answers do not exceed.
func carry(f *facts.Facts, a *access, q *facts.Question) {
	if a.Bytes == 0 {
		rows := q.Wants
		if len(a.blobs) > 0 {
			rows = slices.DeleteFunc(slices.Clone(rows), func(w facts.Attr) bool { return a.blobs.Has(w.Ref) })
		}
		a.Bytes = a.Returned.Often*f.JSONBytes(q.Kind, rows) + q.Wanted().Often*f.JSONBytes(q.Kind, a.blobs)
	}
}
