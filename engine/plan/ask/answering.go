package ask

import (
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// Answering is how a design answers a question, ready to be asked for the values of a call.
type Answering struct {
	Store   int
	Base    int        // store from which the rest of each entity is fetched, -1 for none
	Parents *Answering // that are read first, to ask the partition of each; nil for none
	Source  *Answering // that reads a list of values first; nil for none
	With    []Joined
	Each    bool        // each value of its list is asked for by itself
	knows   facts.Attrs // what a caller knows, without what the parents that are read first tell
	q       facts.Question
	w       walker
}

// Joined is a question for entities of another kind that the answer holds as well.
type Joined struct {
	*Answering
	Kind   int
	Up     bool // a parent, which is read once for each different one
	Beside bool // it is sent at the same time as the question
	Listed bool // it is sent for each value of the list of the question
}

// Answering returns how a design answers a question. ok is false if it does not, or with a store that does not keep
// entities.
func (p *Planner) Answering(d *keys.Design, ask int) (*Answering, bool) {
	a, ok := p.Choose(d.View, &p.Facts.Questions[ask])
	if !ok {
		return nil, false
	}
	return p.answering(d, p.Facts.Questions[ask], &a)
}

// Found returns how a design answers a question that a write asks first, ready to be asked. ok is false for a store
// that does not keep entities.
func (p *Planner) Found(d *keys.Design, by *Choice) (a *Answering, ok bool) {
	return p.answering(d, *by.Question, by)
}

func (p *Planner) answering(d *keys.Design, q facts.Question, by *Choice) (*Answering, bool) {
	out := &Answering{Store: by.Store, Base: -1, knows: q.Known, q: q}
	if st := &d.Stores[by.Store]; st.Form != keys.Entities || st.Part > 0 || st.Shards > 0 || len(by.blobs) > 0 {
		return nil, false
	}
	if by.Parent >= 0 {
		if !p.readParents(d, out, by.Parent) {
			return nil, false
		}
	}
	if q.Source != nil && !p.readSource(d, out) {
		return nil, false
	}
	w, ok := p.walk(&d.Stores[by.Store], &out.q)
	w.v, w.at = d.View, by.Store
	if out.Each = ok && eachAlone(&w); out.Each {
		w.q = out.q.Each
	}
	if out.w = w; !ok || !out.w.calculate() || !out.w.complete() {
		return nil, false
	}
	if out.w.Fetch {
		out.Base = d.View.Base(q.Kind)
	}
	for _, kind := range q.With {
		if !p.join(d, out, kind) {
			return nil, false
		}
	}
	return out, true
}

// readSource adds reading the list of values.
func (p *Planner) readSource(d *keys.Design, out *Answering) (ok bool) {
	before, ok := p.Cheapest(d.View, out.q.Source)
	if ok {
		out.Source, ok = p.answering(d, *out.q.Source, &before)
	}
	return ok
}

// readParents adds reading the parents whose partitions are asked.
func (p *Planner) readParents(d *keys.Design, out *Answering, parent int) bool {
	q := p.Facts.NewQuestion(parent, out.q.Known.Of(p.Facts, parent), out.q.Asked)
	before, ok := p.Cheapest(d.View, &q)
	if !ok {
		return false
	}
	if out.Parents, ok = p.answering(d, q, &before); !ok {
		return false
	}
	out.q.Known, out.q.Asked = out.q.Known.With(p.Facts.Whole(parent)...), sheet.Evenly
	out.q.All = p.Facts.Matching(&out.q)
	return true
}

// join adds a question for entities of another kind.
func (p *Planner) join(d *keys.Design, out *Answering, kind int) bool {
	up := slices.Contains(p.Facts.Ancestors(out.q.Kind), kind)
	if up && !facts.Missing(p.Facts.Whole(kind), out.w.st.Holds.Row.With(out.q.Known...)) {
		return true
	}
	owner := kind
	if !up {
		owner = out.q.Kind
	}
	sub := p.Facts.NewQuestion(kind, out.q.Known.Of(p.Facts, kind).With(p.Facts.Identity(owner)...), sheet.Evenly)
	by, ok := p.Cheapest(d.View, &sub)
	if !ok {
		return false
	}
	a, ok := p.answering(d, sub, &by)
	ids := p.Facts.Identity(owner)
	out.With = append(out.With, Joined{Answering: a, Kind: kind, Up: up, Beside: !facts.Missing(ids, out.q.Known),
		Listed: facts.Overlap(ids, out.q.In)})
	return ok
}
