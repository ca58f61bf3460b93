package plan

import (
	"rowkey/engine/sheet"
	"rowkey/engine/units"
)

// facts are the numbers of a whole design, with what they rest on.
func (r *result) facts() Facts {
	f := Facts{Workflows: r.workflows()}
	rates := r.rates()
	r.storedFacts(&f)
	f.Amplification = figure(r.amplification(), rates)
	requests, read, _ := r.refreshed()
	var sources []string
	for i := range r.refreshes {
		sources = withAll(sources, r.refreshes[i].source.of.basis())
	}
	f.Refreshes, f.RefreshReads = figure(requests, sources), figure(read, sources)
	f.Hottest, f.Account = r.hottestFacts(), r.accountFacts()
	f.Refused = figure(r.refused(), append(r.peakRests(), "model:refused"))
	f.Month = r.monthFacts(withAll(rates, sources), f.Bytes)
	f.Budget = r.sheetBudget(&f)
	return f
}

func (r *result) storedFacts(f *Facts) {
	var of, lengths []string
	for i := range r.design.Stores {
		if st := &r.design.Stores[i]; st.readable() {
			of, lengths = withAll(of, r.populationOf(st)), withAll(lengths, r.bytesRests(st))
		}
	}
	rows, bytes, bases := r.stored()
	f.Entities, f.Bytes, f.BlowUp = figure(rows, of), figure(bytes, lengths), figure(0, lengths)
	if bases > 0 {
		f.BlowUp.V = bytes / bases
	}
}

// rates returns what the rates of questions and writes rest on.
func (r *result) rates() (of []string) {
	for i := range r.asks {
		if r.asks[i].ok {
			of = withAll(of, r.rateRests(r.asks[i].index))
		}
	}
	for i := range r.writes {
		of = withAll(of, r.writes[i].of.basis())
	}
	return of
}

func (r *result) hottestFacts() Hottest {
	store, l := r.hottest()
	if store < 0 {
		return Hottest{Load: loadFigures(l, sheet.PartitionTarget, nil), Requests: figure(0, nil), Store: -1}
	}
	of := r.peakRests()
	for _, e := range r.demands {
		if e.store == store {
			of = withAll(of, e.of)
		}
	}
	return Hottest{Load: loadFigures(l, sheet.PartitionTarget, of), Requests: figure(l.calls, of), Store: store,
		Key: r.example(&r.design.Stores[store].Partition), What: l.most.what}
}

func (r *result) accountFacts() Load {
	of := r.peakRests()
	for _, e := range r.demands {
		of = withAll(of, e.of)
	}
	return loadFigures(r.account(), sheet.AccountTarget, of)
}

// loadFigures compares a load with its target. The headroom of nothing is 0, as JSON has no infinity.
func loadFigures(l load, target float64, of []string) Load {
	out := Load{Rate: figure(l.all, of), Written: figure(l.written, of), Headroom: figure(0, of)}
	if l.all > 0 {
		out.Headroom.V = target / l.all
	}
	return out
}

// monthFacts are what 30 days cost on average.
func (r *result) monthFacts(of []string, bytes Figure) Month {
	out := Month{Transactions: figure(r.transactions(), of), GiB: figure(bytes.V/units.GiB, bytes.Of), Currency: r.Prices.Currency}
	of = withAll(of, bytes.Of)
	if out.Money = figure(0, of); out.Currency != "" {
		out.Money.V = out.Transactions.V/10_000*r.Prices.Transactions + out.GiB.V*r.Prices.Storage
	}
	return out
}

// sheetBudget judges the limits of the whole sheet, and whether the peak leaves the headroom below the targets of the
// service. Without prices nothing is known of what a month costs.
func (r *result) sheetBudget(f *Facts) []BudgetReport {
	list := []BudgetReport{
		r.target("partition", f.Hottest.Load, r.PartitionLimit()),
		r.target("account", f.Account, r.AccountLimit()),
	}
	actual := map[string]float64{"month": f.Month.Money.V, "stored": f.Month.GiB.V, "workflows": float64(f.Workflows)}
	for _, l := range r.Budget {
		if l.Counter != "month" || r.Prices.Currency != "" {
			n := actual[l.Counter]
			list = append(list, BudgetReport{Counter: l.Counter, Limit: l.Most, Actual: n, Given: true, Met: within(n, l.Most)})
		}
	}
	return list
}

func (r *result) target(counter string, l Load, limit float64) BudgetReport {
	return BudgetReport{Counter: counter, Limit: limit, Actual: l.Rate.V, Given: r.Headroom != 0, Met: within(l.Rate.V, limit)}
}
