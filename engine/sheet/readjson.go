package sheet

import (
	"math"
	"strconv"
	"strings"

	"rowkey/engine/jsontext"
)

// version is the value of the member "sheet", by which a page tells a sheet from other JSON.
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
	r.members(text[jsontext.SkipSpace(text, 0):], func(name, value string) bool {
		if name == "sheet" {
			found = r.number(name, value)
			return true
		}
		return r.sheetMember(name, value)
	})
	if len(r.messages) == 0 && found != version {
		r.say(BadVersion, "", nil, version)
	}
	if len(r.messages) == 0 {
		addCounts(&r.sheet)
		return &r.sheet, r.sheet.Check()
	}
	return &r.sheet, r.messages
}

// members visits the members of an object that are not null. One that visit does not know, or that is there twice, is
// an error.
func (r *jsonReader) members(text string, visit func(name, value string) bool) {
	if !r.is(text, '{', "object") {
		return
	}
	outer := r.path
	seen := map[string]bool{}
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		r.path = outer + "/" + name
		switch {
		case seen[name]:
			r.say(Duplicate, "", []string{name})
		case text[from:to] != "null" && !visit(name, text[from:to]):
			r.path = outer + "/" + name
			r.say(UnknownMember, name, nil)
		}
		seen[name] = true
		return true
	})
	r.path = outer
}

// elements visits the elements of a list.
func (r *jsonReader) elements(text string, visit func(value string)) {
	if !r.is(text, '[', "list") {
		return
	}
	outer, i := r.path, 0
	jsontext.Each(text, 0, func(_ string, from, to int) bool {
		r.path = outer + "/" + strconv.Itoa(i)
		visit(text[from:to])
		i++
		return true
	})
	r.path = outer
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

func (r *jsonReader) texts(value string) []string {
	var list []string
	r.elements(value, func(v string) { list = append(list, r.text(v)) })
	return list
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
	r.members(value, func(name, v string) bool {
		switch name {
		case "n":
			rate.N = r.number(name, v)
		case "per":
			rate.Per = r.text(v)
		default:
			return false
		}
		return true
	})
	if rate.N == 0 || rate.Per != Percent && perSeconds[rate.Per] == 0 {
		r.say(BadRate, number(rate.N)+"/"+rate.Per, nil)
		return Rate{}
	}
	return rate
}
