package plan

import (
	"math"

	"rowkey/engine/sheet"
)

// hottest returns the busiest partition: that of the place whose demands add up to most.
func (m *Model) hottest(d *Design, list []demand) Hottest {
	h := Hottest{Load: loadOf(0, 0, partitionMost, nil), Requests: figure(0, nil), Store: -1}
	for i := range d.Stores {
		if s := m.demanded(list, i); s.all > h.Rate.V {
			h = Hottest{Load: loadOf(s.all, s.written, partitionMost, s.of), Requests: figure(s.calls, s.of), Store: i,
				Key: m.example(&d.Stores[i].Partition), What: s.most.what}
		}
	}
	return h
}

// sum is what all demands ask of the busiest partition of a place together.
type sum struct {
	all, written, calls float64
	most                demand
	of                  []string
}

func (m *Model) demanded(list []demand, store int) sum {
	s := sum{of: m.peakRests()}
	for _, e := range list {
		if e.store != store {
			continue
		}
		if s.all, s.calls = s.all+e.hot, s.calls+e.calls; e.writes {
			s.written += e.hot
		}
		if e.hot > s.most.hot {
			s.most = e
		}
		for _, what := range e.of {
			s.of = with(s.of, what)
		}
	}
	return s
}

// loadOf compares a rate with its target. The headroom of nothing is 0, as JSON has no infinity.
func loadOf(rate, written, target float64, of []string) Load {
	l := Load{Rate: figure(rate, of), Written: figure(written, of), Headroom: figure(0, of)}
	if rate > 0 {
		l.Headroom.V = target / rate
	}
	return l
}

// account adds up what all partitions are asked for.
func (m *Model) account(list []demand) Load {
	all, written, of := 0.0, 0.0, m.peakRests()
	for _, e := range list {
		if all += e.all; e.writes {
			written += e.all
		}
		for _, what := range e.of {
			of = with(of, what)
		}
	}
	return loadOf(all, written, sheet.AccountTarget, of)
}

// refused returns which part of everything is above a target at peak: in the busiest partition of each place, in the
// others if an even rest is too much for each, or in the account.
// Source: workbench 2.5, Σ max(0, λ - 2,000) / Σ λ.
func (m *Model) refused(d *Design, list []demand) Figure {
	all, above := 0.0, 0.0
	of := append(m.peakRests(), "model:refused")
	for i := range d.Stores {
		hot, sum, parts := 0.0, 0.0, 1.0
		for _, e := range list {
			if e.store == i {
				hot, sum, parts = hot+e.hot, sum+e.all, math.Max(parts, e.spread)
			}
		}
		all += sum
		above += math.Max(0, hot-partitionMost)
		if rest := (sum - hot) / math.Max(1, parts-1); parts > 1 {
			above += math.Max(0, rest-partitionMost) * (parts - 1)
		}
	}
	if all == 0 {
		return figure(0, of)
	}
	return figure(math.Min(1, math.Max(above, all-sheet.AccountTarget)/all), of)
}
