package plan

import (
	"math"

	"rowkey/engine/sheet"
)

// bounded reports whether a range has two ends, so that periods can be listed.
func (s *span) bounded() bool {
	return s.given && s.How != sheet.Before && s.How != sheet.Older
}

// aligned reports whether a range begins and ends with a period of some unit.
func (s *span) aligned(unit string) bool {
	u := sheet.UnitSeconds(unit)
	return s.How == sheet.One && (s.seconds <= u || wholeNumber(s.seconds/u)) && !(unit == "week" && s.seconds > u)
}

// exactly reports whether whole periods of a unit make up the range, so that nothing else is in them.
func (s *span) exactly(unit string) bool {
	return s.aligned(unit) && s.seconds >= sheet.UnitSeconds(unit)
}

func wholeNumber(f float64) bool { return math.Abs(f-math.Round(f)) < 1e-9 }

// touched returns how many periods of a unit a range touches. One that is not aligned touches one more than fit into it
// on average, and one more than that begin in it at most. There are no more than the time kept has.
func (s *span) touched(unit string) size {
	u := sheet.UnitSeconds(unit)
	n := s.seconds / u
	if s.aligned(unit) {
		return always(math.Max(1, n))
	}
	return unaligned(n).atMost(s.cover/u + 1)
}

// unaligned is touched for a window as wide as n periods that begins anywhere.
func unaligned(n float64) size {
	whole := math.Floor(n + 1e-9)
	out := size{1 + n, whole + 1, whole + 1}
	if n-whole > 1e-9 {
		out.largest++
	}
	if n-whole > 0.01 {
		out.often++
	}
	return out
}

// covered returns which part of everything lies in the periods that a range touches.
func (s *span) covered(unit string) size {
	u := sheet.UnitSeconds(unit)
	return s.touched(unit).scale(u / s.cover).atMost(1)
}

// part returns how many of a group are in a range that keys bound exactly. Half of them lie before a value on average.
func (m *Model) part(q *question, of size) size {
	f := m.Within(q.kind, q.Range, sheet.Figures{Typical: of.typical, Most: of.often, Largest: of.largest})
	return size{f.Typical, f.Most, f.Largest}
}

// periods returns how many periods of a unit there are of a time.
func (m *Model) periods(ref sheet.Ref, unit string) float64 {
	return m.Cover(ref.Kind)/sheet.UnitSeconds(unit) + 1
}
