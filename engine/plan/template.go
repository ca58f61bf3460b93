package plan

import (
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
	ref sheet.Ref
}

// The forms of a segment.
const (
	Literal    = template.Literal
	Plain      = template.Plain
	Padded     = template.Padded
	Decimal    = template.Decimal
	Inverted   = template.Inverted
	Bucket     = template.Bucket
	Beginning  = template.Beginning
	Lower      = template.Lower
	Period     = template.Period
	PeriodDown = template.PeriodDown
)

// templateProblems are the problems of a design that those of a template are.
var templateProblems = map[template.Code]ProblemCode{
	template.Close: TemplateClose, template.Open: TemplateOpen, template.Attr: TemplateAttr, template.Shape: TemplateForm,
}

// parseTemplate reads a template. A problem says what is wrong with it; its code is "" if nothing is.
func parseTemplate(text string) (Template, Problem) {
	t := Template{Text: text}
	list, wrong, where := template.Parse(text)
	if wrong != "" {
		return t, about(templateProblems[wrong], where)
	}
	for _, s := range list {
		t.Segments = append(t.Segments, Segment{Segment: s})
	}
	return t, Problem{}
}

// about makes a problem of the design that names something.
func about(code ProblemCode, names ...string) Problem {
	return Problem{Code: code, Store: -1, Other: -1, Names: names}
}

// literal returns the text that a template begins with.
func (t *Template) literal() string {
	if len(t.Segments) > 0 && t.Segments[0].Form == Literal {
		return t.Segments[0].Text
	}
	return ""
}
