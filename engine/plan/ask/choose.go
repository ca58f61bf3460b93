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

// before reports whether an access is better, as the page on limits says it: it waits for fewer round trips, which is
// what a caller notices first; reads fewer entities, which take time and load the partition; sends fewer requests,
// which are what is paid for; carries fewer bytes; and leaves less work to the client. What 99 of 100 calls do not
// exceed counts before the mean.
func (a *access) before(o *access) bool {
	mine, theirs := a.cost(), o.cost()
	return slices.Compare(mine[:], theirs[:]) < 0
}

func (a *access) cost() [10]float64 {
	return [...]float64{a.RoundTrips.Often, a.Read.Often, a.Requests.Often,
		a.RoundTrips.Typical, a.Read.Typical, a.Requests.Typical,
		a.Read.Largest, a.Requests.Largest, a.Bytes, float64(len(a.Work))}
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
