package sheet

import (
	"strconv"

	"rowkey/engine/jsontext"
)

// object writes a JSON object, and leaves out what was not entered.
type object struct {
	b     []byte
	first bool
}

// write appends an object whose members add writes.
func write(b []byte, add func(o *object)) []byte {
	o := object{append(b, '{'), true}
	add(&o)
	return append(o.b, '}')
}

func (o *object) name(name string) {
	if !o.first {
		o.b = append(o.b, ',')
	}
	o.first = false
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
	o.list(name, len(list), func(b []byte, i int) []byte { return jsontext.AppendString(b, list[i]) })
}

// list appends a list of n elements, nothing if there are none.
func (o *object) list(name string, n int, element func(b []byte, i int) []byte) {
	if n == 0 {
		return
	}
	o.name(name)
	o.b = append(o.b, '[')
	for i := range n {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = element(o.b, i)
	}
	o.b = append(o.b, ']')
}

// object appends a nested object if it is given.
func (o *object) object(name string, given bool, add func(o *object)) {
	if given {
		o.name(name)
		o.b = write(o.b, add)
	}
}

// each appends a list of objects.
func each[T any](o *object, name string, list []T, add func(o *object, t *T)) {
	o.list(name, len(list), func(b []byte, i int) []byte {
		return write(b, func(o *object) { add(o, &list[i]) })
	})
}
