package sheet

import (
	"strconv"

	"rowkey/engine/jsontext"
)

// WriteJSON writes the JSON form of a sheet without errors, which [ReadJSON] reads.
func WriteJSON(s *Sheet) string {
	var o object
	v := float64(version)
	o.record(form(s, &v))
	return string(o.b)
}

// object writes a JSON object, and leaves out what was not entered.
type object struct{ b []byte }

func (o *object) record(list []member) {
	o.b = append(o.b, '{')
	for _, m := range list {
		o.member(m.name, m.of)
	}
	o.b = append(o.b, '}')
}

func (o *object) member(name string, of any) {
	switch v := of.(type) {
	case *string:
		o.text(name, *v)
	case *float64:
		o.number(name, *v)
	case *orZero:
		o.number(name, float64(*v))
	case *below:
		o.number(name, float64(*v))
	case *whole:
		o.number(name, float64(*v))
	case *int:
		o.number(name, float64(*v))
	case *bool:
		o.bool(name, *v)
	case *[]string:
		o.texts(name, *v)
	case *stores:
		o.texts(name, *v)
	case list:
		v.write(o, name)
	default:
		o.special(name, of)
	}
}

// special appends what has a form of its own.
func (o *object) special(name string, of any) {
	switch v := of.(type) {
	case *count:
		if v.Per == "" {
			o.number(name, v.N)
		}
	case *arrival:
		if v.Per != "" {
			o.object(name, (*Rate)(v))
		}
	case *Span:
		if *v != (Span{}) {
			o.text(name, v.text())
		}
	case *Width:
		if *v != (Width{}) {
			o.text(name, v.text())
		}
	case *Fresh:
		if *v != (Fresh{}) {
			o.text(name, v.text())
		}
	case *[]Limit:
		o.budget(name, *v)
	case *Skew:
		if v.Kind != "" {
			o.object(name, v)
		}
	case *Each:
		if v.Kind != "" {
			o.object(name, v)
		}
	case record:
		o.object(name, v)
	}
}

func (o *object) name(name string) {
	if o.b[len(o.b)-1] != '{' {
		o.b = append(o.b, ',')
	}
	o.b = append(jsontext.AppendString(o.b, name), ':')
}

func (o *object) text(name, value string) {
	if value != "" {
		o.name(name)
		o.b = jsontext.AppendString(o.b, value)
	}
}

func (o *object) number(name string, n float64) {
	if n != 0 {
		o.numberOrZero(name, n)
	}
}

func (o *object) numberOrZero(name string, n float64) {
	o.name(name)
	o.b = strconv.AppendFloat(o.b, n, 'f', -1, 64)
}

func (o *object) bool(name string, value bool) {
	if value {
		o.name(name)
		o.b = append(o.b, "true"...)
	}
}

func (o *object) texts(name string, list []string) {
	o.list(name, len(list), func(i int) { o.b = jsontext.AppendString(o.b, list[i]) })
}

// list appends a list of n elements, nothing if there are none.
func (o *object) list(name string, n int, element func(i int)) {
	if n == 0 {
		return
	}
	o.name(name)
	o.b = append(o.b, '[')
	for i := range n {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		element(i)
	}
	o.b = append(o.b, ']')
}

// object appends a nested object, unless none of its members was entered.
func (o *object) object(name string, of record) {
	before := o.b
	o.name(name)
	if o.record(of.members()); o.b[len(o.b)-2] == '{' {
		o.b = before
	}
}

func (o *object) budget(name string, list []Limit) {
	if len(list) == 0 {
		return
	}
	o.name(name)
	o.b = append(o.b, '{')
	for _, l := range list {
		switch {
		case l.Class != "":
			o.text(l.Counter, l.Class)
		case l.OfAnswer:
			o.text(l.Counter, number(l.Most)+" x answer")
		default:
			o.numberOrZero(l.Counter, l.Most)
		}
	}
	o.b = append(o.b, '}')
}
