// Package utf16text counts and orders texts as if they were UTF-16, without encoding them: the services
// and the browsers do, and texts are UTF-8 here.
//
// Rule book: Understanding the Table service data model, "Property limitations" and "Sort order". Not here:
// conversion, for which the standard library has unicode/utf16.
package utf16text

import "cmp"

// Len returns the number of code units of s: one for a character, two above U+FFFF. A byte that is not UTF-8
// counts as one.
func Len(s string) int {
	n := 0
	for _, c := range s {
		n++
		if c > 0xFFFF {
			n++
		}
	}
	return n
}

// Compare returns the order of two texts by their code units. It differs from the order of the bytes in one
// point: characters above U+FFFF are surrogates and come before U+E000 to U+FFFF.
// Source: Understanding the Table service data model, "Sort order".
func Compare(a, b string) int {
	n := min(len(a), len(b))
	for i := 0; i < n; i++ {
		if a[i] != b[i] {
			return cmp.Compare(Rank(a[i]), Rank(b[i]))
		}
	}
	return cmp.Compare(len(a), len(b))
}

// Rank translates a byte of UTF-8 so that translated texts sort as UTF-16 does. The two orders differ for
// U+E000 to U+FFFF alone: lead bytes EE and EF, below F0 to F4 of the supplementary characters in UTF-8,
// but above their surrogates in UTF-16. No other byte of valid UTF-8 is above ED, and any two bytes stay
// different.
func Rank(c byte) byte {
	switch {
	case c >= 0xF0:
		return c - 2
	case c >= 0xEE:
		return c + 0x10
	}
	return c
}

// Unrank is the opposite of [Rank].
func Unrank(c byte) byte {
	switch {
	case c >= 0xFE:
		return c - 0x10
	case c >= 0xEE:
		return c + 2
	}
	return c
}
