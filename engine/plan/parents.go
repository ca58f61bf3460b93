package plan

import (
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/sheet"
)

// overParents compares a scan with reading the parents first and asking the partition of each, where the PartitionKey is
// made of what the parents know. scans says that the scan can answer.
func (m *Model) overParents(w *walker, scans bool) (access, bool) {
	for _, parent := range m.Ancestors(w.q.kind) {
		if a, ok := m.walkOver(w, parent); ok && (!scans || a.weight() < w.weight()) {
			return a, true
		}
	}
	return w.access, scans
}

// weight is what accesses are compared by: requests and entities read, in tenths of a request.
// Source: what the design bench compares by.
func (a *access) weight() float64 { return a.requests.typical*10 + a.read.typical }

// walkOver reads the entities of a kind above, and then their partitions side by side.
func (m *Model) walkOver(w *walker, parent int) (access, bool) {
	told := m.whole(parent)
	for _, a := range m.atomsIn(&w.st.Partition) {
		if !told.has(a.ref) && !w.q.known.has(a.ref) && a.ref != w.q.span.ref {
			return access{}, false
		}
	}
	if !lacks(m.identity(parent), w.q.known) {
		return access{}, false
	}
	first := m.asking(parent, w.q.known.of(m, parent), w.q.asked)
	first.short = true
	m.looks(atKinds)
	before, ok := m.cheapest(w.d, &first)
	if !ok {
		return access{}, false
	}
	each := *w.q
	each.known, each.asked, each.with, each.wants = w.q.known.and(told...), sheet.Evenly, nil, w.q.wants
	each.all = m.matching(&each)
	in, ok := m.entities(w.d, w.store, &each)
	if !ok || in.class >= explain.PartitionRange || !in.calculate() || !in.complete() {
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
	a.intervals, a.partitions, a.walk = one(a.intervals), Parents, kind
	a.more = append(append([]int{before.store}, before.more...), a.more...)
	a.class = max(a.class, before.class)
	if w.q.order {
		a.work = append(slices.Clip(a.work), "merge")
	}
	return a
}
