package edm

import (
	"math"
	"time"

	"rowkey/engine/clock"
)

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
