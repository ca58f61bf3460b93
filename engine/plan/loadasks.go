package plan

import (
	"math"

	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
)

// askDemands adds what a question asks of the partitions that it reads.
func (m *Model) askDemands(list []demand, d *keys.Design, q *ask.Choice) []demand {
	of := m.Ask.Evidence()
	of.Add(m.rateDefaults(q.Index)...)
	of.Modelled("pages")
	return m.readDemands(list, d, q, demand{what: q.Ask.Name,
		all: m.Facts.Sheet.RateOfAsk(q.Ask) * m.Facts.Sheet.PeakFactor(), of: of.Basis()})
}

// findDemands adds what a write asks of the partitions in which it finds the entities that it changes.
func (m *Model) findDemands(list []demand, d *keys.Design, w *write.Cost) []demand {
	if len(w.Reads) == 0 {
		return list
	}
	of := m.Ask.Evidence()
	of.Join(w.Of)
	of.Modelled("pages")
	before, set := len(list), m.Facts.Sets[w.Index]
	for i := range w.Reads {
		list = m.readDemands(list, d, &w.Reads[i], demand{what: w.Do.Name, all: w.Rate * m.Facts.Sheet.PeakFactor(),
			of: of.Basis()})
	}
	for i := before; facts.Told(set) && i < len(list); i++ {
		e := &list[i]
		e.hot = e.all * facts.Busiest(m.Facts, set, d.Stores[e.store].Kind, math.Min(1, e.hot/math.Max(1e-12, e.all)))
		e.calls = e.hot
	}
	return list
}

// readDemands adds what so many calls of a question ask of the partitions that it reads: one for each page.
func (m *Model) readDemands(list []demand, d *keys.Design, q *ask.Choice, e demand) []demand {
	if q.Blob {
		return list
	}
	rate := e.all
	e.read = q.Read.Typical / math.Max(1, q.Requests.Typical)
	first := q.Intervals.Typical * q.Pages.Typical
	c := q.Busiest
	if c.Spread == 0 {
		c = ask.BusiestOf(m.Facts, &d.Stores[q.Store], q)
	}
	e.store, e.all, e.hot, e.calls, e.spread = d.PlaceOf(m.Facts, q.Store), rate*math.Min(first,
		q.Requests.Typical), rate*c.Pages, rate*c.Pages, c.Spread
	list = append(list, e)
	if rest := q.Requests.Typical - first; rest > 1e-9 && len(q.More) > 0 {
		for _, store := range unique(q.More) {
			n := rate * rest / float64(len(unique(q.More)))
			share, spread := d.Stores[store].BusiestShare(m.Facts, m.foundBy(d, q, store), m.popularly(q), false)
			e.store, e.all, e.hot, e.calls, e.spread = d.PlaceOf(m.Facts, store), n, n*share, n*share, spread
			list = append(list, e)
		}
	}
	return list
}

// foundBy returns the attributes by which the rest of an answer is found.
func (m *Model) foundBy(d *keys.Design, q *ask.Choice, store int) facts.Attrs {
	if q.Parent >= 0 {
		return q.Known
	}
	return q.Known.With(d.Stores[store].Keys...)
}

// popularly returns how often the values of what was found are asked for: as often as they occur, unless each value is
// asked for equally often.
func (m *Model) popularly(q *ask.Choice) string {
	if how := q.HowAsked(); how != sheet.TheMost {
		return how
	}
	return sheet.Popular
}
