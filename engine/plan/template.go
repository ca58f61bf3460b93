package plan

import (
	"strconv"
	"strings"

	"rowkey/engine/sheet"
)

// Template says how a table name or a key is made of attributes: "{device}_{at:-}".
type Template struct {
	Text     string
	Segments []Segment
}

// Segment is a part of a template: a text, or an attribute in a form.
type Segment struct {
	Form     Form
	Text     string // as written, with its braces
	Attr     string // "" for a literal
	N        int    // digits, buckets or characters
	Decimals int    // of Decimal
	Unit     string // of a period: one of [sheet.TimeUnits]

	ref sheet.Ref // of the attribute
}

// Form is what a segment does to the value of its attribute.
type Form uint8

// The forms.
const (
	Literal    Form = iota // abc
	Plain                  // {id}; a time in its finest unit
	Padded                 // {id:6}, zeros in front
	Decimal                // {price:8.2}, times 100, in 8 digits
	Inverted               // {at:-}, the greatest value comes first
	Bucket                 // {id:4%}, one of 4 buckets
	Beginning              // {name:3<}, the first 3 characters
	Lower                  // {name:low}, lowercase
	Period                 // {at:day}, the digits of the day that a time is in
	PeriodDown             // {at:-day}, the latest day comes first
)

var formNames = [...]string{"literal", "plain", "padded", "decimal", "inverted", "bucket", "beginning", "lower", "period", "periodDown"}

// String returns the name that reports use.
func (f Form) String() string { return formNames[f] }

// The largest numbers of a segment.
const (
	maxWidth    = 64 // digits, characters or buckets
	maxDecimals = 9
)

// ParseTemplate reads a template. A problem says what is wrong with it; its code is "" if nothing is.
func ParseTemplate(text string) (Template, Problem) {
	t := Template{Text: text}
	for rest := text; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if strings.Contains(before, "}") {
			return t, about(TemplateClose, text)
		}
		if before != "" {
			t.Segments = append(t.Segments, Segment{Text: before})
		}
		if !found {
			break
		}
		inside, behind, closed := strings.Cut(after, "}")
		if !closed {
			return t, about(TemplateOpen, text)
		}
		s, problem := parseSegment(inside)
		if problem.Code != "" {
			return t, problem
		}
		t.Segments, rest = append(t.Segments, s), behind
	}
	return t, Problem{}
}

// about makes a problem of the design that names something.
func about(code ProblemCode, names ...string) Problem {
	return Problem{Code: code, Store: -1, Other: -1, Names: names}
}

func parseSegment(text string) (Segment, Problem) {
	attr, how, formed := strings.Cut(strings.TrimSpace(text), ":")
	s := Segment{Form: Plain, Text: "{" + text + "}", Attr: strings.TrimSpace(attr)}
	if s.Attr == "" || strings.Contains(text, "{") {
		return s, about(TemplateAttr, s.Text)
	}
	if formed && !s.read(strings.TrimSpace(how)) {
		return s, about(TemplateForm, s.Text)
	}
	return s, Problem{}
}

// read reads the form of a segment.
func (s *Segment) read(how string) (ok bool) {
	unit, down := strings.CutPrefix(how, "-")
	switch {
	case how == "-":
		s.Form = Inverted
	case how == "low":
		s.Form = Lower
	case sheet.UnitSeconds(unit) > 0:
		if s.Form, s.Unit = Period, unit; down {
			s.Form = PeriodDown
		}
	default:
		return s.readNumber(how)
	}
	return true
}

// readNumber reads 6, 8.2, 4% or 3<.
func (s *Segment) readNumber(how string) (ok bool) {
	s.Form = Padded
	switch last := how[max(0, len(how)-1):]; {
	case last == "%":
		s.Form, how = Bucket, how[:len(how)-1]
	case last == "<":
		s.Form, how = Beginning, how[:len(how)-1]
	default:
		var decimals string
		if how, decimals, ok = strings.Cut(how, "."); ok {
			s.Form = Decimal
			if s.Decimals, ok = digits(decimals, maxDecimals); !ok {
				return false
			}
		}
	}
	s.N, ok = digits(how, maxWidth)
	return ok && (s.Form != Decimal || s.Decimals < s.N)
}

// digits reads a number from 1 to most that begins with no zero.
func digits(text string, most int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= most && strconv.Itoa(n) == text
}

// literal returns the text that a template begins with.
func (t *Template) literal() string {
	if len(t.Segments) > 0 && t.Segments[0].Form == Literal {
		return t.Segments[0].Text
	}
	return ""
}

// report returns the segments as a report has them.
func (t *Template) report() []SegmentReport {
	list := []SegmentReport{}
	for _, s := range t.Segments {
		list = append(list, SegmentReport{Text: s.Text, Attr: s.Attr, Form: s.Form.String(), Unit: s.Unit})
	}
	return list
}
