package plan

import (
	"math"
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// compared finds out what the service compares beside the keys, and what is left for the client. ok is false if the
// rows do not say what has to be compared.
func (w *walker) compared() (server atoms, ok bool) {
	for _, k := range w.q.known {
		if w.fixed.has(k.ref) || w.follows(k.ref, w.fixed) {
			continue
		}
		if !w.compare(k.ref, &server) {
			return nil, false
		}
	}
	if s := &w.q.span; s.given && !w.exact && !w.tellApart(w.q.kind, w.fixed) {
		return server, w.compare(s.ref, &server)
	}
	return server, true
}

// compare compares a property, or lets the client drop rows if only the keys have the value.
func (w *walker) compare(ref sheet.Ref, server *atoms) bool {
	switch {
	case w.hold.props.has(ref):
		for _, k := range w.q.known.and(atom{ref: ref}) {
			if k.ref == ref {
				*server = server.and(k)
			}
		}
	case w.hold.told.has(ref):
		w.does("drop")
	default:
		return false
	}
	return true
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

// rowsAsked returns how many rows lie in the intervals, and how many of them the service returns.
func (w *walker) rowsAsked() (in, out size, ok bool) {
	server, ok := w.compared()
	if !ok {
		return in, out, false
	}
	w.exact = w.exact || w.unit != "" && w.q.span.exactly(w.unit)
	in = w.inTime(w.group(w.q.kind, w.fixed, w.q.asked).scale(w.coarse), w.fixed, w.exact)
	both := w.fixed.and(server...)
	out = w.inTime(w.group(w.q.kind, both, w.q.asked).scale(w.coarse), both, w.exact || server.has(w.q.span.ref)).least(in)
	in, out = w.inRows(in), w.inRows(out)
	if w.rows == One {
		in = in.least(w.lists.scale(w.buckets * w.partsOf(w.st)))
		out = out.least(in)
	}
	strangers, returned := w.strangers(len(server) > 0)
	return in.plus(strangers), out.plus(returned), true
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
	in, out, ok := w.rowsAsked()
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
		w.takeTurns(in, out)
	case limited && w.inOrder:
		w.stop(in, out)
	default:
		w.readAll(in, out)
	}
	return true
}

// readAll reads all intervals side by side.
func (w *walker) readAll(in, out size) {
	if w.q.order && !w.inOrder && w.q.all.largest > 1 {
		w.does("sort")
	}
	w.read, w.returned = in, out
	w.paged(in.over(w.intervals), out.over(w.intervals))
	if w.rows == One {
		w.intervals = w.intervals.scale(w.partsOf(w.st)) // a point for each part
	}
	w.requests = w.intervals.times(w.pages)
	w.roundTrips = w.pages.times(w.intervals.parts(sideBySide))
}

// paged sets the pages of one interval: 1,000 entities, or as many as are read in five seconds.
func (w *walker) paged(read, returned size) {
	slow := read.parts(readInAPage)
	w.pages = returned.parts(page).atLeast(1)
	if slow.largest > w.pages.largest || slow.typical > w.pages.typical {
		w.of.model("page")
	}
	w.pages = w.pages.most(slow)
}

// stop reads every interval until it has returned enough.
func (w *walker) stop(in, out size) {
	w.stopped = true
	enough := in.over(out.atLeast(tiny)).scale(w.q.top) // rows between which so many match
	each := in.over(w.intervals).least(enough)
	w.read, w.returned = each.times(w.intervals), out.least(w.intervals.scale(w.q.top))
	w.paged(each, w.returned.over(w.intervals))
	w.requests = w.intervals.times(w.pages)
	w.roundTrips = w.pages.times(w.intervals.parts(sideBySide))
}

// tiny keeps divisions finite.
const tiny = 1e-12

// takeTurns asks one period after the other until enough has been returned.
func (w *walker) takeTurns(in, out size) {
	w.inTurn, w.stopped = true, true
	periods := w.lists
	if w.turn != "" {
		periods = periods.scale(w.periods(w.q.by, w.turn) - 1)
	}
	each := out.over(periods.scale(w.buckets * w.names).atLeast(tiny)) // that match in one period of one bucket
	enough := always(w.q.top).over(each.atLeast(tiny))
	turns := size{unaligned(enough.typical).typical, unaligned(enough.often).often, unaligned(enough.largest).largest}.least(periods.atLeast(1))
	side := w.buckets * w.names
	w.intervals = turns.scale(side)
	w.read = turns.times(in.over(periods.atLeast(tiny))).least(in)
	w.returned = turns.times(out.over(periods.atLeast(tiny))).least(out)
	if w.inOrder {
		w.read = in.least(in.over(out.atLeast(tiny)).scale(w.q.top * side))
		w.returned = out.atMost(w.q.top * side)
	} else if w.q.order {
		w.does("sort")
	}
	w.paged(w.read.over(w.intervals), w.returned.over(w.intervals))
	w.requests = w.intervals.times(w.pages)
	w.roundTrips = turns.times(w.pages)
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
	case w.rows == One, w.class <= explain.PartitionScan && w.rows != All && apart:
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
	return x != y && (len(a.Segments) == 1 && len(x) == n || len(b.Segments) == 1 && len(y) == n)
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
