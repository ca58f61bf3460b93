package ask

import (
	"rowkey/engine/plan/keys"
)

// WorkflowDelay is after how many seconds a store follows that a queue keeps.
// Source: ours, modelled.
const WorkflowDelay = 1

// Stale returns how many seconds a store may be behind the base of its kind. What is rewritten from time to time is as
// old as its source was when it was read, and waits for the end of a refresh once its period is over.
func (p *Planner) Stale(v keys.View, store int) float64 {
	switch v.Follows(p.Facts, store) {
	case keys.KeptEvery:
		r := p.refresh(v, store)
		return r.age()
	case keys.KeptQueue, keys.KeptFirst:
		return WorkflowDelay
	}
	return 0
}

// stalenessOf notes how old an answer of a store may be. What is rewritten from time to time does not follow from the
// rules of the service alone. A row that is there before that of the base, and leads to it, is as fresh as the base to
// a caller that checks whether the base still has the value.
func (p *Planner) stalenessOf(a *access, v keys.View, store int, follows string) {
	if follows == keys.KeptQueue || follows == keys.KeptFirst && !a.Fetch {
		a.stale = WorkflowDelay
	}
	if follows != keys.KeptEvery {
		return
	}
	r := p.refresh(v, store)
	a.stale, a.every, a.refresh = r.age(), r.Every, r.seconds
	a.Of.Modelled("refresh")
}

// check notes that the client has to check whether the base still has the value by which its row was found: an answer
// may not be as old as the row of a value that was changed.
func check(w *walker, a *access, follows string) {
	if most, _ := fresh(w.q.Ask.Fresh); follows != keys.KeptFirst || !a.Fetch || most >= WorkflowDelay {
		return
	}
	if r := w.v.Leads(w.f, w.at); r != nil && r.Changes(w.f) {
		a.does("check")
	}
}
