package plan

import (
	"math"

	"rowkey/engine/sheet"
	"rowkey/engine/units"
)

// result is what was calculated of a design. A report and a measure say the same numbers of it.
type result struct {
	*Model
	design    *Design
	asks      []asked // in the order of the sheet
	writes    []writing
	refreshes []refresh
	demands   []demand
}

// calculate calculates how a design answers all questions, what its writes cost, and what both ask of its partitions.
func (m *Model) calculate(d *Design) *result { return (&result{Model: m}).of(d) }

// of calculates a design in place of another one.
func (r *result) of(d *Design) *result {
	m := r.Model
	*r = result{m, d, r.asks[:0], r.writes[:0], m.refreshes(d.view), r.demands[:0]}
	for i := range m.asks {
		a, _ := m.choose(d.view, &m.asks[i])
		r.asks = append(r.asks, a)
	}
	for i := range m.writes {
		r.writes = append(r.writes, m.writing(d, i))
	}
	r.demand(m)
	return r
}

// load is what is asked at peak, in entities written and pages read a second.
type load struct {
	all     float64
	written float64 // entities alone
	calls   float64 // requests
	most    *demand
}

// busiest returns what all demands ask of the busiest partition of a place together.
func (r *result) busiest(store int) (l load) {
	for i := range r.demands {
		e := &r.demands[i]
		if e.store != store {
			continue
		}
		if l.all, l.calls = l.all+e.hot, l.calls+e.calls; e.writes {
			l.written += e.hot
		}
		if e.hot > 0 && (l.most == nil || e.hot > l.most.hot) {
			l.most = e
		}
	}
	return l
}

// hottest returns the busiest partition: that of the place whose demands add up to most, -1 if nothing is asked or written.
func (r *result) hottest() (store int, most load) {
	store = -1
	for i := range r.design.Stores {
		if l := r.busiest(i); l.all > most.all {
			store, most = i, l
		}
	}
	return store, most
}

// account adds up what all partitions are asked for.
func (r *result) account() (l load) {
	for i := range r.demands {
		e := &r.demands[i]
		if l.all += e.all; e.writes {
			l.written += e.all
		}
	}
	return l
}

// refused returns which part of everything is above a target at peak: in the busiest partition of each place, in the
// others if an even rest is too much for each, or in the account.
// Source: workbench 2.5, Σ max(0, λ - 2,000) / Σ λ.
func (r *result) refused() float64 {
	all, above := 0.0, 0.0
	for i := range r.design.Stores {
		hot, sum, parts := 0.0, 0.0, 1.0
		for _, e := range r.demands {
			if e.store == i {
				hot, sum, parts = hot+e.hot, sum+e.all, math.Max(parts, e.spread)
			}
		}
		all += sum
		above += math.Max(0, hot-sheet.PartitionTarget)
		if others := (sum - hot) / math.Max(1, parts-1); parts > 1 {
			above += math.Max(0, others-sheet.PartitionTarget) * (parts - 1)
		}
	}
	if all == 0 {
		return 0
	}
	return math.Min(1, math.Max(above, all-sheet.AccountTarget)/all)
}

// stored adds up what the stores hold; bases are the bytes of the first store of each kind.
func (r *result) stored() (rows, bytes, bases float64) {
	for i := range r.design.Stores {
		st := &r.design.Stores[i]
		if !st.readable() {
			continue
		}
		rows, bytes = rows+r.Rows(st), bytes+r.StoredBytes(st)
		if st.Base {
			bases += r.StoredBytes(st)
		}
	}
	return rows, bytes, bases
}

// refreshed returns what rewriting stores from time to time asks, in a second.
func (r *result) refreshed() (requests, read, written float64) {
	for _, f := range r.refreshes {
		requests, read, written = requests+f.requests, read+f.read, written+f.values/math.Max(f.every, 1e-9)
	}
	return requests, read, written
}

// transactions returns the requests of 30 days.
func (r *result) transactions() float64 {
	n, _, _ := r.refreshed()
	for i := range r.asks {
		n += r.RateOfAsk(r.asks[i].Ask) * r.asks[i].requests.typical
	}
	for i := range r.writes {
		n += r.writes[i].rate * r.writes[i].requests()
	}
	return n * units.Month
}

// amplification returns how many entities all stores write for each one that the sheet writes. A delete by age is not a
// write of its own: it is what an insert costs later.
func (r *result) amplification() float64 {
	_, _, wrote := r.refreshed()
	meant := 0.0
	for i := range r.writes {
		w := &r.writes[i]
		if w.byAge() {
			wrote += w.rate * w.written()
			continue
		}
		wrote, meant = wrote+w.rate*w.actions(), meant+w.rate*r.entitiesOf(w.write)
	}
	if meant == 0 {
		return 0
	}
	return wrote / meant
}

// workflows counts the writes that one transaction cannot do.
func (r *result) workflows() (n int) {
	for i := range r.writes {
		if r.writes[i].workflow() && r.writes[i].carrier == "" {
			n++
		}
	}
	return n
}
