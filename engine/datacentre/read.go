package datacentre

import (
	"strconv"

	"rowkey/engine/jsontext"
)

// Request is what a page asks for: a run, and the part of the map that it wants to see.
type Request struct {
	Parameters Parameters
	Load       Load
	Options    Options
	Between    Between
}

// reader reads the JSON form of a request.
type reader struct {
	checker
	path string
}

// Read reads a request: {"parameters": …, "load": …, "window": …, "rows": …, "columns": …}. What is not there has its
// default; members that are listed in others are left to the caller. Messages say what is wrong.
func Read(text string, others ...string) (Request, []Message) {
	q := Request{Parameters: Defaults(), Load: DefaultLoad()}
	r := &reader{}
	if at := jsontext.Error(text); at >= 0 {
		r.say(NotJSON, "", nil, float64(at))
		return q, r.messages
	}
	r.members(text[jsontext.SkipSpace(text, 0):], func(name, value string) bool {
		switch name {
		case "parameters":
			r.parameters(value, &q.Parameters)
		case "load":
			r.load(value, &q.Load)
		case "window":
			r.window(value, &q)
		case "rows":
			r.whole(value, &q.Options.Rows, MostRows)
		case "columns":
			r.whole(value, &q.Options.Columns, MostColumns)
		default:
			return contains(others, name)
		}
		return true
	})
	return q, r.messages
}

func contains(list []string, name string) bool {
	for _, s := range list {
		if s == name {
			return true
		}
	}
	return false
}

// members visits the members of an object. One that visit does not know is an error.
func (r *reader) members(text string, visit func(name, value string) bool) {
	if !r.is(text, '{', "object") {
		return
	}
	outer := r.path
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		if r.path = outer + "/" + name; !visit(name, text[from:to]) {
			r.say(Unknown, r.path, []string{name})
		}
		return true
	})
	r.path = outer
}

// is reports whether a value begins as its type does, and says so if not.
func (r *reader) is(text string, begin byte, wanted string) bool {
	if text == "" || text[0] != begin {
		r.say(BadType, r.path, []string{wanted})
		return false
	}
	return true
}

func (r *reader) number(value string, to *float64) {
	n, err := strconv.ParseFloat(value, 64)
	if err != nil {
		r.say(BadType, r.path, []string{"number"})
		return
	}
	*to = n
}

// whole reads a number from 0 to most that has no fraction.
func (r *reader) whole(value string, to *int, most float64) {
	n := 0.0
	if r.number(value, &n); r.checker.number(r.path, n, 0, most, true) {
		*to = int(n)
	}
}

func (r *reader) text(value string, to *string) {
	if r.is(value, '"', "text") {
		*to = jsontext.Unquote(value)
	}
}

func (r *reader) bool(value string, to *bool) {
	if value != "true" && value != "false" {
		r.say(BadType, r.path, []string{"boolean"})
	}
	*to = value == "true"
}

func (r *reader) parameters(text string, p *Parameters) {
	r.members(text, func(name, value string) bool {
		for i := range Settings {
			if Settings[i].Name == name {
				r.number(value, Settings[i].field(p))
				return true
			}
		}
		return false
	})
}

// window reads a part of the map: partitions by their numbers or by their keys, and seconds.
func (r *reader) window(text string, q *Request) {
	w := &q.Options.Window
	numbers := []struct {
		name string
		to   *int
	}{{"from", &w.From}, {"to", &w.To}, {"begins", &w.Begins}, {"ends", &w.Ends}}
	r.members(text, func(name, value string) bool {
		for _, n := range numbers {
			if n.name == name {
				r.whole(value, n.to, MaxPartitions)
				return true
			}
		}
		switch name {
		case "table":
			r.text(value, &q.Between.Table)
		case "low":
			r.text(value, &q.Between.Low)
		case "high":
			r.text(value, &q.Between.High)
		default:
			return false
		}
		return true
	})
}
