package plan

import (
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
	"rowkey/engine/units"
)

// facts are the numbers of a whole design, with what they rest on.
func (r *result) facts() Facts {
	f := Facts{Workflows: r.workflows()}
	rates := r.rates()
	r.storedFacts(&f)
	f.Amplification = figure.New(r.amplification(), rates)
	requests, read, _ := r.refreshed()
	var sources []string
	for i := range r.refreshes {
		sources = figure.Union(sources, r.refreshes[i].Source.Of.Basis())
	}
	f.Refreshes, f.RefreshReads = figure.New(requests, sources), figure.New(read, sources)
	f.Hottest, f.Account = r.hottestFacts(), r.accountFacts()
	f.Refused = figure.New(r.refused(), append(r.Model.peakDefaults(), "model:refused"))
	f.Month = r.monthFacts(figure.Union(rates, sources), f.Bytes)
	f.Budget = r.sheetBudget(&f)
	return f
}

func (r *result) storedFacts(f *Facts) {
	var of, lengths []string
	for i := range r.design.Stores {
		if st := &r.design.Stores[i]; st.Readable() {
			of, lengths = figure.Union(of, r.Model.populationOf(st)), figure.Union(lengths, r.Model.bytesDefaults(st))
		}
	}
	rows, bytes, bases := r.stored()
	f.Entities, f.Bytes, f.BlowUp = figure.New(rows, of), figure.New(bytes, lengths), figure.New(0, lengths)
	if bases > 0 {
		f.BlowUp.V = bytes / bases
	}
}

// rates returns what the rates of questions and writes rest on.
func (r *result) rates() (of []string) {
	for i := range r.asks {
		if r.asks[i].OK {
			of = figure.Union(of, r.Model.rateDefaults(r.asks[i].Index))
		}
	}
	for i := range r.writes {
		of = figure.Union(of, r.writes[i].Of.Basis())
	}
	return of
}

func (r *result) hottestFacts() Hottest {
	store, l := r.hottest()
	if store < 0 {
		return Hottest{Load: loadFigures(l, sheet.PartitionTarget, nil), Requests: figure.New(0, nil), Store: -1}
	}
	of := r.Model.peakDefaults()
	for _, e := range r.demands {
		if e.store == store {
			of = figure.Union(of, e.of)
		}
		if e.store == store && e.even {
			of = figure.Union(of, []string{"model:entities"})
		}
	}
	return Hottest{Load: loadFigures(l, sheet.PartitionTarget, of), Requests: figure.New(l.calls, of), Store: store,
		Key: r.design.Stores[store].Partition.Example(r.Facts), What: l.most.what}
}

func (r *result) accountFacts() Load {
	of := r.Model.peakDefaults()
	for _, e := range r.demands {
		of = figure.Union(of, e.of)
	}
	return loadFigures(r.account(), sheet.AccountTarget, of)
}

// loadFigures compares a load with its target. The headroom of nothing is 0, as JSON has no infinity.
func loadFigures(l load, target float64, of []string) Load {
	out := Load{Rate: figure.New(l.all, of), Written: figure.New(l.written, of), Headroom: figure.New(0, of)}
	if l.all > 0 {
		out.Headroom.V = target / l.all
	}
	return out
}

// monthFacts are what 30 days cost on average.
func (r *result) monthFacts(of []string, bytes figure.Figure) Month {
	out := Month{Transactions: figure.New(r.transactions(), of), GiB: figure.New(bytes.V/units.GiB, bytes.Of),
		Currency: r.Facts.Sheet.Prices.Currency}
	of = figure.Union(of, bytes.Of)
	if out.Money = figure.New(0, of); out.Currency != "" {
		out.Money.V = out.Transactions.V/10_000*r.Facts.Sheet.Prices.Transactions + out.GiB.V*r.Facts.Sheet.Prices.Storage
	}
	return out
}

// sheetBudget judges the limits of the whole sheet, and whether the peak leaves the headroom below the targets of the
// service. Without prices nothing is known of what a month costs.
func (r *result) sheetBudget(f *Facts) []ask.BudgetReport {
	list := []ask.BudgetReport{
		r.target("partition", f.Hottest.Load, r.Facts.Sheet.PartitionLimit()),
		r.target("account", f.Account, r.Facts.Sheet.AccountLimit()),
	}
	actual := map[string]float64{"month": f.Month.Money.V, "stored": f.Month.GiB.V, "workflows": float64(f.Workflows)}
	for _, l := range r.Facts.Sheet.Budget {
		if l.Counter != "month" || r.Facts.Sheet.Prices.Currency != "" {
			n := actual[l.Counter]
			list = append(list, ask.BudgetReport{Counter: l.Counter, Limit: l.Most, Actual: n, Given: true,
				Met: figure.Within(n, l.Most)})
		}
	}
	return list
}

func (r *result) target(counter string, l Load, limit float64) ask.BudgetReport {
	return ask.BudgetReport{Counter: counter, Limit: limit, Actual: l.Rate.V, Given: r.Facts.Sheet.Headroom != 0,
		Met: figure.Within(l.Rate.V, limit)}
}
