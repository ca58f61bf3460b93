package sheet

import "slices"

// Grow returns the sheet after its users, or its density, have grown by a factor. With users the kinds that grow with
// them are multiplied, those that belong to such a kind, and the rates of all these; groups keep their
// size. With density the kinds are multiplied and their writes, but not the questions: as many people ask. A delete by
// age happens as often as before.
func (s *Sheet) Grow(by string, factor float64) *Sheet {
	g := *s
	g.Kinds, g.Asks, g.Does = slices.Clone(s.Kinds), slices.Clone(s.Asks), slices.Clone(s.Does)
	for i := range g.Kinds {
		if s.grows(i, by) {
			g.Kinds[i].Amount.N *= factor
		}
	}
	for i := range g.Asks {
		if by == Users {
			g.Asks[i].Rate = s.faster(g.Asks[i].Kind, by, g.Asks[i].Rate, factor)
		}
	}
	for i := range g.Does {
		d := &g.Does[i]
		arrives := d.Rate == (Rate{}) && d.Verb == Insert && g.arrival(d.Kind).Per != ""
		if !arrives && d.Range.How != Older {
			d.Rate = s.faster(d.Kind, by, d.Rate, factor)
		}
	}
	return &g
}

// faster multiplies a rate if its kind grows. A share of the total becomes a rate of its own.
func (s *Sheet) faster(kind, by string, r Rate, factor float64) Rate {
	if i := s.KindOf(kind); i < 0 || !s.grows(i, by) {
		return r
	}
	if r.Per == Percent || r.Per == "" {
		r = Rate{s.perSecond(r), "s"}
	}
	r.N *= factor
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
func (s *Sheet) grows(kind int, by string) bool {
	own := s.Growth(kind)
	if own == by || own == NoGrow {
		return own == by
	}
	return slices.ContainsFunc(s.Ancestors(kind), func(above int) bool { return s.Growth(above) == by })
}
