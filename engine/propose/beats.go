package propose

import (
	"math"
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/plan"
)

// beats reports whether a design is nowhere worse than another one, and somewhere better. Nothing is weighed against
// something else, so whoever compares the two by hand sees no reason for the other one.
func (t *trial) beats(o *trial) bool {
	theirs := o.numbers()
	for i, mine := range t.numbers() {
		if mine < theirs[i]*(1-nearly) {
			return t.nowhereWorse(o)
		}
	}
	return false
}

// nowhereWorse reports whether no number of a design is greater than that of another one.
func (t *trial) nowhereWorse(o *trial) bool {
	theirs := o.numbers()
	for i, mine := range t.numbers() {
		if mine > theirs[i]*(1+nearly) {
			return false
		}
	}
	return true
}

// nearly is which part of a number the arithmetic of floats may leave as a difference.
const nearly = 1e-9

// numbers returns what a report says of a design, the less the better: what its questions and writes cost, what it
// loads and stores, and which limits it breaks.
func (t *trial) numbers() []float64 {
	if t.raw == nil {
		m := &t.measure
		t.raw = append(t.raw, float64(t.cost.Unanswered), float64(t.cost.Broken), float64(t.cost.Excess),
			m.Hottest, m.Account, m.Bytes, m.Transactions, float64(m.Workflows), t.series())
		for i := range m.Asks {
			t.raw = append(t.raw, numbersOf(&m.Asks[i])...)
		}
		for i := range m.Writes {
			w := &m.Writes[i]
			t.raw = append(t.raw, b2f(!w.Possible), b2f(!w.Atomic), w.Requests, w.RoundTrips, w.Read, w.Actions, w.Attempts)
		}
	}
	return t.raw
}

// series counts the stores that are many tables, which somebody has to create and to delete.
func (t *trial) series() float64 {
	return lists.Sum(t.forms, func(f *form) float64 { return b2f(f.period != "") })
}

// numbersOf returns what a question costs: on average, and what 99 of 100 calls do not exceed.
func numbersOf(a *plan.AskMeasure) []float64 {
	list := []float64{a.Read, a.Requests, a.RoundTrips, a.Often.Read, a.Often.Requests, a.Often.RoundTrips,
		b2f(a.Work), float64(1 + slices.Index(explain.ClassNames(), a.Class))} // blobs alone come before all classes
	if a.Store < 0 {
		for i := range list {
			list[i] = math.Inf(1)
		}
	}
	return list
}
