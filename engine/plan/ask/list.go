package ask

import (
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
)

// eachAlone reports whether each value of the list of a question is asked for by itself: the keys have the attribute.
// If they do not, the service compares every entity that it reads with all values.
func eachAlone(w *walker) bool {
	return slices.ContainsFunc(w.q.In, func(a facts.Attr) bool {
		return w.fixed.Has(a.Ref) || slices.ContainsFunc(w.coarse, func(s *keys.Segment) bool {
			return slices.Contains(w.f.NameOf(s.Ref).Refs, a.Ref)
		})
	})
}

// repeat makes one access of so many like it, which are sent side by side.
func (a *access) repeat(n figure.Size) {
	a.Read, a.Returned, a.Requests = a.Read.Times(n), a.Returned.Times(n), a.Requests.Times(n)
	a.Intervals, a.RoundTrips = a.Intervals.Times(n), a.RoundTrips.Times(n.Parts(SideBySide))
	if a.values = n.Typical; a.Partitions == One {
		a.Partitions = Several
	}
}

// after puts an access before this one.
func (a *access) after(before Choice) {
	a.Read, a.Returned = before.Read.Plus(a.Read), before.Returned.Plus(a.Returned)
	a.Requests, a.RoundTrips = before.Requests.Plus(a.Requests), before.RoundTrips.Plus(a.RoundTrips)
	a.More = append(append([]int{before.Store}, before.More...), a.More...)
	a.class = max(a.class, before.class)
	a.Of.Join(before.Of)
	for _, what := range before.Work {
		a.does(what)
	}
}

// promised is how many comparisons a filter may have.
// Source: Querying tables and entities, "Filter expressions".
const promised = 15

// fits reports whether a filter can compare with all values of a list, beside what else it compares: four bounds of
// keys, the known values, and two ends of a range.
func fits(q *facts.Question) bool {
	n := 4 + float64(len(q.Known)) + q.Values.Largest
	if q.Span.Given {
		n += 2
	}
	return len(q.In) == 1 && n <= promised
}
