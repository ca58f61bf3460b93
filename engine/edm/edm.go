// Package edm holds the values and entities of the table service: the eight types that a property
// can have, their JSON form on the wire, their limits, and the form in which a row is stored.
//
// Rule book: "Understanding the Table service data model", "Payload format for Table service
// operations", and recorded traffic where the two are silent.
// Not here: table names, ETags, filters, anything about HTTP.
package edm

import (
	"errors"
	"math"
	"slices"
	"time"

	"rowkey/engine/clock"
)

// Type is the type of a property. The zero Type belongs to the zero [Value] alone.
type Type uint8

// The eight types. Their numbers are part of the stored form of a row and never change.
// Source: Understanding the Table service data model, "Property types".
const (
	TypeString Type = iota + 1
	TypeBinary
	TypeBoolean
	TypeDateTime
	TypeDouble
	TypeGUID
	TypeInt32
	TypeInt64
)

var typeNames = [...]string{
	"", "Edm.String", "Edm.Binary", "Edm.Boolean", "Edm.DateTime",
	"Edm.Double", "Edm.Guid", "Edm.Int32", "Edm.Int64",
}

// String returns the name that annotations use, for example "Edm.Int32", and "" for no type.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return ""
}

// ParseType returns the type with that name. Letter case matters.
func ParseType(name string) (t Type, ok bool) {
	i := max(0, slices.Index(typeNames[:], name))
	return Type(i), i > 0
}

// Value is one typed value. Two values are == if type and content are the same; [Value.Compare]
// gives their order as a filter sees it. The zero Value has no type and means "no value".
type Value struct {
	typ Type
	num uint64 // Boolean, Int32 and Int64 (sign extended), Double (bits), DateTime (ticks)
	str string // String, GUID (lower case, dashed), Binary (the bytes)
}

// String returns an Edm.String.
func String(s string) Value { return Value{typ: TypeString, str: s} }

// Binary returns a value that holds a copy of b.
func Binary(b []byte) Value { return Value{typ: TypeBinary, str: string(b)} }

// Boolean returns an Edm.Boolean.
func Boolean(b bool) Value {
	if b {
		return Value{typ: TypeBoolean, num: 1}
	}
	return Value{typ: TypeBoolean}
}

// DateTime returns a point in time, cut to 100 ns. A time outside the years 1 to 9999 becomes
// one that [Entity.Validate] refuses.
func DateTime(t time.Time) Value { return Value{typ: TypeDateTime, num: uint64(ticksOf(t))} }

// Double returns a floating-point value; NaN and the infinities are values as well.
func Double(f float64) Value { return Value{typ: TypeDouble, num: math.Float64bits(f)} }

// Int32 returns a 32-bit integer value.
func Int32(n int32) Value { return Value{typ: TypeInt32, num: uint64(int64(n))} }

// Int64 returns a 64-bit integer value.
func Int64(n int64) Value { return Value{typ: TypeInt64, num: uint64(n)} }

// Type returns the type of the value.
func (v Value) Type() Type { return v.typ }

// Text returns the content of a String, or of a GUID in lowercase with dashes.
func (v Value) Text() string { return v.str }

// Bytes returns a copy of the content of a Binary.
func (v Value) Bytes() []byte { return []byte(v.str) }

// Bool returns the content of a Boolean.
func (v Value) Bool() bool { return v.num == 1 }

// Int returns the content of an Int32 or Int64.
func (v Value) Int() int64 { return int64(v.num) }

// Float returns the content of a Double.
func (v Value) Float() float64 { return math.Float64frombits(v.num) }

// Time returns the content of a DateTime, in UTC.
func (v Value) Time() time.Time { return clock.FromTicks(int64(v.num)) }

var errGUID = errors.New("a GUID has 32 hexadecimal digits in groups of 8-4-4-4-12")

// GUID returns the value of a GUID written as 8-4-4-4-12 hexadecimal digits, as 32 digits without
// dashes, or as either of them in braces or parentheses; the service reads the same forms.
// It fails for any other text.
func GUID(s string) (Value, error) {
	if n := len(s); n > 2 && (s[0] == '{' && s[n-1] == '}' || s[0] == '(' && s[n-1] == ')') {
		s = s[1 : n-1]
	}
	if len(s) != 36 && len(s) != 32 {
		return Value{}, errGUID
	}
	dashed := len(s) == 36
	out := make([]byte, 0, 36)
	for i := 0; i < len(s); i++ {
		if dashed && isDashPlace(i) {
			if s[i] != '-' {
				return Value{}, errGUID
			}
			continue
		}
		if isDashPlace(len(out)) {
			out = append(out, '-')
		}
		c, ok := lowerHex(s[i])
		if !ok {
			return Value{}, errGUID
		}
		out = append(out, c)
	}
	return Value{typ: TypeGUID, str: string(out)}, nil
}

func isDashPlace(i int) bool { return i == 8 || i == 13 || i == 18 || i == 23 }

func lowerHex(c byte) (lower byte, ok bool) {
	switch {
	case '0' <= c && c <= '9', 'a' <= c && c <= 'f':
		return c, true
	case 'A' <= c && c <= 'F':
		return c + 'a' - 'A', true
	}
	return 0, false
}
