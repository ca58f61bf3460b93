package design

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rowkey/engine/calendar"
	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/message"
	"rowkey/engine/template"
)

// Template says how a key is made of attributes: "{lastName}_{id:6}".
type Template struct {
	text     string
	segments []segment
}

// form is what a segment does to the value of its attribute.
type form = template.Form

const (
	literal    = template.Literal
	plain      = template.Plain
	padded     = template.Padded
	inverted   = template.Inverted
	bucket     = template.Bucket
	prefix     = template.Beginning
	period     = template.Period
	periodDown = template.PeriodDown
)

type segment struct {
	form form
	text string // of a literal
	attr string
	n    int
	unit unit // of a period
}

// ParseTemplate reads a template. Errors: a brace without its partner, a form that does not exist or that only package
// plan knows.
func ParseTemplate(text string) (Template, error) {
	t := Template{text: text}
	list, wrong, where := template.Parse(text)
	switch wrong {
	case template.Close:
		return t, message.New("template-close", text)
	case template.Open:
		return t, message.New("template-open", text)
	case template.Attr, template.Shape:
		return t, unknownForm(where)
	}
	for _, s := range list {
		if s.Form == template.Decimal || s.Form == template.Lower {
			return t, unknownForm(s.Text)
		}
		t.segments = append(t.segments, segment{form: s.Form, text: s.Text, attr: s.Attr, n: s.N, unit: calendar.Of(s.Unit)})
	}
	return t, nil
}

// unknownForm says that the form of a segment, which is written in braces, does not exist.
func unknownForm(segment string) message.Text {
	return message.New("template-form", segment[1:len(segment)-1])
}

// String returns the template as it was written.
func (t Template) String() string { return t.text }

// unknown returns the first attribute that a workload does not have.
func (t Template) unknown(w *Workload) string {
	for _, s := range t.segments {
		if s.form != literal && w.index(s.attr) < 0 {
			return s.attr
		}
	}
	return ""
}

// notTimed returns the first segment that names a period of an attribute that is not a time.
func (t Template) notTimed(w *Workload) (attr string, found bool) {
	for _, s := range t.segments {
		if s.unit == 0 {
			continue
		}
		if a := &w.attributes[w.index(s.attr)]; !a.timed() && a.kind != "time" {
			return s.attr, true
		}
	}
	return "", false
}

// expand makes the key of an entity.
func (t Template) expand(w *Workload, e thing) string {
	key, _ := t.fixed(w, e, nil)
	return key
}

// fixed makes the part of a key, from its beginning, that follows from the attributes known. A nil
// known knows all. whole is the number of segments that it covers.
func (t Template) fixed(w *Workload, e thing, known []string) (key string, whole int) {
	var b strings.Builder
	for i, s := range t.segments {
		if s.form != literal && known != nil && !slices.Contains(known, s.attr) {
			return b.String(), i
		}
		b.WriteString(s.value(w, e))
	}
	return b.String(), len(t.segments)
}

// value is the text of a segment.
func (s segment) value(w *Workload, e thing) string {
	if s.form == literal {
		return s.text
	}
	return s.write(w, e[w.index(s.attr)])
}

// write brings a value of the attribute into the segment's form.
func (s segment) write(w *Workload, v string) string {
	a := &w.attributes[w.index(s.attr)]
	switch s.form {
	case period, periodDown, inverted:
		switch {
		case a.kind == "time" && s.form == inverted:
			return invertedTicks(v)
		case a.kind == "time":
			at, _ := edm.ParseDateTime(v) // as moment wrote it
			return s.writeNumber(a, int(at.Time().Unix()))
		}
		n, _ := strconv.Atoi(v)
		return s.writeNumber(a, n)
	}
	v = a.text(v)
	switch s.form {
	case padded:
		return zeros(s.n-utf8.RuneCountInString(v)) + v
	case bucket:
		return pad(int(hash.Text(v)%uint32(s.n)), len(strconv.Itoa(s.n-1)))
	case prefix:
		return first(v, s.n)
	}
	return v
}

// writeNumber writes what only numbers and times have: a period, or the inverted value.
func (s segment) writeNumber(a *attribute, n int) string {
	switch {
	case s.form == period:
		return s.unit.Digits(n)
	case s.form == periodDown:
		return s.unit.Down(n)
	case a.timed():
		return tick.Down(n)
	}
	return pad(a.ceiling()-n, len(strconv.Itoa(a.ceiling())))
}

// first returns the first n characters of a text.
func first(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}

// sorted says how the segment orders its attribute: 1 upwards, -1 downwards, 0 not at all. A period puts the
// times in order, but says nothing of two times within it: see tells.
func (s segment) sorted(w *Workload) int {
	a := &w.attributes[w.index(s.attr)]
	switch {
	case s.form == inverted && (a.numeric() || a.timed()), s.form == periodDown:
		return -1
	case s.form == plain && !a.numeric(), s.form == padded && s.n >= a.width(), s.form == period:
		return 1
	}
	return 0
}

// tells reports whether the attribute can be read from the key.
func (s segment) tells(w *Workload) bool {
	if s.unit != 0 {
		finest := w.attributes[w.index(s.attr)].finest
		return s.unit >= finest && (finest != week || s.unit != month)
	}
	return s.form == plain || s.form == padded || s.form == inverted
}

// span is the unit of the periods that a segment names, 0 for a segment that is not made of a time.
func (s segment) span(w *Workload) unit {
	if s.form == literal || s.form == bucket || s.form == prefix {
		return 0
	}
	a := &w.attributes[w.index(s.attr)]
	switch {
	case !a.timed():
		return 0
	case s.unit != 0:
		return s.unit
	case s.form == inverted:
		return tick
	}
	return a.finest
}

func pad(n, width int) string {
	digits := strconv.Itoa(n)
	return zeros(width-len(digits)) + digits
}

func zeros(n int) string { return strings.Repeat("0", max(0, n)) }
