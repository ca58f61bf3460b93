package plan

import (
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
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
	stale, parts := of, of
	if w.Loose() {
		parts = figure.Union(of, []string{"model:partitions"})
	}
	if w.Stale > ask.WorkflowDelay {
		stale = figure.Union(of, []string{"model:latency"})
	}
	f := func(n float64) figure.Figure { return figure.New(n, of) }
	sent := func(n float64) figure.Figure { return figure.New(n, parts) }
	r := WriteReport{Name: w.Do.Name, Verb: w.Do.Verb, Kind: m.Facts.Sheet.Kinds[w.Kind].Name, CountedIn: w.Carrier,
		Possible: w.Possible,
		Atomic:   !w.Workflow(), Transactions: sent(w.Transactions()), Actions: f(w.Actions()),
		Requests: sent(w.Requests()), RoundTrips: sent(w.RoundTrips()), Read: f(w.ReadRows()), Bytes: f(w.Bytes()),
		Stale: figure.New(w.Stale, stale), Rules: []RuleReport{},
		Stores: []int{}, Workflow: w.WorkflowSteps(m.Facts, d), Budget: write.BudgetOf(m.Facts, d, w)}
	r.Contention = contention(m, d, w)
	for _, g := range w.Guards {
		r.Rules = append(r.Rules, RuleReport{Name: g.Name, Identity: g.Identity(m.Facts), Store: g.Store})
	}
	if most := w.Do.Most; most.Of != "" {
		r.Rules = append(r.Rules, RuleReport{Name: w.Do.Kind, Identity: []string{},
			Store: d.View.Base(m.Facts.Sheet.KindOf(most.Of)), Most: most.N, Of: most.Of})
	}
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

// contention is how often a write with a condition is attempted.
func contention(m *Model, d *keys.Design, w *write.Cost) ContentionReport {
	none := figure.New(0, nil)
	if w.Contention.Rate == 0 {
		return ContentionReport{Rate: none, All: none, Window: none, Attempts: none, Collapse: none}
	}
	of := figure.Union(w.Of.Basis(), m.peakDefaults())
	all := max(w.Contention.Rate, m.Write.Conditional(d, w)*m.Facts.Sheet.PeakFactor())
	told := facts.Told(m.Facts.Sets[w.Index])
	if all > w.Contention.Rate || !told {
		of = figure.Union(of, []string{"model:entities"})
	}
	f := func(n float64) figure.Figure { return figure.New(n, of) }
	return ContentionReport{Rate: f(w.Contention.Rate), All: f(all), Window: f(write.Window),
		Attempts: f(w.Contention.Attempts), Collapse: f(write.Collapse), Shards: d.Stores[w.Contention.Store].Shards,
		Assumed: w.Do.Verb == sheet.Update && !told && all > w.Contention.Rate && all >= write.Collapse}
}

// WriteIn returns what one write costs in a design, by its position among those of the model, as a report has it.
func (m *Model) WriteIn(d *keys.Design, at int) WriteReport {
	m = m.reporting()
	w := m.Write.Cost(d, at)
	return m.writeReport(d, &w)
}

// BudgetOfWrite returns the budget of a write, by its position among those of the model, and what the design needs of
// it.
func (m *Model) BudgetOfWrite(d *keys.Design, at int) []ask.BudgetReport {
	w := m.Write.Cost(d, at)
	return write.BudgetOf(m.Facts, d, &w)
}
