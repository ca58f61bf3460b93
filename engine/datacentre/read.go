package datacentre

import (
	"slices"
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
		return r.member(name, value, []member{
			{"parameters", func(v string) { r.parameters(v, &q.Parameters) }},
			{"load", func(v string) { r.load(v, &q.Load) }}, {"window", func(v string) { r.window(v, &q) }},
			{"rows", limited{&q.Options.Rows, MostRows}}, {"columns", limited{&q.Options.Columns, MostColumns}},
		}) || slices.Contains(others, name)
	})
	return q, r.messages
}

// member is a member of an object, and where its value goes: a pointer, a [limited], or a function that reads it.
type member struct {
	name string
	to   any
}

// limited is a number from 0 to most that has no fraction.
type limited struct {
	to   *int
	most float64
}

// record reads an object. A member that is not in the list is an error.
func (r *reader) record(text string, list ...member) {
	r.members(text, func(name, value string) bool { return r.member(name, value, list) })
}

// member reads a member, and reports whether it is in the list.
func (r *reader) member(name, value string, list []member) bool {
	at := slices.IndexFunc(list, func(m member) bool { return m.name == name })
	if at < 0 {
		return false
	}
	switch to := list[at].to.(type) {
	case *float64:
		r.number(value, to)
	case *string:
		r.text(value, to)
	case *bool:
		r.bool(value, to)
	case limited:
		r.whole(value, to)
	case func(value string):
		to(value)
	}
	return true
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

func (r *reader) whole(value string, l limited) {
	n := 0.0
	if r.number(value, &n); r.checker.number(r.path, n, 0, l.most, true) {
		*l.to = int(n)
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
	var list []member
	for i := range Settings {
		list = append(list, member{Settings[i].Name, Settings[i].field(p)})
	}
	r.record(text, list...)
}

// window reads a part of the map: partitions by their numbers or by their keys, and seconds.
func (r *reader) window(text string, q *Request) {
	w, b := &q.Options.Window, &q.Between
	r.record(text, member{"from", limited{&w.From, MaxPartitions}}, member{"to", limited{&w.To, MaxPartitions}},
		member{"begins", limited{&w.Begins, MaxPartitions}}, member{"ends", limited{&w.Ends, MaxPartitions}},
		member{"table", &b.Table}, member{"low", &b.Low}, member{"high", &b.High})
}

// load reads what is asked; what is not there keeps its default.
func (r *reader) load(text string, l *Load) {
	r.record(text, member{"seconds", &l.Seconds}, member{"seed", &l.Seed}, member{"price", &l.Price},
		member{"retry", func(v string) { r.retry(v, &l.Retry) }}, member{"parts", func(v string) { r.parts(v, l) }})
}

func (r *reader) retry(text string, to *Retry) {
	r.record(text, member{"policy", (*string)(&to.Policy)}, member{"wait", &to.Wait}, member{"tries", &to.Tries})
}

func (r *reader) parts(text string, l *Load) {
	if !r.is(text, '[', "list") {
		return
	}
	outer := r.path
	jsontext.Each(text, 0, func(_ string, from, to int) bool {
		r.path = outer + "/" + strconv.Itoa(len(l.Parts))
		p := DefaultPart()
		r.part(text[from:to], &p)
		l.Parts = append(l.Parts, p)
		return len(l.Parts) <= MaxParts
	})
	r.path = outer
}

func (r *reader) part(text string, p *Part) {
	list := []member{{"table", &p.Table}, {"keys", (*string)(&p.Keys)}, {"prefix", &p.Prefix}, {"cold", &p.Cold}}
	for _, n := range partNumbers(p) {
		list = append(list, member{n.name, n.value})
	}
	r.record(text, list...)
}
