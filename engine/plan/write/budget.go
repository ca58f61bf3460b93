package write

import (
	"math"

	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
)

// BudgetOf judges the budget of a write. A set of writes that must be one has a limit of its own: the transactions
// that hold the bases of its kinds. So have rules: that a store keeps each. A write with a condition has one as
// well: at peak, the entity that is written most takes as many as leave the headroom below the rate of collapse.
func BudgetOf(f *facts.Facts, d *keys.Design, w *Cost) []ask.BudgetReport {
	list := []ask.BudgetReport{}
	for _, l := range w.Do.Budget {
		b := ask.BudgetReport{Counter: l.Counter, Limit: l.Most, Actual: w.counter(l.Counter), Given: true}
		if l.OfAnswer {
			b.Limit *= facts.EntitiesOf(f, w.Write)
		}
		b.Met = figure.Within(b.Actual, b.Limit)
		b.Limit, b.Actual = figure.Rounded(b.Limit), figure.Rounded(b.Actual)
		list = append(list, b)
	}
	if w.Set >= 0 && w.Carrier == "" {
		n := w.baseTransactions(d)
		list = append(list, ask.BudgetReport{Counter: "together", Limit: 1, Actual: n, Given: true, Met: n <= 1})
	}
	if c := &w.Contention; c.Rate > 0 {
		limit := figure.Rounded(Collapse / f.Sheet.HeadroomFactor())
		list = append(list, ask.BudgetReport{Counter: "contention", Limit: limit, Actual: figure.Rounded(c.Rate),
			Given: f.Sheet.Headroom != 0, Met: figure.Within(c.Rate, limit)})
	}
	if n := len(w.Guards); n > 0 {
		list = append(list, ask.BudgetReport{Counter: "unique", Limit: 0, Actual: float64(w.Unguarded()), Given: true,
			Met: w.Unguarded() == 0})
	}
	return list
}

// baseTransactions returns how many transactions write to the first stores of kinds.
func (w *Cost) baseTransactions(d *keys.Design) (n float64) {
	for i := range w.Steps {
		if t := &w.Steps[i]; t.base(d, w.kinds) {
			n += math.Ceil(t.Count())
		}
	}
	return n
}

// counter returns a number of a write by the name that budgets have for it.
func (w *Cost) counter(name string) float64 {
	switch name {
	case "read":
		return w.ReadRows()
	case "requests":
		return w.Requests()
	case "roundtrips":
		return w.RoundTrips()
	case "transactions":
		return w.Transactions()
	case "bytes":
		return w.Bytes()
	case "ms":
		return w.ms()
	}
	return 0
}
