package plan

// takeTurns asks one period after the other until enough has been returned.
func (w *walker) takeTurns(r rows) {
	w.inTurn, w.stopped = true, true
	periods, side := w.allPeriods(), w.buckets*w.names
	each := r.useful.over(periods.scale(side).atLeast(tiny)) // that are wanted in one period of one bucket
	turns := always(w.q.top).over(each.atLeast(tiny)).rising().turns().least(periods.rising().atLeast(1))
	w.intervals = turns.scale(side)
	w.read = turns.over(periods.atLeast(tiny)).times(r.in).least(r.in)
	if w.inOrder {
		w.read = r.in.least(r.in.over(r.useful.atLeast(tiny)).rising().scale(w.q.top * side))
	} else if w.q.order {
		w.does("sort")
	}
	w.returned = w.read.times(r.out.over(r.in.atLeast(tiny)))
	w.paged(w.read.over(w.intervals), w.returned.over(w.intervals))
	w.requests = w.intervals.times(w.pages)
	w.roundTrips = turns.times(w.pages)
	for _, n := range []*size{&w.requests, &w.roundTrips, &w.pages} {
		n.largest = max(n.largest, n.often, n.typical)
	}
}

// rising makes no number smaller than those before: fewer rows take more turns, and fewer pages in each.
func (a size) rising() size {
	often := max(a.typical, a.often)
	return size{a.typical, often, max(often, a.largest)}
}

// turns returns how many periods a window touches that is so many of them wide.
func (a size) turns() size {
	return size{unaligned(a.typical).typical, unaligned(a.often).often, unaligned(a.largest).largest}
}

// allPeriods returns how many periods the rows are in. Half of them are before a value on average.
func (w *walker) allPeriods() size {
	if w.turn == "" {
		return w.lists
	}
	n := always(w.periods(w.q.by, w.turn) - 1)
	if s := &w.q.span; s.given && s.ref == w.q.by && !s.bounded() {
		n = w.part(w.q, n)
	}
	return n
}
