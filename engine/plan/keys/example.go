package keys

import (
	"strings"

	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// Example returns a key that a template could make: the first entity of a kind is t0001, and the time is one hour of a
// day.
func (t *Template) Example(f *facts.Facts) string {
	var b strings.Builder
	for i := range t.Segments {
		b.WriteString(t.Segments[i].Example(f))
	}
	return b.String()
}

// exampleDigits is 22 November 2026, 10:00, as the digits of a time.
const exampleDigits = "20261122100000"

func (s *Segment) Example(f *facts.Facts) string {
	switch unit := s.UnitOf(f); {
	case s.Form == template.Literal:
		return s.Text
	case s.Divides():
		return strings.Repeat("0", s.Length(f))
	case unit == "week":
		return "202647"
	case unit != "" && s.Form == template.Period || unit != "" && s.Form == template.Plain && unit != "tick":
		return exampleDigits[:min(len(exampleDigits), sheet.UnitDigits(unit))]
	case s.Form == template.Padded, s.Form == template.Decimal, s.Form == template.Inverted, s.Form == template.PeriodDown:
		return strings.Repeat("9", s.Length(f)-1) + "8"
	}
	name := f.Sheet.Kinds[s.Ref.Kind].Name
	if !f.Names(s.Ref) {
		name = f.Attribute(s.Ref).Name
	}
	return string([]rune(name)[:1]) + "0001"[:min(4, max(0, s.Length(f)-1))]
}
