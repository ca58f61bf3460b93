package facts

import (
	"math"
	"slices"

	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
)

// EndsNow reports whether a range ends with the newest entity.
func (s *Span) EndsNow() bool { return slices.Contains(endsNow, s.Range.How) }

var endsNow = []string{sheet.Last, sheet.After, sheet.UpToNow}

// Bounded reports whether a range has two ends, so that periods can be listed.
func (s *Span) Bounded() bool {
	return s.Given && !s.Range.Open()
}

// Aligned reports whether a range begins and ends with a period of some unit.
func (s *Span) Aligned(unit string) bool {
	u := sheet.UnitSeconds(unit)
	return s.Range.How == sheet.One && (s.Seconds <= u || wholeNumber(s.Seconds/u)) && !(unit == "week" && s.Seconds > u)
}

// startsWith reports whether a range begins with a period of some unit: at the value of an entity that is no finer.
// Months differ in length.
func (s *Span) startsWith(unit string) bool {
	u, finest := sheet.UnitSeconds(unit), sheet.UnitSeconds(s.Finest)
	return s.Range.How == sheet.Between && finest >= u && wholeNumber(finest/u) && unit != "month"
}

// Exactly reports whether whole periods of a unit make up the range, so that nothing else is in them.
func (s *Span) Exactly(unit string) bool {
	return s.Aligned(unit) && s.Seconds >= sheet.UnitSeconds(unit)
}

func wholeNumber(f float64) bool { return math.Abs(f-math.Round(f)) < 1e-9 }

// Touched returns how many periods of a unit a range touches. One that is not aligned touches one more than fit into it
// on average, and one more than that begin in it at most. There are no more than the time kept has.
func (s *Span) Touched(unit string) figure.Size {
	u := sheet.UnitSeconds(unit)
	n := s.Seconds / u
	if s.Aligned(unit) {
		return figure.Always(math.Max(1, n))
	}
	if s.startsWith(unit) {
		return figure.Always(math.Max(1, math.Ceil(n-1e-9))).AtMost(s.Cover/u + 1)
	}
	return figure.Unaligned(n).AtMost(s.Cover/u + 1)
}

// Bands returns how many of so many bands of equal width a range touches. A range that begins with a multiple of its
// own width begins with a band, or lies in one, if one width is a multiple of the other.
func (f *Facts) Bands(kind int, s *Span, n float64) figure.Size {
	wide := f.Sheet.Part(kind, s.Range) * n
	if s.Range.How == sheet.One && (wholeNumber(wide) || wholeNumber(1/wide)) {
		return figure.Always(math.Max(1, wide))
	}
	if s.Ref.Attr != sheet.Whole { // it begins at one of the values
		if values := f.Sheet.Kinds[s.Ref.Kind].Attributes[s.Ref.Attr].Values; values > 0 {
			wide = math.Max(0, wide-n/values)
		}
	}
	return figure.Unaligned(wide).AtMost(n)
}

// Covered returns which part of everything lies in the periods that a range touches. Of the period that is not over yet
// there is half on average.
func (s *Span) Covered(unit string) figure.Size {
	u := sheet.UnitSeconds(unit)
	n := s.Touched(unit)
	if s.EndsNow() && !s.Aligned(unit) {
		n = n.Least(figure.Size{Typical: s.Seconds/u + 0.5, Often: s.Seconds/u + 1, Largest: s.Seconds/u + 1})
	}
	return n.Scale(u / s.Cover).AtMost(1)
}

// Part returns how many of a group are in a range that keys bound exactly. Half of them lie before a value on average.
func (f *Facts) Part(q *Question, s *Span, of figure.Size) figure.Size {
	n := f.Sheet.Within(q.Kind, s.Range, sheet.Figures{Typical: of.Typical, Most: of.Often, Largest: of.Largest})
	return AsSize(n)
}

// Periods returns how many periods of a unit there are of a time.
func (f *Facts) Periods(ref sheet.Ref, unit string) float64 {
	return f.Sheet.Cover(ref.Kind)/sheet.UnitSeconds(unit) + 1
}

// Held returns how many of these an entity lies in: not more than there are entities with the time.
func Held(f *Facts, ref sheet.Ref, unit string) float64 {
	return math.Max(1, math.Min(f.Periods(ref, unit), f.Sheet.Population(ref.Kind)))
}

// HeldIn returns in how many periods of a unit those entities lie whose time is in so many seconds.
func HeldIn(f *Facts, ref sheet.Ref, unit string, seconds float64) float64 {
	return math.Min(seconds/sheet.UnitSeconds(unit), f.Sheet.Population(ref.Kind)*seconds/f.Sheet.Cover(ref.Kind))
}
