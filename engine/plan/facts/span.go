package facts

import (
	"math"

	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
)

// Bounded reports whether a range has two ends, so that periods can be listed.
func (s *span) Bounded() bool {
	return s.Given && s.Range.How != sheet.Before && s.Range.How != sheet.Older
}

// Aligned reports whether a range begins and ends with a period of some unit.
func (s *span) Aligned(unit string) bool {
	u := sheet.UnitSeconds(unit)
	return s.Range.How == sheet.One && (s.Seconds <= u || wholeNumber(s.Seconds/u)) && !(unit == "week" && s.Seconds > u)
}

// Exactly reports whether whole periods of a unit make up the range, so that nothing else is in them.
func (s *span) Exactly(unit string) bool {
	return s.Aligned(unit) && s.Seconds >= sheet.UnitSeconds(unit)
}

func wholeNumber(f float64) bool { return math.Abs(f-math.Round(f)) < 1e-9 }

// Touched returns how many periods of a unit a range touches. One that is not aligned touches one more than fit into it
// on average, and one more than that begin in it at most. There are no more than the time kept has.
func (s *span) Touched(unit string) figure.Size {
	u := sheet.UnitSeconds(unit)
	n := s.Seconds / u
	if s.Aligned(unit) {
		return figure.Always(math.Max(1, n))
	}
	return figure.Unaligned(n).AtMost(s.Cover/u + 1)
}

// Covered returns which part of everything lies in the periods that a range touches.
func (s *span) Covered(unit string) figure.Size {
	u := sheet.UnitSeconds(unit)
	return s.Touched(unit).Scale(u / s.Cover).AtMost(1)
}

// Part returns how many of a group are in a range that keys bound exactly. Half of them lie before a value on average.
func (f *Facts) Part(q *Question, of figure.Size) figure.Size {
	n := f.Sheet.Within(q.Kind, q.Ask.Range, sheet.Figures{Typical: of.Typical, Most: of.Often, Largest: of.Largest})
	return sizeOf(n)
}

// Periods returns how many periods of a unit there are of a time.
func (f *Facts) Periods(ref sheet.Ref, unit string) float64 {
	return f.Sheet.Cover(ref.Kind)/sheet.UnitSeconds(unit) + 1
}
