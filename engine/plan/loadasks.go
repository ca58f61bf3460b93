package plan

import (
	"math"

	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// askDemands adds what a question asks of the partitions that it reads.
func (m *Model) askDemands(list []demand, d *Design, q *asked) []demand {
	of := m.evidence()
	of.all(m.rateRests(q.index)...)
	of.model("pages")
	return m.readDemands(list, d, q, demand{what: q.Name, all: m.RateOfAsk(q.Ask) * m.PeakFactor(), of: of.basis()})
}

// findDemands adds what a write asks of the partitions in which it finds the entities that it changes.
func (m *Model) findDemands(list []demand, d *Design, w *writing) []demand {
	if len(w.reads) == 0 {
		return list
	}
	of := m.evidence()
	of.join(w.of)
	of.model("pages")
	for i := range w.reads {
		list = m.readDemands(list, d, &w.reads[i], demand{what: w.Name, all: w.rate * m.PeakFactor(), of: of.basis()})
	}
	return list
}

// readDemands adds what so many calls of a question ask of the partitions that it reads: one for each page.
func (m *Model) readDemands(list []demand, d *Design, q *asked, e demand) []demand {
	if q.blob {
		return list
	}
	rate := e.all
	e.read = q.read.typical / math.Max(1, q.requests.typical)
	first := q.intervals.typical * q.pages.typical
	c := q.crowd
	if c.spread == 0 {
		c = m.crowd(&d.Stores[q.store], q)
	}
	e.store, e.all, e.hot, e.calls, e.spread = m.placeOf(d, q.store), rate*math.Min(first, q.requests.typical), rate*c.pages, rate*c.pages, c.spread
	list = append(list, e)
	if rest := q.requests.typical - first; rest > 1e-9 && len(q.more) > 0 {
		for _, store := range unique(q.more) {
			n := rate * rest / float64(len(unique(q.more)))
			share, spread := m.shareOf(&d.Stores[store], m.foundBy(d, q, store), m.popularly(q), false)
			e.store, e.all, e.hot, e.calls, e.spread = m.placeOf(d, store), n, n*share, n*share, spread
			list = append(list, e)
		}
	}
	return list
}

// foundBy returns the attributes by which the rest of an answer is found.
func (m *Model) foundBy(d *Design, q *asked, store int) atoms {
	if q.parent >= 0 {
		return q.known
	}
	return q.known.and(d.Stores[store].keys...)
}

// popularly returns how often the values of what was found are asked for: as often as they occur, unless each value is
// asked for equally often.
func (m *Model) popularly(q *asked) string {
	if how := q.howAsked(); how != sheet.TheMost {
		return how
	}
	return sheet.Popular
}

// howAsked returns which values are asked for. What a write looks for is changed as often as it occurs.
func (q *asked) howAsked() string {
	if q.index < 0 {
		return sheet.Popular
	}
	return q.asked
}

// crowd is what the busiest partition of a store has to do with a question.
type crowd struct {
	pages  float64 // of it that one call reads on average
	spread float64 // partitions that share what it does not get
}

func (m *Model) crowd(st *Store, q *asked) crowd {
	share, spread := m.shareOf(st, q.known, q.howAsked(), false)
	return crowd{m.hotPages(st, q, share), spread}
}

// hotPages returns how many pages one call reads of the busiest partition on average. If the values that are asked for
// divide the partitions, that is the one of the largest value; a scan reads each in turn.
func (m *Model) hotPages(st *Store, q *asked, share float64) float64 {
	if q.class > explain.PartitionScan || q.parent >= 0 {
		part := math.Min(1, m.partitionRows(st)/math.Max(1, q.read.typical))
		return share * math.Max(1, q.pages.typical*part)
	}
	pages := q.pages.typical
	if by, _ := m.dividing(st, q.known, false); len(m.unfixed(st, by)) > 0 {
		pages = q.pages.largest
	}
	return share * m.timeShare(st, q) * math.Max(1, pages)
}

// partitionRows returns how many rows the largest partition of a store has.
func (m *Model) partitionRows(st *Store) float64 {
	by, b := m.dividing(st, nil, true)
	n := m.rowsOf(st, by, sheet.TheMost).largest * b.fullest
	for i := range st.Partition.Segments {
		if s := &st.Partition.Segments[i]; s.Form != Literal && m.unit(s) != "" {
			return n / m.periods(s.ref, m.unit(s))
		}
	}
	return n
}

// timeShare returns in which part of its calls a question asks for the period that is asked most: always for a range
// that ends now, or the newest first.
func (m *Model) timeShare(st *Store, q *asked) float64 {
	part := 1.0
	for _, t := range []*Template{&st.Table, &st.Partition} {
		for i := range t.Segments {
			s := &t.Segments[i]
			if unit := m.unit(s); s.Form != Literal && unit != "" && m.single(s.ref) == q.span.ref && q.span.given && q.span.How != sheet.Last {
				part = math.Min(part, math.Min(1, q.span.touched(unit).typical/m.periods(s.ref, unit)))
			}
		}
	}
	return part
}
