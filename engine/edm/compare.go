package edm

import (
	"cmp"
	"strings"
)

// Unordered is the order of two doubles of which at least one is NaN: they are neither equal, nor
// is one of them less.
const Unordered = 2

// Compare returns the order of a property's value v and a filter's literal w: negative, zero,
// positive, or [Unordered]. An Int32 literal compares with an Int64 or Double property, an Int64
// literal with a Double property. The property is never promoted: for all other pairs of
// different types ok is false.
// Source: Querying tables and entities, "Supported comparison operators", and typed comparisons
// recorded with the service.
func (v Value) Compare(w Value) (order int, ok bool) {
	if v.typ != w.typ {
		if w, ok = w.promote(v.typ); !ok {
			return 0, false
		}
	}
	switch v.typ {
	case TypeString:
		return CompareText(v.str, w.str), true
	case TypeBinary, TypeGUID:
		return strings.Compare(v.str, w.str), true
	case TypeDouble:
		return compareFloat(v.Float(), w.Float()), true
	case TypeBoolean, TypeInt32, TypeInt64, TypeDateTime:
		return cmp.Compare(int64(v.num), int64(w.num)), true
	}
	return 0, false
}

func (v Value) promote(to Type) (Value, bool) {
	switch {
	case v.typ == TypeInt32 && to == TypeInt64:
		return Int64(v.Int()), true
	case (v.typ == TypeInt32 || v.typ == TypeInt64) && to == TypeDouble:
		return Double(float64(v.Int())), true
	}
	return Value{}, false
}

func compareFloat(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case x == y:
		return 0
	}
	return Unordered
}

// CompareText returns the order of two texts by their UTF-16 code units, the order of keys, of
// property names, and of String comparisons. It differs from the order of the UTF-8 bytes in one
// point: characters above U+FFFF are surrogates and come before U+E000 to U+FFFF.
// Source: Understanding the Table service data model, "Sort order".
func CompareText(a, b string) int {
	n := min(len(a), len(b))
	for i := 0; i < n; i++ {
		if a[i] != b[i] {
			return cmp.Compare(rank(a[i]), rank(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}

// rank maps the first byte of a character so that four-byte characters (0xF0 and up) come before
// the three-byte ones that begin at U+E000 (0xEE and 0xEF).
func rank(c byte) byte {
	switch {
	case c >= 0xF0:
		return c - 2
	case c >= 0xEE:
		return c + 0x10
	}
	return c
}
