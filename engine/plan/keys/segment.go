package keys

import (
	"math"
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// MayContain reports whether a character can be part of a value. What identifies an entity is taken to be made of
// letters, digits and hyphens; other texts may have anything but !, which is written as an escape.
func (s *Segment) MayContain(f *facts.Facts, r rune) bool {
	if values := s.listed(f); values != nil {
		return slices.ContainsFunc(values, func(v string) bool { return strings.ContainsRune(v, r) })
	}
	t, one := s.Type(f)
	digit, letter := r >= '0' && r <= '9', r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	switch {
	case s.Form != template.Plain && s.Form != template.Beginning && s.Form != template.Lower &&
		(s.Form != template.Padded || t.Name != sheet.Text):
		return digit
	case t.Name == sheet.Int || t.Name == sheet.Long:
		return digit || r == '-' && (s.Ref.Attr == sheet.Whole || f.Sheet.Kinds[s.Ref.Kind].Attributes[s.Ref.Attr].Signed)
	case t.Name == sheet.Text && f.FreeText(s.Ref):
		return r != '!'
	case t.Name == sheet.Text:
		return digit || letter || r == '-' || r > 0x7F || !one && r == '_'
	case t.Name == sheet.Bool:
		return letter
	case t.Name == sheet.Binary:
		return digit || letter
	}
	return digit || strings.ContainsRune("-+.eE", r)
}

// Tells reports whether the value of a segment's attribute can be read from a key: a period does if it is as fine as
// the time.
func (s *Segment) Tells(f *facts.Facts) bool {
	switch s.Form {
	case template.Plain, template.Padded, template.Decimal, template.Inverted:
		return true
	case template.Period, template.PeriodDown:
		return s.Fine(f)
	}
	return false
}

// Fine reports whether each value of a time has a period of its own. Weeks do not say in which month they are.
func (s *Segment) Fine(f *facts.Facts) bool {
	finest := f.Finest(s.Ref)
	return sheet.UnitSeconds(s.Unit) <= sheet.UnitSeconds(finest) && (finest != "week" || s.Unit != "month") &&
		(finest != "month" || s.Unit != "week")
}

// Type returns the type of a segment's attribute, and whether it is one; a text has none.
func (s *Segment) Type(f *facts.Facts) (t sheet.Type, one bool) {
	if s.Form == template.Literal {
		return t, false
	}
	return f.Type(s.Ref)
}

// UnitOf returns the unit of the periods that a segment names, "" for one that is not made of a time.
func (s *Segment) UnitOf(f *facts.Facts) string {
	t, _ := s.Type(f)
	switch {
	case s.Form == template.Literal || s.Divides() || s.Form == template.Beginning || t.Name != sheet.Time:
		return ""
	case s.Unit != "":
		return s.Unit
	case s.Form == template.Inverted:
		return "tick"
	}
	return f.Finest(s.Ref)
}

// Sorts says how a segment orders its attribute: 1 upwards, -1 downwards, 0 not at all. A coarse form puts periods and
// beginnings in order and says nothing of what is within one.
func (s *Segment) Sorts(f *facts.Facts) int {
	t, one := s.Type(f)
	number := t.Name == sheet.Int || t.Name == sheet.Long || t.Name == sheet.Double
	switch {
	case s.Form == template.Literal || s.Divides() || !one:
		return 0
	case s.Form == template.Inverted || s.Form == template.PeriodDown:
		return -1
	case s.Form == template.Padded && float64(s.N) < math.Min(float64(f.Width(s.Ref)),
		f.DigitsNeeded(s.Ref)), (s.Form == template.Plain || s.Form == template.Beginning) && number:
		return 0
	}
	return 1
}

// Orders finds the segment that sorts rows of which everything before is known by an attribute, and says in which
// direction: 0 if it does not, or only in parts. Attributes that follow each other have the same order.
func (t *Template) Orders(f *facts.Facts, i int, by sheet.Ref) int {
	s := &t.Segments[i]
	if s.Form == template.Literal || s.Form == template.Beginning || s.Divides() ||
		(s.Form == template.Period || s.Form == template.PeriodDown) && !s.Fine(f) || !f.SameOrder(s.Ref, by) {
		return 0
	}
	if !t.KeepsOrder(f, i) {
		return 0
	}
	return s.Sorts(f)
}

// KeepsOrder reports whether what comes after a text keeps its order: only ! sorts below everything that a text can
// hold.
func (t *Template) KeepsOrder(f *facts.Facts, i int) bool {
	if i+1 == len(t.Segments) || t.Segments[i].FixedWidth(f) {
		return true
	}
	next := &t.Segments[i+1]
	if values := t.Segments[i].listed(f); values != nil && next.Form == template.Literal {
		return keepOrder(values, next.Text)
	}
	return next.Form == template.Literal && next.Text[0] == '!'
}

// keepOrder reports whether a text after the values of a list keeps their order: of those that another one begins with.
func keepOrder(values []string, text string) bool {
	for _, v := range values {
		for _, w := range values {
			if v != w && strings.HasPrefix(w, v) && edm.CompareText(v+text, w+text) > 0 {
				return false
			}
		}
	}
	return true
}

// FixedWidth reports whether all values of a segment have the same length.
func (s *Segment) FixedWidth(f *facts.Facts) bool {
	t, one := s.Type(f)
	switch s.Form {
	case template.Literal, template.Padded, template.Decimal, template.Inverted, template.Bucket, template.Band,
		template.Period, template.PeriodDown:
		return true
	case template.Plain:
		return one && slices.Contains([]string{sheet.Time, sheet.GUID}, t.Name)
	}
	return false
}

// Separator returns a text that can come after the value of an attribute in a key: "!" if "_" can be part of it, or if
// keys are to be in its order and its values differ in length.
// Source: ours, rule 4.
func Separator(f *facts.Facts, ref sheet.Ref, orders bool) string {
	s := Segment{Ref: ref}
	s.Form = template.Plain
	if s.MayContain(f, '_') || orders && !s.FixedWidth(f) {
		return "!"
	}
	return "_"
}
