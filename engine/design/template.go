package design

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rowkey/engine/hash"
	"rowkey/engine/message"
)

// Template says how a key is made of attributes: "{lastName}_{id:6}".
type Template struct {
	text     string
	segments []segment
}

// form is what a segment does to the value of its attribute.
type form uint8

const (
	literal  form = iota
	plain         // {id}
	padded        // {id:6}, zeros in front
	inverted      // {day:-}, the greatest value comes first
	bucket        // {id:4%}, one of 4 buckets
	prefix        // {id:3<}, the first 3 characters
)

// maxWidth is the largest number of a segment, and the most digits of a number.
const maxWidth = 64

type segment struct {
	form form
	text string // of a literal
	attr string
	n    int
}

// ParseTemplate reads a template. Errors: a brace without its partner, an unknown form.
func ParseTemplate(text string) (Template, error) {
	t := Template{text: text}
	for rest := text; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if strings.Contains(before, "}") {
			return t, message.New("template-close", text)
		}
		if before != "" {
			t.segments = append(t.segments, segment{text: before})
		}
		if !found {
			break
		}
		inside, behind, closed := strings.Cut(after, "}")
		if !closed {
			return t, message.New("template-open", text)
		}
		s, err := parseSegment(inside)
		if err != nil {
			return t, err
		}
		t.segments, rest = append(t.segments, s), behind
	}
	return t, nil
}

func parseSegment(text string) (segment, error) {
	attr, how, formed := strings.Cut(strings.TrimSpace(text), ":")
	s := segment{form: plain, attr: attr}
	if !formed {
		return s, nil
	}
	if how == "-" {
		s.form = inverted
		return s, nil
	}
	s.form = padded
	switch digits := how; {
	case strings.HasSuffix(how, "%"):
		s.form, how = bucket, digits[:len(digits)-1]
	case strings.HasSuffix(how, "<"):
		s.form, how = prefix, digits[:len(digits)-1]
	}
	n, err := strconv.Atoi(how)
	if s.n = n; err != nil || n < 1 || n > maxWidth {
		return s, message.New("template-form", text)
	}
	return s, nil
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
	switch s.form {
	case padded:
		return zeros(s.n-utf8.RuneCountInString(v)) + v
	case inverted:
		a := w.attributes[w.index(s.attr)]
		if a.kind == "time" {
			return invertedTicks(v)
		}
		n, _ := strconv.Atoi(v)
		return pad(a.ceiling()-n, len(strconv.Itoa(a.ceiling())))
	case bucket:
		return pad(int(hash.Text(v)%uint32(s.n)), len(strconv.Itoa(s.n-1)))
	case prefix:
		return first(v, s.n)
	}
	return v
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

// sorted says how the segment orders its attribute: 1 upwards, -1 downwards, 0 not at all.
func (s segment) sorted(w *Workload) int {
	a := w.attributes[w.index(s.attr)]
	switch {
	case s.form == inverted && a.numeric():
		return -1
	case s.form == plain && !a.numeric(), s.form == padded && s.n >= a.width():
		return 1
	}
	return 0
}

// tells reports whether the attribute can be read from the key.
func (s segment) tells() bool { return s.form == plain || s.form == padded || s.form == inverted }

func pad(n, width int) string {
	digits := strconv.Itoa(n)
	return zeros(width-len(digits)) + digits
}

func zeros(n int) string { return strings.Repeat("0", max(0, n)) }
