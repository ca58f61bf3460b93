package sheet

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/jsontext"
)

// version is the value of the member "sheet".
const version = 1

// jsonReader reads the JSON form. Its path is that of the value in hand.
type jsonReader struct {
	report
	sheet Sheet
}

// ReadJSON reads a sheet and its designs from JSON of at most [MaxSize] bytes. An unknown member is an error, as are
// those of [Parse]; then the sheet is what could be read.
func ReadJSON(text string) (*Sheet, []Message) {
	r := jsonReader{}
	if len(text) > MaxSize {
		r.say(TooLong, "", nil, float64(len(text)), MaxSize)
		return &r.sheet, r.messages
	}
	if at := jsontext.Error(text); at >= 0 {
		r.say(BadJSON, "", nil, float64(at))
		return &r.sheet, r.messages
	}
	found := 0.0
	r.record(text[jsontext.SkipSpace(text, 0):], form(&r.sheet, &found))
	if len(r.messages) == 0 && found != version {
		r.say(BadVersion, "", nil, version)
	}
	if len(r.messages) == 0 {
		addCounts(&r.sheet)
		return &r.sheet, r.sheet.Check()
	}
	return &r.sheet, r.messages
}

// record reads the members of an object. One that is not in the list is an error.
func (r *jsonReader) record(text string, list []member) {
	r.members(text, func(name, value string) bool {
		at := slices.IndexFunc(list, func(m member) bool { return m.name == name })
		if at >= 0 {
			r.member(name, value, list[at].of)
		}
		return at >= 0
	})
}

func (r *jsonReader) member(name, value string, to any) {
	switch p := to.(type) {
	case *string:
		*p = r.text(value)
	case *float64:
		*p = r.number(name, value)
	case *orZero:
		*p = orZero(r.numberOrZero(name, value))
	case *below:
		*p = below(r.belowZero(name, value))
	case *whole:
		*p = whole(r.whole(name, value))
	case *int:
		*p = r.whole(name, value)
	case *bool:
		*p = r.bool(name, value)
	case *[]string:
		r.elements(value, func(v string) { *p = append(*p, r.text(v)) })
	case *stores:
		r.elements(value, func(v string) { *p = append(*p, store(r.text(v))) })
	case list:
		p.read(r, value)
	default:
		r.special(name, value, to)
	}
}

// special reads what has a form of its own.
func (r *jsonReader) special(name, value string, to any) {
	switch p := to.(type) {
	case *count:
		*p = count{N: r.number(name, value)}
	case *arrival:
		*p = arrival(r.rate(value))
	case *Rate:
		*p = r.rate(value)
	case *Span:
		*p = r.span(value)
	case *Width:
		*p = r.width(value)
	case *Fresh:
		*p = r.fresh(value)
	case *[]Limit:
		*p = r.budget(value)
	case record:
		r.record(value, p.members())
	}
}

// members visits the members of an object that are not null. One that visit does not know, or that is there twice, is
// an error.
func (r *jsonReader) members(text string, visit func(name, value string) bool) {
	if !r.is(text, '{', "object") {
		return
	}
	seen := map[string]bool{}
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		r.in("/"+name, func() {
			if seen[name] {
				r.say(Duplicate, "", []string{name})
			} else if text[from:to] != "null" && !visit(name, text[from:to]) {
				r.say(UnknownMember, name, nil)
			}
		})
		seen[name] = true
		return true
	})
}

// elements visits the elements of a list.
func (r *jsonReader) elements(text string, visit func(value string)) {
	if !r.is(text, '[', "list") {
		return
	}
	i := 0
	jsontext.Each(text, 0, func(_ string, from, to int) bool {
		r.in("/"+strconv.Itoa(i), func() { visit(text[from:to]) })
		i++
		return true
	})
}

// is reports whether a value begins as its type does, and says so if not.
func (r *jsonReader) is(text string, begin byte, wanted string) bool {
	if text == "" || text[0] != begin {
		r.say(WrongType, r.path[strings.LastIndexByte(r.path, '/')+1:], []string{wanted})
		return false
	}
	return true
}

func (r *jsonReader) text(value string) string {
	if !r.is(value, '"', "text") {
		return ""
	}
	return jsontext.Unquote(value)
}

func (r *jsonReader) bool(name, value string) bool {
	if value != "true" && value != "false" {
		r.say(WrongType, name, []string{"boolean"})
	}
	return value == "true"
}

// number reads a number above 0.
func (r *jsonReader) number(name, value string) float64 {
	n, ok := r.anyNumber(name, value)
	if ok && n == 0 {
		r.badNumber(value)
	}
	return n
}

// numberOrZero reads a number that may be 0.
func (r *jsonReader) numberOrZero(name, value string) float64 {
	n, _ := r.anyNumber(name, value)
	return n
}

// belowZero reads a number other than 0.
func (r *jsonReader) belowZero(name, value string) float64 {
	if positive, ok := strings.CutPrefix(value, "-"); ok && positive != "" {
		return -r.number(name, positive)
	}
	return r.number(name, value)
}

func (r *jsonReader) anyNumber(name, value string) (float64, bool) {
	if strings.IndexByte("-0123456789", value[0]) < 0 {
		r.say(WrongType, name, []string{"number"})
		return 0, false
	}
	n, err := strconv.ParseFloat(value, 64)
	if err != nil || !inRange(n) {
		r.badNumber(value)
		return 0, false
	}
	return n, true
}

// whole reads a whole number above 0.
func (r *jsonReader) whole(name, value string) int {
	n := r.number(name, value)
	if n != math.Trunc(n) {
		r.badNumber(value)
		return 0
	}
	return int(n)
}

// span reads a length of time, as the text form has it: "90d".
func (r *jsonReader) span(value string) Span {
	text := r.text(value)
	s, ok := readSpan(text)
	if !ok || s.N == 0 {
		r.say(BadTime, text, nil)
		return Span{}
	}
	return s
}

// rate reads {"n":40,"per":"s"}, or {"n":5,"per":"%"} for a share.
func (r *jsonReader) rate(value string) Rate {
	var rate Rate
	r.record(value, rate.members())
	if rate.N == 0 || rate.Per != Percent && perSeconds[rate.Per] == 0 {
		r.say(BadRate, number(rate.N)+"/"+rate.Per, nil)
		return Rate{}
	}
	return rate
}

// width reads a width as the text form has it: "1h", "2 %" or "50".
func (r *jsonReader) width(value string) Width {
	text := r.text(value)
	w, ok := readWidth(text)
	if !ok || w.N == 0 {
		r.say(BadWidth, text, nil)
		return Width{}
	}
	return w
}

// fresh reads "now" or a length of time.
func (r *jsonReader) fresh(value string) Fresh {
	if value == `"now"` {
		return Fresh{Now: true}
	}
	return Fresh{Span: r.span(value)}
}

// budget reads {"read":150,"returned":"2 x answer","class":"rowRange"}: a limit for each counter.
func (r *jsonReader) budget(value string) []Limit {
	var list []Limit
	r.members(value, func(name, v string) bool {
		l := Limit{Counter: name}
		switch {
		case name == "class":
			l.Class = r.text(v)
		case v[0] != '"':
			l.Most = r.numberOrZero(name, v)
		default:
			text := r.text(v)
			if !l.readMost(text) {
				r.say(BadLimit, text, []string{name})
			}
		}
		list = append(list, l)
		return true
	})
	return list
}
