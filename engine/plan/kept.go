package plan

// workflowDelay is after how many seconds a store follows that a queue keeps.
// Source: workbench 2.4, modelled.
const workflowDelay = 1

// stale returns how many seconds a store may be behind the base of its kind. What is rewritten from time to time is as old
// as its source was when it was read, and waits for the end of a refresh once its period is over.
func (m *Model) stale(v view, store int) float64 {
	switch m.keptBy(v, store) {
	case KeptEvery:
		r := m.refresh(v, store)
		return r.age()
	case KeptQueue:
		return workflowDelay
	}
	return 0
}

// kept notes how old an answer of a store may be. What is rewritten from time to time does not follow from the rules of the
// service alone.
func (m *Model) kept(a *access, v view, store int, follows string) {
	if follows == KeptQueue {
		a.stale = workflowDelay
	}
	if follows != KeptEvery {
		return
	}
	r := m.refresh(v, store)
	a.stale, a.every, a.refresh = r.age(), r.every, r.seconds
	a.of.model("refresh")
}

// keptBy returns how a store follows the base: what it says, or in the same transaction if it shares the base's table and
// PartitionKey, and by a queue if not. It is "" for the base.
func (m *Model) keptBy(v view, store int) string {
	st := v[store]
	base := v.base(st.Kind)
	switch {
	case base == store:
		return ""
	case st.Kept.How != "":
		return st.Kept.How
	case base >= 0 && m.samePlace(st, v[base]):
		return KeptTransaction
	}
	return KeptQueue
}

// samePlace reports whether two stores have the same table and PartitionKey for every entity, and for entities of kinds
// that belong to each other.
func (m *Model) samePlace(a, b *Store) bool {
	return a.Form != LogBlobs && b.Form != LogBlobs && m.sameTemplate(&a.Table, &b.Table) && m.sameTemplate(&a.Partition, &b.Partition)
}

func (m *Model) sameTemplate(a, b *Template) bool {
	if len(a.Segments) != len(b.Segments) {
		return false
	}
	for i := range a.Segments {
		if !m.sameSegment(&a.Segments[i], &b.Segments[i]) {
			return false
		}
	}
	return true
}

// sameSegment reports whether two segments write the same: the identity of a room in its own row, and in its messages.
func (m *Model) sameSegment(a, b *Segment) bool {
	if a.Form != b.Form || a.N != b.N || a.Decimals != b.Decimals || a.Unit != b.Unit {
		return false
	}
	return a.Form == Literal && a.Text == b.Text || a.Form != Literal && m.single(a.ref) == m.single(b.ref)
}
