package ask

import (
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
)

// Answer is how a store answers a question, with the budget of the question; ok is false if it cannot.
type Answer struct {
	access
	Budget []BudgetReport
	OK     bool
	met    bool
}

// answerer says how one store answers a question, with the stores that are seen of its design.
type answerer interface {
	Answer(v keys.View, store int, q *facts.Question) *Answer
}

// calculated calculates each answer.
type calculated struct{ *Planner }

func (c calculated) Answer(v keys.View, store int, q *facts.Question) *Answer {
	p, ok := c.Planner.walk(v[store], q)
	if !ok {
		return &Answer{}
	}
	follows := v.Follows(c.Facts, store)
	r := p.reach(follows)
	return p.answer(v.Within(c.Facts, store, &r), store, follows)
}

// answer calculates an answer with the stores within reach. follows says how the store follows the base of its kind.
func (w *walker) answer(v keys.View, store int, follows string) *Answer {
	var r Answer
	if w.v, w.at = v, store; w.form() {
		r.access, r.OK = w.access, true
	}
	if r.OK && w.q.Index >= 0 {
		w.p.stalenessOf(&r.access, v, store, follows)
		check(w, &r.access, follows)
		carry(w.f, &r.access, w.q)
		r.Budget = budgetOf(w.f, w.v, w.q, &r.access)
		r.met = AllMet(r.Budget)
	}
	return &r
}
