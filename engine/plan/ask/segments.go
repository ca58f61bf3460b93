package ask

import (
	"math"
	"slices"

	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// steps goes through a template up to the first segment whose value does not follow from the question, and returns its
// position. In a list, periods of the range and buckets follow.
func (w *walker) steps(t *keys.Template, list bool) int {
	for i := range t.Segments {
		s := &t.Segments[i]
		if s.Form != template.Literal && !w.known(s) && !(list && w.listed(s)) {
			return i
		}
	}
	return len(t.Segments)
}

// known uses a segment whose attribute the question knows.
func (w *walker) known(s *keys.Segment) bool {
	ids := w.f.NameOf(s.Ref).Refs
	if !w.q.Known.HasAll(ids) {
		return false
	}
	tells := s.Tells(w.f) || s.Folds(w.f)
	for _, id := range ids {
		for _, k := range w.q.Known {
			if k.Ref == id && tells {
				w.fixed = w.fixed.With(k)
			}
		}
	}
	if !tells {
		w.coarse = append(slices.Clip(w.coarse), s)
	}
	return true
}

// share returns which part of what is told has the same texts in segments of known values that do not tell them. Of
// several forms of one attribute the finest counts.
func (w *walker) share(by facts.Attrs) float64 {
	all, seen := 1.0, map[sheet.Ref]float64{}
	for _, s := range w.coarse {
		if ref := w.f.Canonical(s.Ref); !w.f.Follows(ref, by) {
			seen[ref] = math.Min(or(seen[ref], 1), w.shareOf(s))
		}
	}
	for _, s := range w.coarse { // in order, for the same product each time
		ref := w.f.Canonical(s.Ref)
		all *= or(seen[ref], 1)
		delete(seen, ref)
	}
	return all
}

func or(n, otherwise float64) float64 {
	if n == 0 {
		return otherwise
	}
	return n
}

// shareOf returns which part of everything has the same text in a segment that does not tell the value.
func (w *walker) shareOf(s *keys.Segment) float64 {
	n := sheet.Occurring(w.f.Sheet, s.Ref)
	switch s.Form {
	case template.Bucket, template.Band:
		return 1 / float64(s.N)
	case template.Period, template.PeriodDown:
		all := w.f.Sheet.Population(s.Ref.Kind)
		return math.Min(1, math.Max(1/math.Max(1, all), sheet.UnitSeconds(s.Unit)/w.f.Sheet.Cover(s.Ref.Kind)))
	case template.Beginning:
		return math.Max(1/n, math.Pow(letters, -float64(s.N)))
	}
	return 1 / n
}

// letters is how many characters a text is assumed to be made of.
const letters = 26

// listed uses a segment that has one of a few texts: the periods of the range or of the order, and buckets.
func (w *walker) listed(s *keys.Segment) bool {
	unit, ref := w.unitOf(s), w.f.Canonical(s.Ref)
	switch {
	case s.Form == template.Bucket:
		w.buckets *= float64(s.N)
	case s.Form == template.Band:
		return w.grid.list(w.f, w.q, s)
	case unit == "":
		return false
	case w.q.Span.Bounded() && ref == w.q.Span.Ref && w.q.Span.Time:
		finer(&w.unit, unit)
		w.grid.periods = w.q.Span.Touched(w.unit)
	case !math.IsInf(w.q.Top, 1) && w.q.Ordered && ref == w.q.By && unit != "tick":
		finer(&w.turn, unit)
	default:
		return false
	}
	return true
}

func (w *walker) unitOf(s *keys.Segment) string { return s.UnitOf(w.f) }

// finer keeps the finer one of two units.
func finer(unit *string, other string) {
	if *unit == "" || sheet.UnitSeconds(other) < sheet.UnitSeconds(*unit) {
		*unit = other
	}
}
