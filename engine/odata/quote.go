package odata

import "strings"

// Quote returns s as a string literal: between apostrophes, with each apostrophe in it doubled.
// Source: recorded traffic, for filters and for keys in the address of an entity alike.
func Quote(s string) string { return "'" + Escape(s) + "'" }

// Escape doubles the apostrophes of s, as they are inside a string literal.
func Escape(s string) string { return strings.ReplaceAll(s, "'", "''") }

// Unescape reverses [Escape].
func Unescape(s string) string { return strings.ReplaceAll(s, "''", "'") }
