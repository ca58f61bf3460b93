package plan

// answer is how a store answers a question, with the budget of the question; ok is false if it cannot.
type answer struct {
	access
	budget []BudgetReport
	ok     bool
	met    bool
}

// answerer says how one store answers a question, with the stores that are seen of its design.
type answerer interface {
	answer(v view, store int, q *question) *answer
}

// calculated calculates each answer.
type calculated struct{ *Model }

func (c calculated) answer(v view, store int, q *question) *answer {
	p, ok := c.path(v[store], q)
	if !ok {
		return &answer{}
	}
	follows := c.keptBy(v, store)
	r := p.reach(follows)
	return p.answer(c.within(v, store, &r), store, follows)
}

// answer calculates an answer with the stores within reach. follows says how the store follows the base of its kind.
func (w *walker) answer(v view, store int, follows string) *answer {
	var r answer
	if w.v, w.at = v, store; w.form() {
		r.access, r.ok = w.access, true
	}
	if r.ok && w.q.index >= 0 {
		w.kept(&r.access, v, store, follows)
		w.carry(&r.access, w.q)
		r.budget = w.budgetOf(w.q, &r.access)
		r.met = allMet(r.budget)
	}
	return &r
}
