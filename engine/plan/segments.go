package plan

import (
	"math"
	"slices"

	"rowkey/engine/sheet"
)

// steps goes through a template up to the first segment whose value does not follow from the question, and returns its
// position. In a list, periods of the range and buckets follow.
func (w *walker) steps(t *Template, list bool) int {
	for i := range t.Segments {
		s := &t.Segments[i]
		if s.Form != Literal && !w.known(s) && !(list && w.listed(s)) {
			return i
		}
	}
	return len(t.Segments)
}

// known uses a segment whose attribute the question knows.
func (w *walker) known(s *Segment) bool {
	ids := w.nameOf(s.ref).refs
	if !w.q.known.hasAll(ids) {
		return false
	}
	for _, id := range ids {
		for _, k := range w.q.known {
			if k.ref == id && w.tells(s) {
				w.fixed = w.fixed.and(k)
			}
		}
	}
	if !w.tells(s) {
		w.coarse = append(slices.Clip(w.coarse), s)
	}
	return true
}

// share returns which part of what is fixed has the same texts in segments of known values that do not tell them. Of
// several forms of one attribute the finest counts.
func (w *walker) share() float64 {
	all, seen := 1.0, map[sheet.Ref]float64{}
	for _, s := range w.coarse {
		if ref := w.single(s.ref); !w.follows(ref, w.fixed) {
			seen[ref] = math.Min(or(seen[ref], 1), w.shareOf(s))
		}
	}
	for _, s := range w.coarse { // in order, for the same product each time
		ref := w.single(s.ref)
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
func (w *walker) shareOf(s *Segment) float64 {
	n := w.Distinct(s.ref)
	switch s.Form {
	case Bucket:
		return 1 / float64(s.N)
	case Period, PeriodDown:
		return math.Min(1, sheet.UnitSeconds(s.Unit)/w.Cover(s.ref.Kind))
	case Beginning:
		return math.Max(1/n, math.Pow(letters, -float64(s.N)))
	}
	return 1 / n
}

// letters is how many characters a text is assumed to be made of.
const letters = 26

// listed uses a segment that has one of a few texts: the periods of the range or of the order, and buckets.
func (w *walker) listed(s *Segment) bool {
	unit, ref := w.unitOf(s), w.single(s.ref)
	switch {
	case s.Form == Bucket:
		w.buckets *= float64(s.N)
	case unit == "":
		return false
	case w.q.span.bounded() && ref == w.q.span.ref && w.q.span.time:
		finer(&w.unit, unit)
		w.lists = w.q.span.touched(w.unit)
	case !math.IsInf(w.q.top, 1) && w.q.order && ref == w.q.by && unit != "tick":
		finer(&w.turn, unit)
	default:
		return false
	}
	return true
}

func (w *walker) unitOf(s *Segment) string { return w.Model.unit(s) }

// finer keeps the finer one of two units.
func finer(unit *string, other string) {
	if *unit == "" || sheet.UnitSeconds(other) < sheet.UnitSeconds(*unit) {
		*unit = other
	}
}
