package plan

import "rowkey/engine/units"

const (
	month = units.Month
	gib   = units.GiB
)

// facts calculates the numbers of a whole design.
func (m *Model) facts(d *Design, asks []asked, writes []writing) Facts {
	f := Facts{Workflows: workflows(writes)}
	m.stored(d, &f)
	f.Amplification = figure(m.amplification(d, writes), m.ratesOf(asks, writes))
	requests, read := 0.0, 0.0
	var of []string
	for _, r := range m.refreshes(d.view) {
		requests, read, of = requests+r.requests, read+r.read, withAll(of, r.source.of.typical)
	}
	f.Refreshes, f.RefreshReads = figure(requests, of), figure(read, of)
	list := m.demands(nil, d, asks, writes)
	f.Hottest = m.hottest(d, list)
	f.Account, f.Refused = m.account(list), m.refused(d, list)
	f.Month = m.month(asks, writes, f.Refreshes, f.Bytes)
	f.Budget = m.sheetBudget(&f)
	return f
}

// workflows counts the writes that one transaction cannot do.
func workflows(writes []writing) (n int) {
	for i := range writes {
		if writes[i].workflow() && writes[i].carrier == "" {
			n++
		}
	}
	return n
}

// stored adds up what the stores hold.
func (m *Model) stored(d *Design, f *Facts) {
	var rows, bytes, base float64
	var of, lengths []string
	for i := range d.Stores {
		st := &d.Stores[i]
		if !st.readable() {
			continue
		}
		n := m.Rows(st)
		rows, bytes = rows+n, bytes+m.StoredBytes(st)
		if st.Base {
			base += m.StoredBytes(st)
		}
		of, lengths = withAll(of, m.populationOf(st)), withAll(lengths, m.bytesRests(st))
	}
	f.Entities, f.Bytes, f.BlowUp = figure(rows, of), figure(bytes, lengths), figure(0, lengths)
	if base > 0 {
		f.BlowUp.V = bytes / base
	}
}

// ratesOf returns what the rates of questions and writes rest on.
func (m *Model) ratesOf(asks []asked, writes []writing) []string {
	var e evidence
	for i := range asks {
		for _, what := range m.rateRests(asks[i].index) {
			e.all(what)
		}
	}
	for i := range writes {
		for _, what := range writes[i].of.typical {
			e.all(what)
		}
	}
	return e.typical
}

// month returns what 30 days cost on average.
func (m *Model) month(asks []asked, writes []writing, refreshes, bytes Figure) Month {
	of, n := withAll(m.ratesOf(asks, writes), refreshes.Of), refreshes.V
	for i := range asks {
		n += m.RateOfAsk(asks[i].Ask) * asks[i].requests.typical
	}
	for i := range writes {
		n += writes[i].rate * writes[i].requests()
	}
	out := Month{Transactions: figure(n*month, of), GiB: figure(bytes.V/gib, bytes.Of), Currency: m.Prices.Currency}
	of = withAll(of, bytes.Of)
	if out.Money = figure(0, of); out.Currency != "" {
		out.Money.V = out.Transactions.V/10_000*m.Prices.Transactions + out.GiB.V*m.Prices.Storage
	}
	return out
}

// sheetBudget judges the limits of the whole sheet, and whether the peak leaves the headroom below the targets of the
// service. Without prices nothing is known of what a month costs.
func (m *Model) sheetBudget(f *Facts) []BudgetReport {
	list := []BudgetReport{
		m.target("partition", f.Hottest.Load, m.PartitionLimit()),
		m.target("account", f.Account, m.AccountLimit()),
	}
	actual := map[string]float64{"month": f.Month.Money.V, "stored": f.Month.GiB.V, "workflows": float64(f.Workflows)}
	for _, l := range m.Budget {
		if l.Counter != "month" || m.Prices.Currency != "" {
			n := actual[l.Counter]
			list = append(list, BudgetReport{Counter: l.Counter, Limit: l.Most, Actual: n, Given: true, Met: within(n, l.Most)})
		}
	}
	return list
}

func (m *Model) target(counter string, l Load, limit float64) BudgetReport {
	return BudgetReport{Counter: counter, Limit: limit, Actual: l.Rate.V, Given: m.Headroom != 0, Met: within(l.Rate.V, limit)}
}
