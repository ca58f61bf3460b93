package plan

import (
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// overParents compares a scan with reading the parents first and asking the partition of each, where the PartitionKey is
// made of what the parents know. scans says that the scan can answer.
func (w *walker) overParents(scans bool) bool {
	for _, parent := range w.Ancestors(w.q.kind) {
		if a, ok := w.walkOver(parent); ok && (!scans || a.weight() < w.weight()) {
			w.access = a
			return true
		}
	}
	return scans
}

// weight is what accesses are compared by: requests and entities read, in tenths of a request.
// Source: what the design bench compares by.
func (a *access) weight() float64 { return a.requests.typical*10 + a.read.typical }

// ledTo reports whether the PartitionKey is made of what the entities of a kind above know, and not all of these are known.
func (w *walker) ledTo(parent int) bool {
	from := w.whole(parent)
	for _, a := range w.atomsIn(&w.st.Partition) {
		if !from.has(a.ref) && !w.q.known.has(a.ref) && a.ref != w.q.span.ref {
			return false
		}
	}
	return lacks(w.identity(parent), w.q.known)
}

// walkOver reads the entities of a kind above, and then their partitions side by side.
func (w *walker) walkOver(parent int) (access, bool) {
	if !w.ledTo(parent) {
		return access{}, false
	}
	first := w.asking(parent, w.q.known.of(w.Model, parent), w.q.asked)
	first.short = true
	before, ok := w.cheapest(w.v, &first)
	if !ok {
		return access{}, false
	}
	each := *w.q
	each.known, each.asked, each.with, each.wants = w.q.known.and(w.whole(parent)...), sheet.Evenly, nil, w.q.wants
	each.all = w.matching(&each)
	in, ok := w.path(w.st, &each)
	if in.v, in.at = w.v, w.at; !ok || in.class >= explain.PartitionRange || !in.calculate() || !in.complete() {
		return access{}, false
	}
	return in.follow(before, first.all, parent), true
}

// follow makes one access of reading parents and then the partitions of each.
func (w *walker) follow(before asked, parents size, kind int) access {
	a := w.access
	one := func(n size) size { return always(n.typical).times(parents) }
	a.read, a.returned, a.requests = before.read.plus(one(a.read)), before.returned.plus(one(a.returned)), before.requests.plus(one(a.requests))
	a.roundTrips = before.roundTrips.plus(a.roundTrips.times(parents.parts(sideBySide)))
	a.intervals, a.partitions, a.parent = one(a.intervals), Parents, kind
	a.more = append(append([]int{before.store}, before.more...), a.more...)
	a.class = max(a.class, before.class)
	if w.q.order {
		a.work = append(slices.Clip(a.work), "merge")
	}
	return a
}
