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
	case keys.KeptQueue:
		return WorkflowDelay
	}
	return 0
}

// stalenessOf notes how old an answer of a store may be. What is rewritten from time to time does not follow from the
// rules of the service alone.
func (p *Planner) stalenessOf(a *access, v keys.View, store int, follows string) {
	if follows == keys.KeptQueue {
		a.stale = WorkflowDelay
	}
	if follows != keys.KeptEvery {
		return
	}
	r := p.refresh(v, store)
	a.stale, a.every, a.refresh = r.age(), r.Every, r.seconds
	a.Of.Modelled("refresh")
}
