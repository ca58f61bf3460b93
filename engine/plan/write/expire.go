package write

import (
	"math"
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// expire calculates a delete by age, which finds what has become old since it ran last, or what its range says. A table
// whose name is a period is dropped; from other stores the entities are read and deleted, in one transaction those of
// one partition.
func (p *Planner) expire(d *keys.Design, out *Cost) {
	ref, ok := p.Facts.ResolveOne(out.Kind, out.Do.Range.Attr)
	if !ok {
		out.Possible = false
		return
	}
	out.Old = p.becomesOld(out, ref)
	of := period{ref, out.Old}
	old := p.Facts.Sheet.Population(out.Kind) * math.Min(1, of.seconds/p.Facts.Sheet.Cover(ref.Kind))
	for _, i := range followers(p.Facts, d, out.Kind) {
		st := &d.Stores[i]
		if tables := dropped(p.Facts, st, of); tables > 0 && !sharesTable(p.Facts, d, st) {
			drop := action{Store: i, Verb: VerbDrop, Parts: tables, often: 1}
			if !slices.ContainsFunc(out.Steps, func(t Transaction) bool { return dropsAlready(p.Facts, d, t.Actions, st) }) {
				out.Steps = append(out.Steps, Transaction{Actions: []action{drop}})
			}
			continue
		}
		if len(out.Reads) == 0 && out.Possible {
			p.readOld(d, out, of)
		}
		p.addSparse(out, out.Write, st)
		rows := Transaction{Actions: []action{expired(p.Facts, i, st, old, of)}}
		if j := slices.IndexFunc(out.Steps, func(t Transaction) bool { return p.sharesPartition(d, &t, i) }); j >= 0 {
			rows.Actions = append(out.Steps[j].Actions, rows.Actions...)
			out.Steps[j] = rows
			continue
		}
		out.Steps = append(out.Steps, rows)
	}
	if out.Workflow() {
		out.Stale = out.ms() / 1000
	}
}

// becomesOld returns how many seconds of a time a delete is about: those between two runs, or those of its range. What
// is not kept for a time lies as far back as the horizon.
func (p *Planner) becomesOld(out *Cost, ref sheet.Ref) float64 {
	r, s := out.Do.Range, p.Facts.Sheet
	given := r.How != sheet.Older && r.Width != (sheet.Width{})
	part, arrives := given && sheet.Span(r.Width).Seconds() == 0, s.Kinds[out.Kind].Amount.Per != ""
	if part == arrives && sheet.RestsOnHorizon(s, out.Kind) { // what arrives does so in any time alike
		out.Of.Add("default:/horizon")
	}
	if given {
		return s.Part(out.Kind, r) * s.Cover(ref.Kind)
	}
	return 1 / out.Rate
}

// sharesPartition reports whether rows of a store are deleted in the transactions of those of another one.
func (p *Planner) sharesPartition(d *keys.Design, t *Transaction, store int) bool {
	first := t.Actions[0]
	return first.Verb != VerbDrop && d.View.Follows(p.Facts, store) != keys.KeptQueue &&
		d.Stores[first.Store].SamePlace(p.Facts, &d.Stores[store])
}

// dropped returns how many tables become old, 0 if no period names the tables of a store.
func dropped(f *facts.Facts, st *keys.Store, of period) float64 {
	for s := range keys.SegmentsOf(&st.Table) {
		if unit := s.UnitOf(f); unit != "" && f.Canonical(s.Ref) == of.ref {
			return facts.HeldIn(f, of.ref, unit, of.seconds) * st.Table.Names(f) / facts.Held(f, of.ref, unit)
		}
	}
	return 0
}

// readOld adds finding what is to be deleted: a range as wide as the time between two runs, or that of the delete.
func (p *Planner) readOld(d *keys.Design, out *Cost, of period) {
	q := p.Facts.NewQuestion(out.Kind, nil, sheet.Evenly)
	q.Ask.Range = out.Do.Range
	if r := &q.Ask.Range; r.How == sheet.Older || r.Width == (sheet.Width{}) {
		r.How, r.Width = sheet.One, sheet.Width{N: of.seconds, Unit: "s"}
	}
	q.Span = p.Facts.SpanOf(out.Kind, q.Ask.Range)
	q.Wants = p.Facts.Identity(out.Kind)
	for _, i := range followers(p.Facts, d, out.Kind) {
		q.Wants = q.Wants.With(d.Stores[i].Keys...)
	}
	q.All = p.Facts.Matching(&q)
	p.readFirst(d, out, &q)
}

// expired returns what deletes entities from a store: some in each of its partitions.
func expired(f *facts.Facts, store int, st *keys.Store, old float64, of period) action {
	part := 1.0
	for _, k := range st.Holds.Fixed {
		part *= f.Sheet.SpreadOf(st.Kind, k.Ref).Of(k.Value)
	}
	rows := old * part * st.Rows(f) / math.Max(1, f.Sheet.Population(st.Kind)*part)
	parts, apart := spreadOver(f, st, nil, rows, of)
	parts = math.Max(1, parts)
	return action{Store: store, Verb: verbDelete, rows: rows, most: rows, Parts: parts, apart: apart, often: 1}
}
