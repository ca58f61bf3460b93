package write

import (
	"math"
	"strconv"

	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// addDefaults notes the defaults that the numbers of a write rest on.
func (p *Planner) addDefaults(out *Cost, all []facts.Write) {
	for i := range all {
		if w := &all[i]; w.Do.Rate == (sheet.Rate{}) && (w.Do.Verb != sheet.Insert ||
			p.Facts.Sheet.Kinds[w.Kind].Amount.Per == "") {
			out.Of.Add("default:/does/" + strconv.Itoa(w.Index) + "/rate")
		}
	}
}

// addSizes notes what the number of entities rests on that a write is about, and that of their rows in a store.
func (p *Planner) addSizes(out *Cost, w *facts.Write, st *keys.Store) {
	if out.Of == nil || w.Do.Verb == sheet.Insert {
		return
	}
	q := p.Facts.NewQuestion(w.Kind, w.Known, sheet.Popular)
	out.Of.Join(p.Ask.Defaults(&q, w.Known))
	if st.Kind != w.Kind {
		below := p.Facts.NewQuestion(st.Kind, p.Facts.Identity(w.Kind), sheet.Evenly)
		out.Of.Join(p.Ask.Defaults(&below, below.Known))
	}
}

// addSparse notes what is not known of a sparse store: how many have its value, or how often a change makes an entity
// enter or leave.
func (p *Planner) addSparse(out *Cost, w *facts.Write, st *keys.Store) {
	for _, k := range st.Holds.Fixed {
		if w.Do.Verb == sheet.Update || !p.Facts.Sheet.SpreadOf(st.Kind, k.Ref).Tells(k.Value) ||
			k.Ref.Attr != sheet.Whole && p.Facts.Sheet.Changes(k.Ref.Kind, p.Facts.Attribute(k.Ref).Name) {
			out.Of.Modelled("sparse")
		}
	}
	if w.Do.Verb != sheet.Insert && st.Sparse(p.Facts) {
		out.Of.Modelled("series")
	}
}

// queueOperations are what a workflow needs beside its transactions: put, get and delete a message.
const queueOperations = 3

// Cost is what a write, or a set of writes that are done as one, costs in a design.
type Cost struct {
	*facts.Write
	kinds    []int         // that it is about, without those below that copy what it sets
	Steps    []Transaction // the first one holds the base
	Reads    []ask.Choice  // of what the keys need and the caller does not know
	Possible bool
	ahead    int     // transactions that the caller waits for
	many     bool    // it is about several entities, which one transaction each can change
	blobs    float64 // requests to blobs
	Attempts float64 // that fail, on the average of all writes
	Busiest  float64 // that fail where most writes meet
	Lists    float64 // rows that are read before they are written
	Stale    float64
	Old      float64 // seconds of its time that a delete by age is about
	Guards   []Guard

	Contention Contention // zero without a condition
	Carrier    string     // name of the write that carries the numbers of the set, "" if it is this one
	Of         *figure.Evidence
}

// Cost calculates a write of the sheet.
func (p *Planner) Cost(d *keys.Design, i int) Cost {
	w, all := &p.Facts.Writes[i], p.Facts.Sets[i]
	out := Cost{Write: w, Possible: true, many: facts.EntitiesOf(p.Facts, w) > 1, Of: p.Ask.Evidence()}
	p.addDefaults(&out, all)
	switch {
	case all[0].Index != w.Index:
		out.Carrier = all[0].Do.Name
	case w.ByAge():
		p.expire(d, &out)
	default:
		list := make([]action, 0, len(all)*len(d.Stores))
		for j := range all {
			if all[j].Of == nil {
				out.kinds = append(out.kinds, all[j].Kind)
			}
			list = p.share(list, d, &out, &all[j], facts.Anchor(all), w.Rate)
		}
		out.Steps = grouped(p.Facts, d, out.kinds, list)
		out.ahead = out.front(d)
		p.lags(d, &out)
	}
	return out
}

// share adds the actions of one write of a set, each time the set is done.
func (p *Planner) share(list []action, d *keys.Design, out *Cost, w, anchor *facts.Write, rate float64) []action {
	before := len(list)
	list = p.actions(list, d, w)
	added := list[before:]
	if w.Do.Verb != sheet.Insert {
		p.find(d, out, w, added)
	} else if w.Each != nil {
		p.readFirst(d, out, p.numbered(w))
		out.Of.Join(p.Ask.Defaults(w.Each, w.Each.Known))
	}
	p.guard(d, out, w, added)
	for i := range added {
		a := &added[i]
		a.counts = w.Of != nil && a.conditional && w.Of.Do.Verb == sheet.Insert
		p.addSizes(out, w, &d.Stores[a.Store])
		p.addSparse(out, w, &d.Stores[a.Store])
		multiply(p.Facts, d, a, w.Rate/rate, anchor)
		out.blobs += a.blobs
		if a.Verb == verbReplace || a.conditional {
			p.contend(d, out, a, w)
		}
	}
	return list
}

// multiply makes an action happen several times: in one partition if it follows from what the writes of the set share.
func multiply(f *facts.Facts, d *keys.Design, a *action, times float64, anchor *facts.Write) {
	st := &d.Stores[a.Store]
	a.rows, a.most, a.blobs, a.bytes = a.rows*times, a.most*times, a.blobs*times, a.bytes*times
	if times <= 1 {
		return
	}
	shared := f.Whole(anchor.Kind)
	for _, above := range f.Ancestors(anchor.Kind) {
		shared = shared.With(f.Identity(above)...)
	}
	if !facts.Missing(st.Place, shared) {
		return
	}
	if a.Parts, a.apart = a.Parts*times, loose; f.Identifies(st.Kind, st.Place) {
		a.apart = alone
	}
}

// lags notes after how many seconds the last store follows: a workflow waits for the queue, or for all that it does if
// that takes longer.
func (p *Planner) lags(d *keys.Design, w *Cost) {
	if w.Workflow() {
		w.Stale = math.Max(ask.WorkflowDelay, w.workMs()/1000)
		if w.FansOut() {
			w.Stale = ask.WorkflowDelay + (w.findMs()+w.workMs())/1000
		}
	}
	if len(w.Steps) > 1 || w.FansOut() {
		w.Of.Modelled("workflow")
	}
	for i := range d.Stores {
		if st := &d.Stores[i]; st.Readable() && st.Kind == w.Kind && d.View.Follows(p.Facts, i) == keys.KeptEvery {
			w.Stale = max(w.Stale, p.Ask.Stale(d.View, i))
		}
	}
}
