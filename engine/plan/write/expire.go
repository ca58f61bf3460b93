package write

import (
	"math"
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// expire calculates a delete by age, which finds what has become old since it ran last. A table whose name is a period
// is dropped; from other stores the entities are read and deleted.
func (p *Planner) expire(d *keys.Design, out *Cost) {
	ref, ok := p.Facts.ResolveOne(out.Kind, out.Do.Range.Attr)
	if !ok {
		out.Possible = false
		return
	}
	between := 1 / out.Rate // seconds
	old := p.Facts.Sheet.Population(out.Kind) * math.Min(1, between/p.Facts.Sheet.Cover(out.Kind))
	for _, i := range followers(p.Facts, d, out.Kind) {
		st := &d.Stores[i]
		if tables := dropped(p.Facts, st, ref, between); tables > 0 && !sharesTable(p.Facts, d, st) {
			drop := action{Store: i, Verb: VerbDrop, Parts: tables, often: 1}
			if !slices.ContainsFunc(out.Steps, func(t Transaction) bool { return dropsAlready(p.Facts, d, t.Actions, st) }) {
				out.Steps = append(out.Steps, Transaction{Actions: []action{drop}})
			}
			continue
		}
		if len(out.Reads) == 0 && out.Possible {
			p.readOld(d, out, ref, between)
		}
		p.addSparse(out, out.Write, st)
		out.Steps = append(out.Steps, expired(p.Facts, i, st, old, period{ref, between}))
	}
	if out.Workflow() {
		out.Stale = out.ms() / 1000
	}
}

// dropped returns how many tables become old between two runs, 0 if no period names the tables of a store.
func dropped(f *facts.Facts, st *keys.Store, ref sheet.Ref, between float64) float64 {
	for i := range st.Table.Segments {
		s := &st.Table.Segments[i]
		if unit := s.UnitOf(f); s.Form != template.Literal && unit != "" && f.Canonical(s.Ref) == ref {
			return between / sheet.UnitSeconds(unit) * st.Table.Names(f) / f.Periods(ref, unit)
		}
	}
	return 0
}

// readOld adds finding what is to be deleted: a range as wide as the time between two runs.
func (p *Planner) readOld(d *keys.Design, out *Cost, ref sheet.Ref, between float64) {
	q := p.Facts.NewQuestion(out.Kind, nil, sheet.Evenly)
	q.Ask.Range = sheet.Range{Attr: out.Do.Range.Attr, How: sheet.One, Width: sheet.Width{N: between, Unit: "s"}}
	q.Span = p.Facts.SpanOf(out.Kind, q.Ask.Range)
	q.Wants = p.Facts.Identity(out.Kind)
	for _, i := range followers(p.Facts, d, out.Kind) {
		q.Wants = q.Wants.With(d.Stores[i].Keys...)
	}
	q.All = p.Facts.Matching(&q)
	p.readFirst(d, out, &q)
}

// expired returns the transactions that delete entities from a store: some for each of its partitions.
func expired(f *facts.Facts, store int, st *keys.Store, old float64, of period) Transaction {
	part := 1.0
	for _, k := range st.Holds.Fixed {
		part *= f.Sheet.SpreadOf(st.Kind, k.Ref).Of(k.Value)
	}
	rows := old * part * st.Rows(f) / math.Max(1, f.Sheet.Population(st.Kind)*part)
	parts, apart := spreadOver(f, st, nil, rows, of)
	a := action{Store: store, Verb: verbDelete, rows: rows, most: rows, Parts: math.Max(1, parts), apart: apart, often: 1}
	return Transaction{Actions: []action{a}}
}
