package plan

import (
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/plan/write"
)

func (r *result) writeReports() (list []WriteReport) {
	for i := range r.writes {
		list = append(list, r.Model.writeReport(r.design, &r.writes[i]))
	}
	return list
}

// writeReport is a writing as a report has it.
func (m *Model) writeReport(d *keys.Design, w *write.Cost) WriteReport {
	of := w.Of.Basis()
	stale := of
	if w.Stale > ask.WorkflowDelay {
		stale = figure.Union(of, []string{"model:latency"})
	}
	f := func(n float64) figure.Figure { return figure.New(n, of) }
	r := WriteReport{Name: w.Do.Name, Verb: w.Do.Verb, Kind: m.Facts.Sheet.Kinds[w.Kind].Name, CountedIn: w.Carrier,
		Possible: w.Possible,
		Atomic:   !w.Workflow(), Transactions: f(w.Transactions()), Actions: f(w.Actions()), Requests: f(w.Requests()),
		RoundTrips: f(w.RoundTrips()), Read: f(w.ReadRows()), Bytes: f(w.Bytes()), Stale: figure.New(w.Stale, stale),
		Stores: []int{}, Workflow: w.WorkflowSteps(), Budget: write.BudgetOf(m.Facts, d, w)}
	if w.Set >= 0 {
		r.Together = m.Facts.Sheet.Together[w.Set].Name
	}
	for i := range w.Steps {
		r.Stores = append(r.Stores, w.Steps[i].Stores()...)
	}
	r.Stores = append([]int{}, unique(r.Stores)...)
	r.Met = w.Possible && ask.AllMet(r.Budget)
	return r
}

// BudgetOfWrite returns the budget of a write, by its position among those of the model, and what the design needs of
// it.
func (m *Model) BudgetOfWrite(d *keys.Design, at int) []ask.BudgetReport {
	w := m.Write.Cost(d, at)
	return write.BudgetOf(m.Facts, d, &w)
}
