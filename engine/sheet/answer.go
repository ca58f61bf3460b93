package sheet

import "math"

// Answer returns how many entities the answers of a question have: those of its group that are in its range, and of
// these the ones it wants.
func (s *Sheet) Answer(a *Ask) Figures {
	kind := s.KindOf(a.Kind)
	if kind < 0 {
		return Figures{}
	}
	g := groupOf(s, kind, a.Known)
	f := g.figures(or(a.Asked, Popular))
	if a.Range.Attr != "" && !s.NameOne(kind, g.refs) {
		f = s.Within(kind, a.Range, f)
		if len(a.Known) > 0 && f.Independent == nil {
			f.Independent = append(g.names(), a.Range.Attr)
		} else if f.Independent != nil {
			f.Independent = append(f.Independent, a.Range.Attr)
		}
	}
	if a.Top > 0 {
		top := float64(a.Top)
		f.Typical, f.Most, f.Largest = math.Min(top, f.Typical), math.Min(top, f.Most), math.Min(top, f.Largest)
	}
	return f
}

// Within returns what of a group lies in a range. Half of it lies before a value on average, and all of it before the
// newest one.
func (s *Sheet) Within(kind int, r Range, f Figures) Figures {
	part, more := s.Part(kind, r), 0.0
	switch r.How {
	case Before:
		f.Typical /= 2
		return f
	case Older:
		part = 1 - part
	case Between: // begins at the value of an entity, which it counts
		more = 1 - part
	}
	f.Typical, f.Most, f.Largest = f.Typical*part+more, f.Most*part+more, f.Largest*part+more
	return f
}

// Part returns the width of a range as a part of everything that its attribute covers.
func (s *Sheet) Part(kind int, r Range) float64 {
	at, ok := s.Resolve(kind, r.Attr)
	switch {
	case r.Width.Unit == Percent:
		return math.Min(1, r.Width.N/100)
	case !ok:
		return 1
	case r.Width.isTime():
		return math.Min(1, Span(r.Width).Seconds()/s.Cover(at.Kind))
	}
	return math.Min(1, r.Width.N/s.Distinct(at))
}

// pages returns how many pages an answer has at least.
func pages(entities float64) float64 { return math.Max(1, math.Ceil(entities/pageSize)) }
