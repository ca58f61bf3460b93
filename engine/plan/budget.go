package plan

import (
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// budgetOf judges the budget of a question by what 99 of 100 calls do not exceed. How old the answer may be is part of
// it where the store follows the base with a delay, and so is that a refresh ends before the next one begins.
func (m *Model) budgetOf(q *question, a *access) []BudgetReport {
	list := make([]BudgetReport, 0, len(q.limits)+1)
	for _, l := range q.limits {
		b := BudgetReport{Counter: l.Counter, Limit: l.Most, Class: l.Class, Actual: a.counter(l.Counter), Given: len(q.Budget) > 0}
		if l.OfAnswer {
			b.Limit *= m.extent(q).often
		}
		if b.Met = within(b.Actual, b.Limit); l.Counter == "class" {
			b.Met = slices.Index(classNames(), a.className()) <= slices.Index(classNames(), l.Class)
		}
		b.Limit, b.Actual = rounded(b.Limit), rounded(b.Actual)
		list = append(list, b)
	}
	if limit, given := fresh(q.Fresh); a.stale > 0 {
		list = append(list, BudgetReport{Counter: "fresh", Limit: limit, Actual: rounded(a.stale), Given: given, Met: within(a.stale, limit)})
	}
	if a.refresh > a.every {
		list = append(list, BudgetReport{Counter: "refresh", Limit: rounded(a.every), Actual: rounded(a.refresh)})
	}
	return list
}

// within reports whether a number keeps a limit. A number that a report shows has twelve digits: as a limit it is kept.
func within(n, limit float64) bool { return n <= limit*(1+1e-9) }

// counter returns a number of an access by the name that budgets have for it.
func (a *access) counter(name string) float64 {
	switch name {
	case "read":
		return a.read.often
	case "returned":
		return a.returned.often
	case "requests":
		return a.requests.often
	case "roundtrips":
		return a.roundTrips.often
	case "bytes":
		return a.bytes
	case "ms":
		return a.ms()
	}
	return 0
}

// ms returns how long 99 of 100 calls take at most, with the latency of the model: requests that are sent side by side
// share the work.
func (a *access) ms() float64 {
	side := max(1, a.requests.often/max(1, a.roundTrips.often))
	work := a.read.often*float64(explain.PerRead) + a.bytes*float64(explain.PerByte)
	return (a.roundTrips.often*float64(explain.RoundTrip) + work/side) / 1e6
}

// blobClass is the class of an access to blobs alone.
const blobClass = "blob"

func (a *access) className() string {
	if a.blob {
		return blobClass
	}
	return a.class.String()
}

// classNames are the names of the classes, the cheapest first.
func classNames() []string {
	var list []string
	for c := explain.Point; c <= explain.TableScan; c++ {
		list = append(list, c.String())
	}
	return list
}

// fresh returns how old an answer may be in seconds, and whether somebody entered it.
func fresh(f sheet.Fresh) (seconds float64, given bool) {
	switch {
	case f.Now:
		return 0, true
	case f.Span != (sheet.Span{}):
		return f.Span.Seconds(), true
	}
	return sheet.DefaultFresh.Seconds(), false
}
