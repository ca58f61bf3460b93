package plan

import (
	"strings"

	"rowkey/engine/sheet"
)

// example returns a key that a template could make: the first entity of a kind is t0001, and the time is one hour of a
// day.
func (m *Model) example(t *Template) string {
	var b strings.Builder
	for i := range t.Segments {
		b.WriteString(m.exampleOf(&t.Segments[i]))
	}
	return b.String()
}

// exampleDigits is 22 November 2026, 10:00, as the digits of a time.
const exampleDigits = "20261122100000"

func (m *Model) exampleOf(s *Segment) string {
	switch unit := m.unit(s); {
	case s.Form == Literal:
		return s.Text
	case s.Form == Bucket:
		return "0"
	case unit == "week":
		return "202647"
	case unit != "" && s.Form == Period || unit != "" && s.Form == Plain && unit != "tick":
		return exampleDigits[:min(len(exampleDigits), sheet.UnitDigits(unit))]
	case s.Form == Padded, s.Form == Decimal, s.Form == Inverted, s.Form == PeriodDown:
		return strings.Repeat("9", m.segmentLength(s)-1) + "8"
	}
	name := m.Kinds[s.ref.Kind].Name
	if !m.Names(s.ref) {
		name = m.attribute(s.ref).Name
	}
	return string([]rune(name)[:1]) + "0001"[:min(4, max(0, m.segmentLength(s)-1))]
}
