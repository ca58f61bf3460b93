package ask

import (
	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// Refresh is what a store costs that is rewritten from time to time, whether or not anything was written: values ×
// (requests to its source + 1) each time. Each value is rewritten for itself, so that values do not wait for each
// other.
// Source: ours.
type Refresh struct {
	Store    int
	Values   float64
	Every    float64 // seconds
	Requests float64 // a second
	Read     float64 // entities a second
	seconds  float64 // that 99 of 100 refreshes of a value take at most
	behind   float64 // seconds that the source may be behind
	Source   Choice
	OK       bool // there is a source
}

// Refreshes calculates the stores of a design that are rewritten from time to time.
func (p *Planner) Refreshes(v keys.View) []Refresh {
	var list []Refresh
	for i, st := range v {
		if st != nil && v.Follows(p.Facts, i) == keys.KeptEvery && st.Kept.Every.Seconds() > 0 {
			list = append(list, p.refresh(v, i))
		}
	}
	return list
}

func (p *Planner) refresh(v keys.View, store int) Refresh {
	st := v[store]
	r := Refresh{Store: store, Values: st.Rows(p.Facts), Every: st.Kept.Every.Seconds()}
	others := v.Without(store)
	if r.Source, r.OK = p.source(others, st); r.OK {
		a := r.Source.access
		carry(p.Facts, &a, r.Source.Question)
		r.seconds = (a.Ms() + rewriteMs(p.Facts, st)) / 1000
		r.behind = p.Stale(others, r.Source.Store)
	}
	r.Requests, r.Read = r.Values*(r.Source.Requests.Typical+1)/r.Every, r.Values*r.Source.Read.Typical/r.Every
	return r
}

// age returns how many seconds a value may be behind the base at most: one that was rewritten just before something
// changed stays until the refresh after it is over.
func (r *Refresh) age() float64 { return r.Every + r.seconds + r.behind }

// rewriteMs returns how long rewriting one row takes, with the latency of the model.
func rewriteMs(f *facts.Facts, st *keys.Store) float64 {
	return (float64(explain.RoundTrip+explain.Commit+explain.PerWrite) + st.EachBytes(f)*float64(explain.PerByte)) / 1e6
}

// source returns how what a store is made of is read from the other stores of its design: the answer of a question, or
// the group that a row stands for.
func (p *Planner) source(others keys.View, st *keys.Store) (Choice, bool) {
	if st.Form == keys.Answers {
		return p.Cheapest(others, &p.Facts.Questions[p.Facts.QuestionNamed(st.Answer)])
	}
	q := p.Facts.NewQuestion(st.Kind, st.Holds.Told.With(st.Holds.Fixed...), sheet.Evenly)
	return p.Cheapest(others, &q)
}

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
