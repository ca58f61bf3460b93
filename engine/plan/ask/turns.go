package ask

import (
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
)

// takeTurns asks one period after the other until enough has been returned.
func (w *walker) takeTurns(r rows) {
	w.InTurn, w.Stopped = true, true
	w.Of.Modelled("turns")
	if opens(w.q, w.turn) && !w.exact { // the rows of other periods are not read
		if r.in = w.f.Part(w.q, &w.q.Span, r.in); !w.ranged {
			r.out = w.f.Part(w.q, &w.q.Span, r.out)
		}
		r.out = r.out.Least(r.in)
	}
	periods, side := w.allPeriods(), w.buckets*w.names
	each := r.useful.Over(periods.Scale(side).AtLeast(tiny)) // that are wanted in one period of one bucket
	turns := figure.Always(w.top()).Over(each.AtLeast(tiny)).Rising().Turns().Least(periods.Rising().AtLeast(1))
	w.Intervals = turns.Scale(side)
	w.Read = turns.Over(periods.AtLeast(tiny)).Times(r.in).Least(r.in)
	if w.inOrder {
		w.Read = r.in.Least(r.in.Over(r.useful.AtLeast(tiny)).Rising().Scale(w.top() * side))
	} else if w.q.Ordered {
		w.does("sort")
	}
	w.Returned = w.Read.Times(r.out.Over(r.in.AtLeast(tiny)))
	w.paged(w.Read.Over(w.Intervals), w.Returned.Over(w.Intervals))
	w.Requests = w.Intervals.Times(w.Pages)
	w.RoundTrips = turns.Times(w.Pages)
	for _, n := range []*figure.Size{&w.Requests, &w.RoundTrips, &w.Pages} {
		n.Largest = max(n.Largest, n.Often, n.Typical)
	}
}

// opens reports whether the periods that are asked in turn begin or end with an open range.
func opens(q *facts.Question, turn string) bool {
	s := &q.Span
	return turn != "" && s.Given && s.Ref == q.By && !s.Bounded()
}

// allPeriods returns how many periods the rows are in. An open range touches a part of them.
func (w *walker) allPeriods() figure.Size {
	if w.turn == "" {
		return w.grid.cells()
	}
	n := figure.Always(w.f.Periods(w.q.By, w.turn) - 1)
	if opens(w.q, w.turn) {
		n = w.f.Part(w.q, &w.q.Span, n)
	}
	return n
}
