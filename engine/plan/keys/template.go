package keys

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
	for _, s := range list {
		t.Segments = append(t.Segments, Segment{Segment: s})
	}
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
