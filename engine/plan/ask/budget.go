package ask

import (
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// budgetOf judges the budget of a question by what 99 of 100 calls do not exceed. An entity that is in several rows
// counts as so many in its answer. How old the answer may be is part of
// it where the store follows the base with a delay, and so is that a refresh ends before the next one begins.
func budgetOf(f *facts.Facts, v keys.View, q *facts.Question, a *access) []BudgetReport {
	list := make([]BudgetReport, 0, len(q.Limits)+1)
	for i, l := range q.Limits {
		b := BudgetReport{Counter: l.Counter, Limit: l.Most, Class: l.Class, Actual: a.counter(l.Counter),
			Given: i < len(q.Ask.Budget)}
		if l.OfAnswer {
			b.Limit *= facts.ExtentOf(f, q).Often
			if base := v.Base(q.Kind); base >= 0 && slices.Contains(a.Work, "sum") {
				b.Limit *= max(1, float64(v[base].Shards))
			}
		}
		if b.Met = figure.Within(b.Actual, b.Limit); l.Counter == "class" {
			b.Met = slices.Index(explain.ClassNames(), a.ClassName()) <= slices.Index(explain.ClassNames(), l.Class)
		}
		b.Limit, b.Actual = figure.Rounded(b.Limit), figure.Rounded(b.Actual)
		list = append(list, b)
	}
	if limit, given := fresh(q.Ask.Fresh); a.stale > 0 {
		list = append(list, BudgetReport{Counter: "fresh", Limit: limit, Actual: figure.Rounded(a.stale), Given: given,
			Met: figure.Within(a.stale, limit)})
	}
	if a.refresh > a.every {
		list = append(list, BudgetReport{Counter: "refresh", Limit: figure.Rounded(a.every),
			Actual: figure.Rounded(a.refresh)})
	}
	return list
}

// counter returns a number of an access by the name that budgets have for it.
func (a *access) counter(name string) float64 {
	switch name {
	case "read":
		return a.Read.Often
	case "returned":
		return a.Returned.Often
	case "requests":
		return a.Requests.Often
	case "roundtrips":
		return a.RoundTrips.Often
	case "bytes":
		return a.Bytes
	case "ms":
		return a.Ms()
	}
	return 0
}

// Ms returns how long 99 of 100 calls take at most, with the latency of the model: requests that are sent side by side
// share the work.
func (a *access) Ms() float64 {
	side := max(1, a.Requests.Often/max(1, a.RoundTrips.Often))
	work := a.Read.Often*float64(explain.PerRead) + a.Bytes*float64(explain.PerByte)
	return (a.RoundTrips.Often*float64(explain.RoundTrip) + work/side) / 1e6
}

// blobClass is the class of an access to blobs alone.
const blobClass = "blob"

func (a *access) ClassName() string {
	if a.Blob {
		return blobClass
	}
	return a.class.String()
}

// fresh returns how old an answer may be in seconds, and whether the sheet says so.
func fresh(f sheet.Fresh) (seconds float64, given bool) {
	switch {
	case f.Now:
		return 0, true
	case f.Span != (sheet.Span{}):
		return f.Span.Seconds(), true
	}
	return sheet.DefaultFresh.Seconds(), false
}

// BudgetReport is a limit and what was reached. Both are numbers, except for the class.
type BudgetReport struct {
	Counter string  `json:"counter"`
	Limit   float64 `json:"limit"`
	Actual  float64 `json:"actual"`
	Class   string  `json:"class"` // the worst one allowed, for the counter class
	Given   bool    `json:"given"` // the sheet says it
	Met     bool    `json:"met"`
}
