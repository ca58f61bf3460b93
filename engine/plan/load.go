package plan

import (
	"math"

	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
)

// demand is what one question or write asks of the partitions of a place at peak, in entities written and pages read a
// second.
type demand struct {
	store  int // the first one with this table and PartitionKey
	what   string
	all    float64 // of all partitions together
	hot    float64 // of the busiest one
	calls  float64 // requests to that one: a transaction is one of them
	writes bool
	read   float64 // entities of one page, for what is read
	spread float64 // partitions that share what the busiest one does not get
	past   bool    // of a period that is over, so that nothing else is written to these partitions
	even   bool    // each entity is taken to be written as often as any other
	of     []string
}

// demands adds what all questions, writes and refreshes ask. A write asks for what it has to read first, too.
func (r *result) demand(m *Model) {
	d, list := r.design, r.demands
	for i := range r.writes {
		before := len(list)
		list = m.writeDemands(list, d, &r.writes[i])
		list = m.findDemands(list, d, &r.writes[i])
		inThePast(m.Facts, list[before:], d, &r.writes[i])
	}
	for i := range r.asks {
		if r.asks[i].OK {
			list = m.askDemands(list, d, &r.asks[i])
		}
	}
	for i := range r.refreshes {
		list = m.refreshDemands(list, d, &r.refreshes[i])
	}
	r.demands = list
}

// inThePast marks what a delete by age asks of periods that are over. It does that at any time of the day, so that the
// busiest second of the application does not change it.
func inThePast(f *facts.Facts, list []demand, d *keys.Design, w *write.Cost) {
	at, _ := f.ResolveOne(w.Kind, w.Do.Range.Attr)
	age := sheet.Span(w.Do.Range.Width).Seconds()
	for i := range list {
		e := &list[i]
		if e.past = w.Do.Range.How == sheet.Older && age >= d.Stores[e.store].Period(f, at); e.past {
			e.hot, e.calls = e.hot/f.Sheet.PeakFactor(), e.calls/f.Sheet.PeakFactor()
		}
	}
}

// refreshDemands adds what rewriting a store from time to time asks, and reading its source.
func (m *Model) refreshDemands(list []demand, d *keys.Design, r *ask.Refresh) []demand {
	st := &d.Stores[r.Store]
	n := r.Values / r.Every
	list = append(list, demand{store: d.PlaceOf(m.Facts, r.Store), what: st.Answer, all: n,
		hot: n / math.Max(1, st.Rows(m.Facts)), writes: true, spread: 1})
	return m.sourceDemands(list, d, r)
}

// sourceDemands adds what reading the source of a store asks that is rewritten from time to time, each value equally
// often. The busiest second of the application does not change it.
func (m *Model) sourceDemands(list []demand, d *keys.Design, r *ask.Refresh) []demand {
	if !r.OK {
		return list
	}
	q, a := *r.Source.Question, *r.Source.Answer
	q.Asked, a.Busiest = sheet.Evenly, ask.Busiest{}
	of := m.Ask.Evidence()
	of.Modelled("pages")
	e := demand{what: d.Stores[r.Store].Answer, all: r.Values / r.Every, of: of.Basis()}
	return m.readDemands(list, d, &ask.Choice{Question: &q, Answer: &a, Store: r.Source.Store}, e)
}

// writeDemands adds what a write asks of the partitions that it writes to.
func (m *Model) writeDemands(list []demand, d *keys.Design, w *write.Cost) []demand {
	rate := w.Rate * m.Facts.Sheet.PeakFactor()
	for i := range w.Steps {
		t := &w.Steps[i]
		rows := t.Rows()
		if rows == 0 || t.Actions[0].Verb == write.VerbDrop {
			continue
		}
		e := demand{store: d.PlaceOf(m.Facts, t.Actions[0].Store), what: w.Do.Name, all: rate * rows, writes: true,
			of: w.Of.Basis()}
		if w.ByAge() {
			e.spread = t.Actions[0].Parts
			e.hot = e.all / e.spread
			e.calls = e.hot / keys.MaxActions
		} else {
			share, spread := m.hottestShare(d, t, m.Facts.Sets[w.Index])
			e.even = w.Of != nil && spread > 1 && w.Spread(m.Facts)
			parts := t.Actions[0].Parts
			e.hot, e.spread = e.all/parts*share, spread
			e.calls = rate * t.Count() / parts * share
		}
		if list = append(list, e); w.Lists+w.Attempts > 0 {
			list = contended(w, list, t, &e)
		}
	}
	return list
}

// contended adds reading the rows of a transaction that are read before they are written, and the attempts that fail:
// these requests go where the writes go.
func contended(w *write.Cost, list []demand, t *write.Transaction, e *demand) []demand {
	replaced := t.Replaced() / t.Rows() / math.Max(1e-12, w.Replaced())
	if replaced == 0 {
		return list
	}
	hot := e.hot * replaced * (w.Lists + 2*w.AttemptsIn(e.hot/e.all))
	return append(list, demand{store: e.store, what: e.what, all: e.all * replaced * (w.Lists + 2*w.Attempts), hot: hot,
		calls: hot, read: 1, spread: e.spread, of: e.of})
}

// hottestShare returns which part of a transaction's calls writes to one partition, and how many partitions there are:
// of all kinds that it writes, the one that is spread least decides.
func (m *Model) hottestShare(d *keys.Design, t *write.Transaction, set []facts.Write) (share, spread float64) {
	most := 0.0
	for i := range t.Actions {
		st := &d.Stores[t.Actions[i].Store]
		s, n := st.BusiestOfWrites(m.Facts)
		if s > most {
			most, spread = s, n
		}
		share = max(share, facts.Busiest(m.Facts, set, st.Kind, math.Min(1, s*t.Actions[0].Parts)))
	}
	return share, spread
}
