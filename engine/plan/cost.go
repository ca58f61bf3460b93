package plan

import (
	"math"
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// compared finds out what the service compares beside the keys, whether that is the range too, and what is left for the
// client. ok is false if the rows do not say what has to be compared.
func (w *walker) compared() (server atoms, ranged, ok bool) {
	for _, k := range w.q.known {
		switch {
		case w.fixed.has(k.ref) || w.follows(k.ref, w.fixed):
		case w.hold.props.has(k.ref):
			server = server.and(k)
		case w.hold.told.has(k.ref):
			w.does("drop")
		default:
			return nil, false, false
		}
	}
	if s := &w.q.span; s.given && !w.exact && !w.tellApart(w.q.kind, w.fixed) {
		if ranged = w.hold.props.has(s.ref); !ranged {
			w.does("drop")
		}
		return server, ranged, ranged || w.hold.told.has(s.ref)
	}
	return server, false, true
}

// does notes work of the client.
func (w *walker) does(what string) {
	if !slices.Contains(w.work, what) {
		w.work = append(w.work, what)
	}
}

// inTime returns how many of a group are in the periods that the keys bound, or exactly in the range.
func (w *walker) inTime(of size, by atoms, exactly bool) size {
	switch {
	case !w.q.span.given || w.tellApart(w.q.kind, by):
		return of
	case exactly:
		return w.part(w.q, of)
	case w.unit != "":
		return of.times(w.q.span.covered(w.unit))
	}
	return of
}

// rows are how many lie in the intervals, how many of them the service returns, and how many the question wants.
type rows struct{ in, out, useful size }

// rowsAsked counts the rows of the intervals. ok is false if they do not say what has to be compared.
func (w *walker) rowsAsked() (r rows, ok bool) {
	w.exact = w.exact || w.unit != "" && w.q.span.exactly(w.unit)
	server, ranged, ok := w.compared()
	if !ok {
		return r, false
	}
	w.ranged = ranged
	r.in = w.inRows(w.inTime(w.sharing(w.fixed), w.fixed, w.exact))
	both := w.fixed.and(server...)
	r.out = w.inRows(w.inTime(w.sharing(both), both, w.exact || ranged)).least(r.in)
	if w.rows == One {
		r.in = r.in.least(w.lists.scale(w.buckets * w.partsOf(w.st)))
		r.out = r.out.least(r.in)
	}
	r.useful = w.inRows(w.q.all).least(r.out)
	strangers, returned := w.strangers(len(server) > 0)
	if returned.largest > 0 {
		w.does("drop")
	}
	r.in, r.out = r.in.plus(strangers), r.out.plus(returned)
	return r, true
}

// sharing returns how many entities share attributes and the texts of what is known in another form.
func (w *walker) sharing(by atoms) size {
	all := w.group(w.q.kind, by, w.q.asked)
	return all.scale(w.share()).atLeast(1).least(all)
}

// inRows turns entities into the rows that hold them: one for many in a series, several for one in parts.
func (w *walker) inRows(n size) size {
	if w.st.Form == Series {
		n = n.scale(1 / w.slots(w.st)).atLeast(1)
	}
	return n.scale(w.partsOf(w.st))
}

// calculate says what the intervals cost.
func (w *walker) calculate() bool {
	r, ok := w.rowsAsked()
	if !ok {
		return false
	}
	w.of.join(w.rests(w.q, w.fixed))
	w.of.join(w.rests(w.q, w.q.known))
	w.intervals = w.lists.scale(w.buckets * w.names)
	if w.q.order && w.buckets*w.names > 1 && w.q.all.largest > 1 {
		w.does("merge")
	}
	switch limited := !math.IsInf(w.q.top, 1) && w.rows != One; {
	case limited && (w.turn != "" || w.inOrder && w.lists.largest > 1):
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
}

// tiny keeps divisions finite.
const tiny = 1e-12

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

// strangers returns how many rows of other stores lie in the intervals, and how many of them are returned. A text at the
// beginning of a key keeps stores apart, and so does a compared property.
func (w *walker) strangers(compares bool) (in, out size) {
	for i := range w.d.Stores {
		o := &w.d.Stores[i]
		if i == w.store || !o.readable() || o.Form == LogBlobs || !w.sameTemplate(&o.Table, &w.st.Table) {
			continue
		}
		apart := disjoint(&w.st.Row, &o.Row)
		n := w.strange(o, apart)
		in = in.plus(n)
		if !apart && !compares {
			out = out.plus(n)
		}
	}
	return in, out
}

// strange returns how many rows of another store in the same table are read.
func (w *walker) strange(o *Store, apart bool) size {
	by := w.fixed.of(w.Model, o.Kind)
	switch {
	case w.rows == One, w.class <= explain.PartitionScan && w.rows != All && (apart || w.prefix > len(o.Row.Segments) && w.below(o, w.st)):
		return size{}
	case w.class <= explain.PartitionScan && !w.sameTemplate(&w.st.Partition, &o.Partition):
		return size{} // other values
	case w.partitions == Range && !w.begins(&o.Partition, w.scanned):
		return size{}
	}
	n := w.rowsOf(o, by, w.q.asked)
	if w.unit != "" {
		n = n.times(w.q.span.covered(w.unit))
	}
	return n
}

// disjoint reports whether texts at the beginning keep the keys of two templates apart.
func disjoint(a, b *Template) bool {
	x, y := a.literal(), b.literal()
	n := min(len(x), len(y))
	if x[:n] != y[:n] {
		return true
	}
	return x != y && (x == a.Text || y == b.Text) && x != "" && y != "" // one exact text, and longer ones
}

// begins reports whether a template begins with segments.
func (m *Model) begins(t *Template, with []Segment) bool {
	for i := range with {
		if i >= len(t.Segments) || !m.sameSegment(&t.Segments[i], &with[i]) {
			return false
		}
	}
	return true
}
