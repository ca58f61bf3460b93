package write

import (
	"math"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// scatter is how the rows of an action are spread over partitions.
type scatter uint8

const (
	together scatter = iota // all in one
	alone                   // each in one of its own
	loose                   // in as many as the values that they happen to have
)

// reaching returns an action on the rows of a store that have what a write is about: several if it changes several
// entities, or those of a kind below.
func reaching(f *facts.Facts, st *keys.Store, w *facts.Write) action {
	n := facts.SizeOf(f, w)
	if st.Kind != w.Kind {
		n = n.Times(st.RowsWith(f, f.Identity(w.Kind), sheet.Evenly))
	}
	a := action{rows: n.Typical, most: n.Largest, Parts: 1, often: 1}
	if a.rows > 1 {
		a.Parts, a.apart = spreadOver(f, st, w.Known, a.rows, period{})
	}
	return a
}

// thin leaves those of the rows that a sparse store holds: a part of them, or all in a part of the calls if these know
// the value.
func (a *action) thin(f *facts.Facts, st *keys.Store, w *facts.Write) {
	for _, k := range st.Holds.Fixed {
		part := f.Sheet.SpreadOf(st.Kind, k.Ref).Of(k.Value)
		switch value, known := w.Known.Value(k.Ref); {
		case known && value == k.Value:
		case known && value != "":
			a.often = 0
		case known || a.rows <= 1:
			a.often *= part
		default:
			a.often *= sheet.Among(part, a.rows)
			a.rows *= part
		}
	}
}

// period is a time, and how many seconds of it there are; the zero period is all of it.
type period struct {
	ref     sheet.Ref
	seconds float64
}

// spreadOver returns in how many partitions of a store so many rows are on average that share some values.
func spreadOver(f *facts.Facts, st *keys.Store, known facts.Attrs, rows float64, of period) (float64, scatter) {
	d := dividing(f, st, known)
	if f.Identifies(st.Kind, known.With(d.told...)) {
		return rows, alone
	}
	seen, all := 1.0, d.buckets
	for _, u := range d.units {
		all *= u.periods(f, of)
	}
	even := all == 1 // what follows is all that divides the rows
	for i, a := range d.by {
		if !f.Follows(a.Ref, known.With(d.by[:i]...)) {
			values := f.Sheet.SpreadOf(st.Kind, a.Ref)
			seen, all = seen*values.Seen(rows), all*values.Values
		}
	}
	if all <= 1 && len(d.units) == 0 {
		return 1, together
	}
	parts := (sheet.Spread{Values: all}).Seen(rows)
	if even {
		parts = math.Min(parts, seen)
	}
	return math.Max(1, math.Min(rows, parts)), loose
}

// divided is what of table and PartitionKey differs between rows that share some values.
type divided struct {
	by      facts.Attrs
	told    facts.Attrs // of these: whose values the keys tell
	buckets float64
	units   []unitOf
}

// unitOf is a time, and the finest of its units that keys name.
type unitOf struct {
	ref  sheet.Ref
	unit string
}

func dividing(f *facts.Facts, st *keys.Store, known facts.Attrs) divided {
	d := divided{buckets: 1}
	for s := range keys.SegmentsOf(&st.Table, &st.Partition) {
		if s.Form != template.Literal && !f.FollowAll(f.AttrsOf(s.Ref), known) {
			d.add(f, s)
		}
	}
	return d
}

func (d *divided) add(f *facts.Facts, s *keys.Segment) {
	of := f.AttrsOf(s.Ref)
	switch unit := s.UnitOf(f); {
	case s.Divides():
		d.buckets *= float64(s.N)
	case unit != "" && !s.Fine(f):
		d.period(unitOf{f.Canonical(s.Ref), unit})
	case s.Tells(f):
		d.told = d.told.With(of...)
		fallthrough
	default:
		d.by = d.by.With(of...)
	}
}

// period adds a unit of a time, of which the finest one counts.
func (d *divided) period(u unitOf) {
	for i := range d.units {
		if o := &d.units[i]; o.ref == u.ref {
			if sheet.UnitSeconds(u.unit) < sheet.UnitSeconds(o.unit) {
				o.unit = u.unit
			}
			return
		}
	}
	d.units = append(d.units, u)
}

// periods returns how many there are.
func (u unitOf) periods(f *facts.Facts, of period) float64 {
	if of.seconds > 0 && of.ref == u.ref {
		return math.Max(1, facts.HeldIn(f, u.ref, u.unit, of.seconds))
	}
	return facts.Held(f, u.ref, u.unit)
}
