package sheet

import "slices"

// Grow returns the sheet after its users, or its density, have grown by a factor. With users the kinds that grow with
// them are multiplied, those that belong to such a kind, and the rates of all these; groups keep their
// size. With density the kinds are multiplied and their writes, but not the questions: as many people ask. A delete by
// age happens as often as before.
func (s *Sheet) Grow(by string, factor float64) *Sheet {
	g, f := *s, growth{s, by, factor}
	g.Kinds, g.Asks, g.Does = slices.Clone(s.Kinds), slices.Clone(s.Asks), slices.Clone(s.Does)
	for i := range g.Kinds {
		if f.grows(i) {
			g.Kinds[i].Amount.N *= factor
		}
	}
	for i := range g.Asks {
		if by == Users {
			g.Asks[i].Rate = f.faster(g.Asks[i].Kind, g.Asks[i].Rate)
		}
	}
	for i := range g.Does {
		d := &g.Does[i]
		arrives := d.Rate == (Rate{}) && d.Verb == Insert && g.arrival(d.Kind).Per != ""
		if !arrives && d.Range.How != Older {
			d.Rate = f.faster(d.Kind, d.Rate)
		}
	}
	return &g
}

// growth is by what a sheet grows, and how far.
type growth struct {
	*Sheet
	by     string
	factor float64
}

// faster multiplies a rate if its kind grows. A share of the total becomes a rate of its own.
func (f growth) faster(kind string, r Rate) Rate {
	if i := f.KindOf(kind); i < 0 || !f.grows(i) {
		return r
	}
	if r.Per == Percent || r.Per == "" {
		r = Rate{f.perSecond(r), "s"}
	}
	r.N *= f.factor
	return r
}

func (s *Sheet) arrival(kind string) Amount {
	if i := s.KindOf(kind); i >= 0 {
		return s.Kinds[i].Amount
	}
	return Amount{}
}

// grows reports whether the entities of a kind are multiplied: it grows so itself, or it belongs to a kind that does
// and is not excepted.
func (f growth) grows(kind int) bool {
	own := f.Growth(kind)
	if own == f.by || own == NoGrow {
		return own == f.by
	}
	return slices.ContainsFunc(f.Ancestors(kind), func(above int) bool { return f.Growth(above) == f.by })
}
