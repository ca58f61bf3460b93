package edm

import (
	"cmp"
	"strings"

	"rowkey/engine/utf16text"
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

// CompareText returns the order of two strings: that of keys, of property names, and of String comparisons.
// Source: Understanding the Table service data model, "Sort order".
func CompareText(a, b string) int { return utf16text.Compare(a, b) }

// equal is a == b for two texts of the same length. In a browser the runtime compares them byte by byte, and to
// compare names is half of what a scan does; here it is eight bytes at a time.
func equal(a, b string) bool {
	n := len(b)
	if len(a) != n {
		return false
	}
	if n < word {
		for i := range n {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	for i := 0; i < n-word; i += word {
		if wordAt(a, i) != wordAt(b, i) {
			return false
		}
	}
	return wordAt(a, n-word) == wordAt(b, n-word)
}

const word = 8 // bytes

// wordAt is one instruction once it is compiled.
func wordAt(s string, i int) uint64 {
	s = s[i : i+word]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
