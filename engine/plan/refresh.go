package plan

import (
	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// refresh is what a store costs that is rewritten from time to time, whether or not anything was written: values ×
// (requests to its source + 1) each time. Each value is rewritten for itself, so that values do not wait for each other.
// Source: workbench 2.4.
type refresh struct {
	store    int
	values   float64
	every    float64 // seconds
	requests float64 // a second
	read     float64 // entities a second
	seconds  float64 // that 99 of 100 refreshes of a value take at most
	behind   float64 // seconds that the source may be behind
	source   asked
	ok       bool // there is a source
}

// refreshes calculates the stores of a design that are rewritten from time to time.
func (m *Model) refreshes(v view) []refresh {
	var list []refresh
	for i, st := range v {
		if st != nil && m.keptBy(v, i) == KeptEvery && st.Kept.Every.Seconds() > 0 {
			list = append(list, m.refresh(v, i))
		}
	}
	return list
}

func (m *Model) refresh(v view, store int) refresh {
	st := v[store]
	r := refresh{store: store, values: m.Rows(st), every: st.Kept.Every.Seconds()}
	others := v.without(store)
	if r.source, r.ok = m.source(others, st); r.ok {
		a := r.source.access
		m.carry(&a, r.source.question)
		r.seconds = (a.ms() + m.rewriteMs(st)) / 1000
		r.behind = m.stale(others, r.source.store)
	}
	r.requests, r.read = r.values*(r.source.requests.typical+1)/r.every, r.values*r.source.read.typical/r.every
	return r
}

// age returns how many seconds a value may be behind the base at most: one that was rewritten just before something changed
// stays until the refresh after it is over.
func (r *refresh) age() float64 { return r.every + r.seconds + r.behind }

// rewriteMs returns how long rewriting one row takes, with the latency of the model.
func (m *Model) rewriteMs(st *Store) float64 {
	return (float64(explain.RoundTrip+explain.Commit+explain.PerWrite) + m.EachBytes(st)*float64(explain.PerByte)) / 1e6
}

// source returns how what a store is made of is read from the other stores of its design: the answer of a question, or
// the group that a row stands for.
func (m *Model) source(others view, st *Store) (asked, bool) {
	if st.Form == Answers {
		return m.cheapest(others, &m.asks[m.askNamed(st.Answer)])
	}
	q := m.asking(st.Kind, st.holds.told.and(st.holds.fixed...), sheet.Evenly)
	return m.cheapest(others, &q)
}
