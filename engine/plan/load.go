package plan

import (
	"math"
	"slices"

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
	of     []string
}

// demands adds what all questions, writes and refreshes ask. A write asks for what it has to read first, too.
func (r *result) demand(m *Model) {
	d, list := r.design, r.demands
	for i := range r.writes {
		list = m.writeDemands(list, d, &r.writes[i])
		list = m.findDemands(list, d, &r.writes[i])
	}
	for i := range r.asks {
		if r.asks[i].ok {
			list = m.askDemands(list, d, &r.asks[i])
		}
	}
	for i := range r.refreshes {
		list = m.refreshDemands(list, d, &r.refreshes[i])
	}
	r.demands = list
}

// refreshDemands adds what rewriting a store from time to time asks, and reading its source.
func (m *Model) refreshDemands(list []demand, d *Design, r *refresh) []demand {
	st := &d.Stores[r.store]
	n := r.values / r.every
	list = append(list, demand{store: m.placeOf(d, r.store), what: st.Answer, all: n, hot: n / math.Max(1, m.Rows(st)), writes: true, spread: 1})
	return m.sourceDemands(list, d, r)
}

// sourceDemands adds what reading the source of a store asks that is rewritten from time to time, each value equally often.
// The busiest second of the application does not change it.
func (m *Model) sourceDemands(list []demand, d *Design, r *refresh) []demand {
	if !r.ok {
		return list
	}
	q, a := *r.source.question, *r.source.answer
	q.asked, a.crowd = sheet.Evenly, crowd{}
	of := m.evidence()
	of.model("pages")
	e := demand{what: d.Stores[r.store].Answer, all: r.values / r.every, of: of.basis()}
	return m.readDemands(list, d, &asked{&q, &a, r.source.store}, e)
}

// placeOf returns the first store that has the same table and PartitionKey.
func (m *Model) placeOf(d *Design, store int) int {
	for i := range d.Stores {
		if d.Stores[i].readable() && m.samePlace(&d.Stores[i], &d.Stores[store]) {
			return i
		}
	}
	return store
}

// writeDemands adds what a write asks of the partitions that it writes to.
func (m *Model) writeDemands(list []demand, d *Design, w *writing) []demand {
	rate := w.rate * m.PeakFactor()
	for i := range w.steps {
		t := &w.steps[i]
		rows := t.rows()
		if rows == 0 || t.actions[0].verb == verbDrop {
			continue
		}
		e := demand{store: m.placeOf(d, t.actions[0].store), what: w.Name, all: rate * rows, writes: true, of: w.of.basis()}
		if w.byAge() {
			e.spread = t.actions[0].parts
			e.hot = e.all / e.spread
			e.calls = e.hot / maxActions
		} else {
			share, spread := m.hottestShare(d, t)
			parts := t.actions[0].parts
			e.hot, e.spread = e.all/parts*math.Min(1, share*parts), spread
			e.calls = rate * t.count() / parts * math.Min(1, share*parts)
		}
		if list = append(list, e); w.lists > 0 {
			list = contended(w, list, t, &e)
		}
	}
	return list
}

// contended adds reading the rows of a transaction that are read before they are written, and the attempts that fail: as
// they are spread over partitions, so are these requests.
func contended(w *writing, list []demand, t *transaction, e *demand) []demand {
	part := t.replaced() / t.rows() * (1 + 2*w.attempts/w.lists)
	if part == 0 {
		return list
	}
	return append(list, demand{store: e.store, what: e.what, all: e.all * part, hot: e.hot * part, calls: e.hot * part, read: 1,
		spread: e.spread, of: e.of})
}

// hottestShare returns which part of a transaction's writes goes to one partition, and how many partitions there are: of
// all kinds that it writes, the one that is spread least decides.
func (m *Model) hottestShare(d *Design, t *transaction) (share, spread float64) {
	for i := range t.actions {
		st := &d.Stores[t.actions[i].store]
		s, n := m.shareOfWrites(st)
		if s > share {
			share, spread = s, n
		}
	}
	return share, spread
}

// shareOfWrites returns the share of the partition that gets most of the writes, and in how many the rest is.
func (m *Model) shareOfWrites(st *Store) (share, spread float64) {
	if st.numbers != nil {
		return st.numbers.share, st.numbers.spread
	}
	return m.shareOf(st, nil, sheet.Popular, true)
}

// shareOf returns the share of the partition that gets most, and in how many partitions the rest is. Of writes, a time
// has one value, now, and all other attributes the values that occur; of a question, those count that it knows.
// Source: workbench 2.5, share = Π max p / buckets.
func (m *Model) shareOf(st *Store, known atoms, how string, writes bool) (share, spread float64) {
	by, b := m.dividing(st, known, writes)
	if by = m.unfixed(st, by); len(by) == 0 {
		return b.fullest, b.n
	}
	n := math.Max(1, m.Population(st.Kind))
	values := m.values(st, by)
	most := m.group(st.Kind, by, sheet.Popular).largest / n
	switch {
	case how == sheet.Evenly, how == sheet.TheMost && m.tellApart(st.Kind, by): // no entity is asked for more than another
		most = 1 / math.Min(n, values)
	case how == sheet.TheMost:
		most = 1
	}
	return math.Min(1, most) * b.fullest, b.n * values
}

// buckets are those that divide a partition.
type buckets struct {
	n       float64
	fullest float64 // share of the one that gets most
}

// of divides by the buckets of a segment. The one with the value that occurs most has all of that, and its part of the
// others; more buckets than values are empty.
func (b *buckets) of(m *Model, kind int, s *Segment) {
	d := m.SpreadOf(kind, s.ref)
	most, even := 1/d.Values, 1/float64(s.N)
	if p := d.Largest(); p > most*(1+1e-9) {
		even = p + (1-p)*even
	}
	b.n, b.fullest = b.n*float64(s.N), b.fullest*math.Max(even, most)
}

// dividing returns the attributes by whose values table and PartitionKey divide what is written, or asked for, and into
// how many buckets.
func (m *Model) dividing(st *Store, known atoms, writes bool) (by atoms, b buckets) {
	b = buckets{1, 1}
	for _, t := range []*Template{&st.Table, &st.Partition} {
		for i := range t.Segments {
			s := &t.Segments[i]
			if s.Form == Literal || writes && m.unit(s) != "" {
				continue
			}
			if varies := m.atomsOf(s.ref); s.Form != Bucket {
				by = by.and(m.varying(varies, known, writes)...)
			} else if len(m.varying(varies, known, writes)) == len(varies) {
				b.of(m, st.Kind, s)
			}
		}
	}
	return by, b
}

// varying returns the attributes that differ between calls: all of what is written, and those that a question knows, if not
// always the same value.
func (m *Model) varying(list, known atoms, writes bool) atoms {
	if writes {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(a atom) bool { return !m.varies(known, a) })
}

// varies reports whether calls know an attribute, and not always the same value of it.
func (m *Model) varies(known atoms, a atom) bool {
	return slices.ContainsFunc(known, func(k atom) bool { return k.ref == a.ref && k.value == "" })
}

// unfixed drops what a sparse store fixes.
func (m *Model) unfixed(st *Store, by atoms) atoms {
	fixed := st.holds.fixed
	return slices.DeleteFunc(slices.Clone(by), func(a atom) bool { return fixed.has(a.ref) })
}
