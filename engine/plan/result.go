package plan

import (
	"math"

	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
	"rowkey/engine/units"
)

// result is what was calculated of a design. A report and a measure say the same numbers of it.
type result struct {
	*Model
	design    *keys.Design
	asks      []ask.Choice // in the order of the sheet
	writes    []write.Cost
	refreshes []ask.Refresh
	demands   []demand
}

// calculate calculates how a design answers all questions, what its writes cost, and what both ask of its partitions.
func (m *Model) calculate(d *keys.Design) *result { return (&result{Model: m}).of(d) }

// of calculates a design in place of another one.
func (r *result) of(d *keys.Design) *result {
	m := r.Model
	*r = result{m, d, r.asks[:0], r.writes[:0], m.Ask.Refreshes(d.View), r.demands[:0]}
	for i := range m.Facts.Questions {
		a, _ := m.Ask.Choose(d.View, &m.Facts.Questions[i])
		r.asks = append(r.asks, a)
	}
	for i := range m.Facts.Does {
		r.writes = append(r.writes, m.Write.Cost(d, i))
	}
	r.demand(m)
	return r
}

// load is what is asked at peak, in entities written and pages read a second.
type load struct {
	all     float64
	sum     float64 // of all partitions of the place
	parts   float64 // that share this
	written float64 // entities alone
	calls   float64 // requests
	most    *demand
}

// busiest returns what all demands ask of the busiest partition of a place together, now and in periods that are over.
func (r *result) busiest(store int) (list [2]load) {
	for i := range r.demands {
		e, l := &r.demands[i], &list[0]
		if e.store != store {
			continue
		}
		if e.past {
			l = &list[1]
		}
		l.sum, l.parts = l.sum+e.all, math.Max(l.parts, e.spread)
		if l.all, l.calls = l.all+e.hot, l.calls+e.calls; e.writes {
			l.written += e.hot
		}
		if e.hot > 0 && (l.most == nil || e.hot > l.most.hot) {
			l.most = e
		}
	}
	return list
}

// hottest returns the busiest partition: that of the place whose demands add up to most, -1 if nothing is asked or
// written.
func (r *result) hottest() (store int, most load) {
	store = -1
	for i := range r.design.Stores {
		for _, l := range r.busiest(i) {
			if l.all > most.all {
				store, most = i, l
			}
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
// Source: ours, Σ max(0, λ - 2,000) / Σ λ.
func (r *result) refused() float64 {
	all, above := 0.0, 0.0
	for i := range r.design.Stores {
		for _, l := range r.busiest(i) {
			all += l.sum
			above += math.Max(0, l.all-sheet.PartitionTarget)
			if others := (l.sum - l.all) / math.Max(1, l.parts-1); l.parts > 1 {
				above += math.Max(0, others-sheet.PartitionTarget) * (l.parts - 1)
			}
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
		if !st.Readable() {
			continue
		}
		rows, bytes = rows+st.Rows(r.Facts), bytes+st.StoredBytes(r.Facts)
		if st.Base {
			bases += st.StoredBytes(r.Facts)
		}
	}
	return rows, bytes, bases
}

// refreshed returns what rewriting stores from time to time asks, in a second.
func (r *result) refreshed() (requests, read, written float64) {
	for _, f := range r.refreshes {
		requests, read, written = requests+f.Requests, read+f.Read, written+f.Values/math.Max(f.Every, 1e-9)
	}
	return requests, read, written
}

// transactions returns the requests of 30 days.
func (r *result) transactions() float64 {
	n, _, _ := r.refreshed()
	for i := range r.asks {
		n += r.Facts.Sheet.RateOfAsk(r.asks[i].Ask) * r.asks[i].Requests.Typical
	}
	for i := range r.writes {
		n += r.writes[i].Rate * r.writes[i].Requests()
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
		if w.ByAge() {
			wrote += w.Rate * w.Written()
			continue
		}
		wrote, meant = wrote+w.Rate*w.Actions(), meant+w.Rate*facts.EntitiesOf(r.Facts, w.Write)
	}
	if meant == 0 {
		return 0
	}
	return wrote / meant
}

// workflows counts the writes that one transaction cannot do.
func (r *result) workflows() (n int) {
	for i := range r.writes {
		if r.writes[i].Workflow() && r.writes[i].Carrier == "" {
			n++
		}
	}
	return n
}
