package plan

import (
	"math"

	"rowkey/engine/sheet"
)

// refresh is what a store costs that is rewritten from time to time, whether or not anything was written: values ×
// (requests to its source + 1) each time.
// Source: workbench 2.4.
type refresh struct {
	store    int
	values   float64
	every    float64 // seconds
	requests float64 // a second
	read     float64 // entities a second
	ok       bool
}

// refreshes calculates the stores of a design that are rewritten from time to time.
func (m *Model) refreshes(d *Design) []refresh {
	var list []refresh
	for i := range d.Stores {
		if st := &d.Stores[i]; st.readable() && m.keptBy(d, i) == KeptEvery && st.Kept.Every.Seconds() > 0 {
			list = append(list, m.refresh(d, i))
		}
	}
	return list
}

func (m *Model) refresh(d *Design, store int) refresh {
	st := &d.Stores[store]
	r := refresh{store: store, values: m.Rows(st), every: st.Kept.Every.Seconds()}
	source, ok := m.source(d, store)
	r.ok = ok
	r.requests = r.values * (source.requests.typical + 1) / r.every
	r.read = r.values * source.read.typical / r.every
	return r
}

// source returns how what a store is made of is read: the answer of a question, or the group that a row stands for.
func (m *Model) source(d *Design, store int) (asked, bool) {
	st := &d.Stores[store]
	others := Design{Stores: append([]Store{}, d.Stores...)}
	others.Stores[store].Kind = -1
	if st.Form == Answers {
		return m.cheapest(&others, &m.asks[m.askNamed(st.Answer)])
	}
	q := m.asking(st.Kind, m.holds(st).told.and(m.holds(st).fixed...), sheet.Evenly)
	return m.cheapest(&others, &q)
}

// refreshed returns how many entities a second are written so.
func (m *Model) refreshed(d *Design) (n float64) {
	for _, r := range m.refreshes(d) {
		n += r.values / math.Max(r.every, 1e-9)
	}
	return n
}
