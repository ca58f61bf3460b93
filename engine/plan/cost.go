package plan

import (
	"math"

	"rowkey/engine/sheet"
)

// calculate says what the intervals cost.
func (w *walker) calculate() bool {
	r, ok := w.rowsAsked()
	if !ok {
		return false
	}
	w.of.join(w.rests(w.q, w.fixed))
	w.of.join(w.rests(w.q, w.q.known))
	w.intervals = w.lists.scale(w.buckets * w.names)
	follow := !w.q.order || w.sameOrder(w.q.by, w.q.span.ref) // the periods have the order that is wanted
	if w.q.order && w.q.all.largest > 1 && (w.buckets*w.names > 1 || w.inOrder && !follow && w.lists.largest > 1) {
		w.does("merge")
	}
	switch limited := !math.IsInf(w.q.top, 1) && w.rows != One; {
	case limited && (w.turn != "" || w.inOrder && follow && w.lists.largest > 1):
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
	if w.q.order && !w.inOrder && w.q.all.largest > 1 {
		w.does("sort")
	}
	if w.rows == One {
		w.intervals = w.intervals.scale(w.partsOf(w.st)) // a point for each part
	}
	w.read, w.returned = r.in, r.out
	w.sideBySide(r.in, r.out)
}

// sideBySide sets the requests for so many rows in all intervals. Where rows are not evenly spread over them, there is at
// most one page more in each interval than all rows fill.
func (w *walker) sideBySide(read, returned size) {
	share, side := w.fullest(w.exact), 1/(w.buckets*w.names)
	together := pagesOf(read, returned).plus(w.intervals).plus(always(-1))
	w.paged(read.times(share).scale(side), returned.times(w.fullest(w.exact || w.ranged)).scale(side))
	w.requests = w.intervals.times(w.pages).least(together)
	w.roundTrips = w.pages.times(w.intervals.parts(sideBySide))
}

// fullest returns which part of the rows is in the fullest of the periods that are asked. The first and the last one have
// fewer of those that are exactly in the range.
func (w *walker) fullest(exactly bool) size {
	if w.unit == "" || !exactly {
		return always(1).over(w.lists)
	}
	return always(math.Min(1, sheet.UnitSeconds(w.unit)/w.q.span.seconds)).most(always(1).over(w.lists))
}

// paged sets the pages of one interval.
func (w *walker) paged(read, returned size) {
	if slow := read.parts(readInAPage); slow.largest > returned.parts(page).largest {
		w.of.model("page")
	}
	w.pages = pagesOf(read, returned)
}

// pagesOf returns how many pages rows fill: 1,000 that are returned, or as many as are read in five seconds.
func pagesOf(read, returned size) size {
	return returned.parts(page).most(read.parts(readInAPage)).atLeast(1)
}

// stop reads every interval until it has returned enough.
func (w *walker) stop(r rows) {
	w.stopped = true
	enough := r.in.over(r.useful.atLeast(tiny)).rising().scale(w.q.top) // rows between which so many are wanted
	each := r.in.over(w.intervals).least(enough)
	w.read = each.times(w.intervals)
	w.returned = w.read.times(r.out.over(r.in.atLeast(tiny)))
	w.sideBySide(w.read, w.returned)
	if again := w.returned.over(w.intervals).parts(math.Min(w.q.top, page)); again.largest > w.pages.largest {
		w.pages = w.pages.most(again) // rows of others take the place of those that are wanted
		w.requests = w.intervals.times(w.pages)
		w.roundTrips = w.pages.times(w.intervals.parts(sideBySide))
	}
}

// tiny keeps divisions finite.
const tiny = 1e-12
