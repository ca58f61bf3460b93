// Package template reads templates, which say how a table name or a key is made of attributes: "{device}_{at:-}".
// Options come after the templates of a store.
//
//	template = *(text | "{" attr [":" form] "}")
//	form     = digits | digits "." decimals | "-" | buckets "%" | bands "#" | characters "<" | "low" | ["-"] unit
//
// Rule book: ours. Not here: what attributes there are, and the values that are written (packages plan and recipe).
package template

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/calendar"
)

// Segment is a part of a template: a text, or an attribute in a form.
type Segment struct {
	Form     Form
	Text     string // as written, with its braces
	Attr     string // "" for a literal
	N        int    // digits, buckets, bands or characters
	Decimals int    // of Decimal
	Unit     string // of a period: one of [calendar.Names]
}

// Form is what a segment does to the value of its attribute.
type Form uint8

// The forms.
const (
	Literal    Form = iota // abc
	Plain                  // {id}; a time in its finest unit
	Padded                 // {id:6}, zeros in front
	Decimal                // {price:8.2}, times 100, in 8 digits
	Inverted               // {at:-}, the largest value comes first
	Bucket                 // {id:4%}, one of 4 buckets
	Band                   // {lat:50#}, one of 50 bands of equal width, from the smallest value to the greatest
	Beginning              // {name:3<}, the first 3 characters
	Lower                  // {name:low}, lowercase
	Period                 // {at:day}, the digits of the day that a time is in
	PeriodDown             // {at:-day}, the latest day comes first
)

var formNames = [...]string{"literal", "plain", "padded", "decimal", "inverted", "bucket", "band", "beginning", "lower",
	"period", "periodDown"}

// String returns the name that reports use.
func (f Form) String() string { return formNames[f] }

// Divides reports whether a segment names one of N parts.
func (s *Segment) Divides() bool { return s.Form == Bucket || s.Form == Band }

// Code says what is wrong with a template; "" is nothing.
type Code string

// What can be wrong.
const (
	Close Code = "close" // a } without a {
	Open  Code = "open"  // a { without a }
	Attr  Code = "attr"  // a segment that names no attribute
	Shape Code = "form"  // a form that does not exist
)

// The largest numbers of a segment.
const (
	MaxWidth    = 64 // digits, characters or buckets
	MaxBands    = 10_000
	maxDecimals = 9
)

// Parse reads a template. The code says what is wrong with it, and where: the whole text, or a segment as it was
// written.
func Parse(text string) (list []Segment, wrong Code, where string) {
	for rest := text; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if strings.Contains(before, "}") {
			return list, Close, text
		}
		if before != "" {
			list = append(list, Segment{Text: before})
		}
		if !found {
			break
		}
		inside, behind, closed := strings.Cut(after, "}")
		if !closed {
			return list, Open, text
		}
		s, wrong := parseSegment(inside)
		if wrong != "" {
			return list, wrong, s.Text
		}
		list, rest = append(list, s), behind
	}
	return list, "", ""
}

func parseSegment(text string) (Segment, Code) {
	attr, how, formed := strings.Cut(strings.TrimSpace(text), ":")
	s := Segment{Form: Plain, Text: "{" + text + "}", Attr: strings.TrimSpace(attr)}
	if s.Attr == "" || strings.Contains(text, "{") {
		return s, Attr
	}
	if formed && !s.read(strings.TrimSpace(how)) {
		return s, Shape
	}
	return s, ""
}

// read reads the form of a segment.
func (s *Segment) read(how string) (ok bool) {
	unit, down := strings.CutPrefix(how, "-")
	switch {
	case how == "-":
		s.Form = Inverted
	case how == "low":
		s.Form = Lower
	case calendar.Of(unit) != 0:
		if s.Form, s.Unit = Period, unit; down {
			s.Form = PeriodDown
		}
	default:
		return s.readNumber(how)
	}
	return true
}

// readNumber reads 6, 8.2, 4%, 50# or 3<.
func (s *Segment) readNumber(how string) (ok bool) {
	s.Form = Padded
	most := MaxWidth
	switch last := how[max(0, len(how)-1):]; {
	case last == "%":
		s.Form, how = Bucket, how[:len(how)-1]
	case last == "#":
		s.Form, how, most = Band, how[:len(how)-1], MaxBands
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
	s.N, ok = digits(how, most)
	return ok && (s.Form != Decimal || s.Decimals < s.N)
}

// digits reads a number from 1 to most that begins with no zero.
func digits(text string, most int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= most && strconv.Itoa(n) == text
}

// Options are the words that options of a store begin with, after its keys and its table.
var Options = []string{"of", "include", "where", "list", "slot", "part", "blob", "log", "answer", "kept", "shards"}

// IsOption reports whether a part is an option, and not a key or a table: templates have no spaces.
func IsOption(part string) bool {
	word, _, blank := strings.Cut(part, " ")
	return blank && slices.Contains(Options, word)
}

// FirstOf returns the first n characters of a text, which is what [Beginning] writes of it.
func FirstOf(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}
