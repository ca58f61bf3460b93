package plan

import (
	"math"

	"rowkey/engine/sheet"
)

// expire calculates a delete by age, which finds what has become old since it ran last. A table whose name is a period
// is dropped; from other stores the entities are read and deleted.
func (m *Model) expire(d *Design, out *writing) {
	ref, ok := m.one(out.kind, out.Range.Attr)
	if !ok {
		out.possible = false
		return
	}
	between := 1 / out.rate // seconds
	old := m.Population(out.kind) * math.Min(1, between/m.Cover(out.kind))
	for _, i := range m.followers(d, out.kind) {
		st := &d.Stores[i]
		if tables := m.dropped(st, ref, between); tables > 0 {
			drop := action{store: i, verb: verbDrop, parts: tables, often: 1}
			out.steps = append(out.steps, transaction{actions: []action{drop}})
			continue
		}
		if len(out.reads) == 0 && out.possible {
			m.readOld(d, out, ref, between)
		}
		out.steps = append(out.steps, m.deletes(i, st, ref, old, between))
	}
	if out.workflow() {
		out.stale = out.ms() / 1000
	}
}

// dropped returns how many tables become old between two runs, 0 if no period names the tables of a store.
func (m *Model) dropped(st *Store, ref sheet.Ref, between float64) float64 {
	for i := range st.Table.Segments {
		s := &st.Table.Segments[i]
		if unit := m.unit(s); s.Form != Literal && unit != "" && m.single(s.ref) == ref {
			return between / sheet.UnitSeconds(unit) * m.tableNames(&st.Table) / m.periods(ref, unit)
		}
	}
	return 0
}

// readOld adds finding what is to be deleted: a range as wide as the time between two runs.
func (m *Model) readOld(d *Design, out *writing, ref sheet.Ref, between float64) {
	q := m.asking(out.kind, nil, sheet.Evenly)
	q.Ask.Range = sheet.Range{Attr: out.Range.Attr, How: sheet.One, Width: sheet.Width{N: between, Unit: "s"}}
	q.span = m.span(out.kind, q.Ask.Range)
	q.wants = m.identity(out.kind)
	for _, i := range m.followers(d, out.kind) {
		q.wants = q.wants.and(d.Stores[i].keys...)
	}
	q.all = m.matching(&q)
	m.readFirst(d, out, &q)
}

// deletes returns the transactions that delete entities from a store: some for each of its partitions.
func (m *Model) deletes(store int, st *Store, ref sheet.Ref, old, between float64) transaction {
	part := 1.0
	for _, k := range st.holds.fixed {
		part *= m.SpreadOf(st.Kind, k.ref).Of(k.value)
	}
	rows := old * part * m.Rows(st) / math.Max(1, m.Population(st.Kind)*part)
	parts := math.Max(1, math.Min(rows, m.partitionsIn(st, ref, between)))
	return transaction{actions: []action{{store: store, verb: verbDelete, rows: rows, parts: parts, often: 1}}}
}

// partitionsIn returns in how many partitions of a store the entities of a time are.
func (m *Model) partitionsIn(st *Store, ref sheet.Ref, seconds float64) float64 {
	n, told := 1.0, atoms{}
	for i := range st.Partition.Segments {
		s := &st.Partition.Segments[i]
		switch unit := m.unit(s); {
		case s.Form == Literal:
		case unit != "" && m.single(s.ref) == ref:
			n *= math.Max(1, seconds/sheet.UnitSeconds(unit))
		case s.Form == Bucket:
			n *= float64(s.N)
		default:
			told = told.and(m.atomsOf(s.ref)...)
		}
	}
	return n * m.values(st, told)
}
