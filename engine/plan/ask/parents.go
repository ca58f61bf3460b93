package ask

import (
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// overParents compares a scan with reading the parents first and asking the partition of each, where the PartitionKey
// is made of what the parents know. scans says that the scan can answer.
func (w *walker) overParents(scans bool) bool {
	for _, parent := range w.f.Ancestors(w.q.Kind) {
		if a, ok := w.walkOver(parent); ok && (!scans || a.weight() < w.weight()) {
			w.access = a
			return true
		}
	}
	return scans
}

// weight is what accesses are compared by: requests and entities read, in tenths of a request.
// Source: what the design bench compares by.
func (a *access) weight() float64 { return a.Requests.Typical*10 + a.Read.Typical }

// ledTo reports whether the PartitionKey is made of what the entities of a kind above know, and not all of these are
// known.
func (w *walker) ledTo(parent int) bool {
	from := w.f.Whole(parent)
	for _, a := range keys.AttrsIn(w.f, &w.st.Partition) {
		if !from.Has(a.Ref) && !w.q.Known.Has(a.Ref) && a.Ref != w.q.Span.Ref {
			return false
		}
	}
	return facts.Missing(w.f.Identity(parent), w.q.Known)
}

// walkOver reads the entities of a kind above, and then their partitions side by side.
func (w *walker) walkOver(parent int) (access, bool) {
	if !w.ledTo(parent) {
		return access{}, false
	}
	first := w.f.NewQuestion(parent, w.q.Known.Of(w.f, parent), w.q.Asked)
	first.Short = true
	before, ok := w.p.Cheapest(w.v, &first)
	if !ok {
		return access{}, false
	}
	each := *w.q
	each.Known, each.Asked = w.q.Known.With(w.f.Whole(parent)...), sheet.Evenly
	each.All = w.f.Matching(&each)
	in, ok := w.p.walk(w.st, &each)
	if in.v, in.at = w.v, w.at; !ok || in.class >= explain.PartitionRange || !in.calculate() || !in.complete() {
		return access{}, false
	}
	a := in.follow(first.All, parent)
	if in.Rows == One { // only the partition of its own parent, and of those in the same one, has what a point asks for
		by := keys.AttrsIn(w.f, &w.st.Partition).Intersect(w.f.Whole(parent))
		found := w.q.All.Times(w.f.Group(parent, by, w.q.Asked))
		a.Read, a.Returned = a.Read.Least(found), a.Returned.Least(found)
	}
	a.after(before)
	return a, true
}

// follow asks the partitions of each parent side by side.
func (w *walker) follow(parents figure.Size, kind int) access {
	a := w.access
	one := func(n figure.Size) figure.Size { return figure.Always(n.Typical).Times(parents) }
	a.Read, a.Returned, a.Requests = one(a.Read), one(a.Returned), one(a.Requests)
	a.RoundTrips = a.RoundTrips.Times(parents.Parts(SideBySide)).Least(a.Requests)
	a.Intervals, a.Partitions, a.Parent = one(a.Intervals), Parents, kind
	a.Of.Modelled("parents") // each has as much of the answer as the others
	if w.q.Ordered {
		a.Work = append(slices.Clip(a.Work), "merge")
	}
	return a
}
