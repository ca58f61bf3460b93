package plan

import (
	"math"

	"rowkey/engine/explain"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/keys"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
	"rowkey/engine/units"
)

// Measure is what a search compares designs by: the numbers of a report, without what they rest on and without growth.
// Rates are averages; the loads of partitions and the account are those at peak.
type Measure struct {
	Asks          []AskMeasure   // in the order of the sheet
	Writes        []WriteMeasure // in the order of the sheet, with the deletes by age that it implies
	Hottest       float64        // entities written and pages read a second
	Account       float64
	Bytes         float64
	Transactions  float64 // in 30 days
	Amplification float64
	Workflows     int
}

// AskMeasure is how a design answers a question on average. Budgets are judged by what 99 of 100 calls do not exceed.
type AskMeasure struct {
	Store int // that answers it, -1 if none does
	Class string
	Counts
	Often  Counts // what 99 of 100 calls do not exceed
	Work   bool   // the client sorts, merges or filters
	Budget []ask.BudgetReport
}

// Counts are what calls of a question read, send and wait for.
type Counts struct{ Read, Requests, RoundTrips float64 }

// WriteMeasure is what a write costs on average.
type WriteMeasure struct {
	Possible   bool
	Atomic     bool
	Requests   float64
	RoundTrips float64
	Read       float64
	Actions    float64
	Attempts   float64 // that fail at peak where most writes meet, because another write changed the row in between
	Failed     float64 // attempts that fail, on the average of all writes at peak
	Finds      bool    // a delete by age that has to find its entities
	Guarded    bool    // a copy keeps a rule of it
	Budget     []ask.BudgetReport
}

// Measure calculates what a search compares of a design. It does not look for rules that the design breaks.
func (m *Model) Measure(d *keys.Design) Measure {
	if m.measured == nil {
		m.measured = &result{Model: m}
	}
	r := m.measured.of(d)
	out := Measure{Asks: make([]AskMeasure, len(r.asks)), Writes: make([]WriteMeasure, len(r.writes))}
	for i := range r.asks {
		out.Asks[i] = askMeasure(&r.asks[i])
	}
	for i := range r.writes {
		out.Writes[i] = m.writeMeasure(d, &r.writes[i])
	}
	_, hottest := r.hottest()
	out.Hottest, out.Account = hottest.all, r.account().all
	_, out.Bytes, _ = r.stored()
	out.Transactions, out.Amplification, out.Workflows = r.transactions(), r.amplification(), r.workflows()
	return out
}

func askMeasure(a *ask.Choice) AskMeasure {
	if !a.OK {
		return AskMeasure{Store: -1, Class: explain.TableScan.String()}
	}
	return AskMeasure{Store: a.Store, Class: a.ClassName(), Work: len(a.Work) > 0, Budget: a.Budget,
		Counts: Counts{a.Read.Typical, a.Requests.Typical, a.RoundTrips.Typical},
		Often:  Counts{a.Read.Often, a.Requests.Often, a.RoundTrips.Often}}
}

func (m *Model) writeMeasure(d *keys.Design, w *write.Cost) WriteMeasure {
	return WriteMeasure{Possible: w.Possible, Atomic: !w.Workflow(), Requests: w.Requests(), RoundTrips: w.RoundTrips(),
		Read: w.ReadRows(), Actions: w.Actions(), Attempts: w.Busiest, Failed: w.Attempts, Guarded: w.Guarded(d),
		Finds: w.ByAge() && w.Written() > 0, Budget: write.BudgetOf(m.Facts, d, w)}
}

// Price returns what a month costs by the prices of the sheet. Without prices one GiB counts as much as 125 times
// 10,000 transactions, and the unit is 10,000 transactions.
// Source: ours.
func (m *Model) Price(transactions, bytes float64) float64 {
	p := m.Facts.Sheet.Prices
	if p.Currency == "" {
		p = sheet.Prices{Transactions: 1, Storage: storageWeight}
	}
	return transactions/10_000*p.Transactions + math.Max(0, bytes)/units.GiB*p.Storage
}

// storageWeight is how many times 10,000 transactions one GiB in a month counts as.
const storageWeight = 125
