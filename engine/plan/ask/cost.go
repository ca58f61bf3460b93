package ask

import (
	"math"

	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// calculate says what the intervals cost.
func (w *walker) calculate() bool {
	r, ok := w.rowsAsked()
	if !ok {
		return false
	}
	if w.st.Shards > 0 {
		w.does("sum")
	}
	if w.st.Apart && w.Rows != One {
		w.buckets *= float64(w.st.Shards)
	}
	w.Of.Join(w.p.Defaults(w.q, w.fixed))
	w.Of.Join(w.p.Defaults(w.q, w.q.Known))
	if w.st.Form == keys.Series && w.st.Sparse(w.f) {
		w.Of.Modelled("series")
	}
	w.Intervals = w.grid.cells().Scale(w.buckets * w.names)
	follow := !w.q.Ordered || w.f.SameOrder(w.q.By, w.q.Span.Ref) // the periods have the order that is wanted
	apart := w.buckets*w.names > 1 || w.inOrder && !follow && w.grid.cells().Largest > 1
	if w.q.Ordered && w.q.All.Largest > 1 && apart {
		w.does("merge")
	}
	limited := !math.IsInf(w.q.Top, 1) && w.Rows != One
	if limited && w.q.All.Largest > w.q.Top && w.q.All.Typical < many*w.q.Top { // some answers end before top
		w.Of.Modelled("top")
	}
	switch {
	case limited && (w.turn != "" || w.inOrder && follow && w.grid.cells().Largest > 1):
		w.takeTurns(r)
	case limited && w.inOrder:
		w.stop(r)
	default:
		w.readAll(r)
	}
	return true
}

// readAll reads all intervals side by side.
func (w *walker) readAll(r rows) {
	if w.q.Ordered && !w.inOrder && w.q.All.Largest > 1 {
		w.does("sort")
	}
	if w.Rows == One {
		w.Intervals = w.Intervals.Scale(w.st.Parts(w.f)) // a point for each part
	}
	w.Read, w.Returned = r.in, r.out
	w.sideBySide(r.in, r.out)
}

// sideBySide sets the requests for so many rows in all intervals. Where rows are not evenly spread over them, there is
// at most one page more in each interval than all rows fill.
func (w *walker) sideBySide(read, returned figure.Size) {
	share, side := w.fullest(w.exact), 1/(w.buckets*w.names)
	together := pagesOf(read, returned).Plus(w.Intervals).Plus(figure.Always(-1))
	w.paged(read.Times(share).Scale(side), returned.Times(w.fullest(w.exact || w.ranged)).Scale(side))
	w.Requests = w.Intervals.Times(w.Pages).Least(together)
	w.RoundTrips = w.Pages.Times(w.Intervals.Parts(SideBySide))
}

// fullest returns which part of the rows is in the fullest of the periods that are asked. The first and the last one
// have fewer of those that are exactly in the range.
func (w *walker) fullest(exactly bool) figure.Size {
	even := figure.Always(1).Over(w.grid.cells())
	if w.unit == "" || !exactly {
		return even
	}
	return figure.Always(math.Min(1, sheet.UnitSeconds(w.unit)/w.q.Span.Seconds)).Most(even)
}

// paged sets the pages of one interval.
func (a *access) paged(read, returned figure.Size) {
	if slow := read.Parts(readInAPage); slow.Largest > returned.Parts(page).Largest {
		a.Of.Modelled("page")
	}
	a.Pages = pagesOf(read, returned)
	a.Pages.Largest = max(a.Pages.Typical, a.Pages.Often, a.Pages.Largest) // one row in fewer periods may begin one more
}

// pagesOf returns how many pages rows fill: 1,000 that are returned, or as many as are read in five seconds.
func pagesOf(read, returned figure.Size) figure.Size {
	return returned.Whole().Parts(page).Most(read.Whole().Parts(readInAPage)).AtLeast(1)
}

// top returns how many rows an interval has to return: all of an entity whose shards are beside each other.
func (w *walker) top() float64 {
	if w.st.Apart {
		return w.q.Top
	}
	return w.q.Top * math.Max(1, float64(w.st.Shards))
}

// stop reads every interval until it has returned enough.
func (w *walker) stop(r rows) {
	w.Stopped = true
	if r.in != r.useful { // rows that match are spread evenly over the others
		w.Of.Modelled("top")
	}
	enough := r.in.Over(r.useful.AtLeast(tiny)).Rising().Scale(w.top()) // rows between which so many are wanted
	each := r.in.Over(w.Intervals).Least(enough)
	w.Read = each.Times(w.Intervals)
	w.Returned = w.Read.Times(r.out.Over(r.in.AtLeast(tiny)))
	w.sideBySide(w.Read, w.Returned)
	if again := w.Returned.Over(w.Intervals).Parts(math.Min(w.top(), page)); again.Largest > w.Pages.Largest {
		w.Pages = w.Pages.Most(again) // rows of others take the place of those that are wanted
		w.Requests = w.Intervals.Times(w.Pages)
		w.RoundTrips = w.Pages.Times(w.Intervals.Parts(SideBySide))
	}
}

// many is how many times top an answer has on average of which hardly any call finds less than top.
const many = 25

// tiny keeps divisions finite.
const tiny = 1e-12
