package jsontext

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Raw is JSON text that is written and read as it is. "" is null.
type Raw string

var rawType = reflect.TypeFor[Raw]()

// Append appends v as JSON: booleans, integers, floats (NaN and infinities are null), strings, slices (nil is []),
// arrays, pointers and interfaces (nil is null), and structs by their tags `json:"name"`. Fields with the tag "-" are
// left out, and so are those that are zero and say ",omitempty"; those of an embedded struct are written as fields of
// the outer one, whose own field wins if both have the same name. Anything else becomes null.
func Append(b []byte, v any) []byte { return appendValue(b, reflect.ValueOf(v)) }

func appendValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int64, reflect.Int32:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.Float64:
		return appendFloat(b, v.Float())
	case reflect.String:
		return appendText(b, v)
	case reflect.Slice, reflect.Array:
		return appendList(b, v)
	case reflect.Struct:
		w := fields{b: append(b, '{')}
		w.add(v, nil)
		return append(w.b, '}')
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return appendValue(b, v.Elem())
		}
	}
	return append(b, "null"...)
}

// AppendMembers appends the members of a struct as [Append] writes them, without the braces around them.
func AppendMembers(b []byte, v any) []byte {
	w := fields{b: b}
	w.add(reflect.ValueOf(v), nil)
	return w.b
}

func appendFloat(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, f, 'g', -1, 64)
}

func appendText(b []byte, v reflect.Value) []byte {
	if v.Type() != rawType {
		return AppendString(b, v.String())
	}
	if v.Len() == 0 {
		return append(b, "null"...)
	}
	return append(b, v.String()...)
}

func appendList(b []byte, v reflect.Value) []byte {
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, v.Index(i))
	}
	return append(b, ']')
}

// fields writes the members of one object.
type fields struct {
	b     []byte
	count int
}

// add writes the fields of a struct whose names are not taken.
func (w *fields) add(v reflect.Value, taken []string) {
	t := v.Type()
	own := names(t)
	for i := range t.NumField() {
		switch name, optional := strings.CutSuffix(own[i], ",omitempty"); {
		case name == "":
			if t.Field(i).Anonymous {
				w.add(reflect.Indirect(v.Field(i)), own)
			}
		case name != "-" && !slices.Contains(taken, name) && !(optional && v.Field(i).IsZero()):
			if w.count > 0 {
				w.b = append(w.b, ',')
			}
			w.count++
			w.b = append(AppendString(w.b, name), ':')
			w.b = appendValue(w.b, v.Field(i))
		}
	}
}

// names returns the tag of every field, "" for one without.
func names(t reflect.Type) []string {
	list := make([]string, t.NumField())
	for i := range list {
		list[i] = nameOf(t.Field(i))
	}
	return list
}

// nameOf returns what the tag of a field says of JSON, "" without one. Tag.Get would bring along what reads quoted Go.
func nameOf(f reflect.StructField) string {
	_, name, _ := strings.Cut(string(f.Tag), `json:"`)
	name, _, _ = strings.Cut(name, `"`)
	return name
}

// AppendString appends s as a JSON string. Characters beyond ASCII stay; bytes that are not UTF-8
// become U+FFFD.
func AppendString(b []byte, s string) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, r)
			i += size
			continue
		}
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			b = append(b, c)
		}
		i++
	}
	return append(b, '"')
}
