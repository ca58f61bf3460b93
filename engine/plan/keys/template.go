package keys

import (
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/template"
)

// Template says how a table name or a key is made of attributes: "{device}_{at:-}".
type Template struct {
	Text     string
	Segments []Segment
}

// Segment is a part of a template with its attribute resolved.
type Segment struct {
	template.Segment
	Ref sheet.Ref
}

// templateProblems are the problems of a design that those of a template are.
var templateProblems = map[template.Code]ProblemCode{
	template.Close: TemplateClose, template.Open: TemplateOpen, template.Attr: TemplateAttr, template.Shape: TemplateForm,
}

// parseTemplate reads a template. A problem says what is wrong with it; its code is "" if nothing is.
func parseTemplate(text string) (Template, Problem) {
	t := Template{Text: text}
	list, wrong, where := template.Parse(text)
	if wrong != "" {
		return t, About(templateProblems[wrong], where)
	}
	t.Segments = lists.Map(list, func(s template.Segment) Segment { return Segment{Segment: s} })
	return t, Problem{}
}

// About makes a problem of the design that names something.
func About(code ProblemCode, names ...string) Problem {
	return Problem{Code: code, Store: -1, Other: -1, Names: names}
}

// Literal returns the text that a template begins with.
func (t *Template) Literal() string {
	if len(t.Segments) > 0 && t.Segments[0].Form == template.Literal {
		return t.Segments[0].Text
	}
	return ""
}

// SegmentsOf yields the segments of templates.
func SegmentsOf(list ...*Template) func(yield func(*Segment) bool) {
	return func(yield func(*Segment) bool) {
		for _, t := range list {
			for i := range t.Segments {
				if !yield(&t.Segments[i]) {
					return
				}
			}
		}
	}
}

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
