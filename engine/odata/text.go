package odata

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"

	"rowkey/engine/edm"
)

// Text returns x as a filter in canonical form: single spaces, no parentheses that change nothing,
// the property on the left. [Parse] reads it back to the same expression. The text of nil is "".
func Text(x Expr) string { return string(appendExpr(nil, x)) }

func appendExpr(b []byte, x Expr) []byte {
	switch x := x.(type) {
	case *And:
		return appendBoth(b, x.X, " and ", x.Y, isOr(x.X), isOr(x.Y) || isAnd(x.Y))
	case *Or:
		return appendBoth(b, x.X, " or ", x.Y, false, isOr(x.Y))
	case *Not:
		return appendGroup(append(b, "not "...), x.X, true)
	case *Bool:
		return strconv.AppendBool(b, x.Value)
	case *Compare:
		b = append(append(b, x.Property...), ' ')
		b = append(append(b, x.Op.String()...), ' ')
		return appendLiteral(b, x.Literal)
	}
	return b
}

func isOr(x Expr) bool {
	_, ok := x.(*Or)
	return ok
}

func isAnd(x Expr) bool {
	_, ok := x.(*And)
	return ok
}

func appendBoth(b []byte, x Expr, op string, y Expr, groupX, groupY bool) []byte {
	b = appendGroup(b, x, groupX)
	b = append(b, op...)
	return appendGroup(b, y, groupY)
}

func appendGroup(b []byte, x Expr, group bool) []byte {
	if !group {
		return appendExpr(b, x)
	}
	return append(appendExpr(append(b, '('), x), ')')
}

// Literal returns v as a filter spells it, for example 'Sales', 5L or X'01ff'.
func Literal(v edm.Value) string { return string(appendLiteral(nil, v)) }

// Plain returns v without the quotes, prefix or suffix by which a filter tells its type.
func Plain(v edm.Value) string {
	text := Literal(v)
	if _, quoted, ok := strings.Cut(text, "'"); ok {
		return Unescape(quoted[:len(quoted)-1])
	}
	return strings.TrimSuffix(text, "L")
}

func appendLiteral(b []byte, v edm.Value) []byte {
	switch v.Type() {
	case edm.TypeString:
		return appendQuoted(b, "", Escape(v.Text()))
	case edm.TypeGUID:
		return appendQuoted(b, "guid", v.Text())
	case edm.TypeBinary:
		return appendQuoted(b, "X", hex.EncodeToString(v.Bytes()))
	case edm.TypeDateTime:
		return appendQuoted(b, "datetime", string(edm.AppendTime(nil, v.Time())))
	case edm.TypeBoolean:
		return strconv.AppendBool(b, v.Bool())
	case edm.TypeInt32:
		return strconv.AppendInt(b, v.Int(), 10)
	case edm.TypeInt64:
		return append(strconv.AppendInt(b, v.Int(), 10), 'L')
	case edm.TypeDouble:
		return appendDouble(b, v.Float())
	}
	return append(b, "null"...)
}

func appendQuoted(b []byte, prefix, s string) []byte {
	b = append(append(b, prefix...), '\'')
	return append(append(b, s...), '\'')
}

func appendDouble(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "INF"...)
	case math.IsInf(f, -1):
		return append(b, "-INF"...)
	}
	return edm.AppendDouble(b, f)
}

// Quote returns s as a string literal: between apostrophes, with each apostrophe in it doubled.
// Source: recorded traffic, for filters and for keys in the address of an entity alike.
func Quote(s string) string { return "'" + Escape(s) + "'" }

// Escape doubles the apostrophes of s, as they are inside a string literal.
func Escape(s string) string { return strings.ReplaceAll(s, "'", "''") }

// Unescape reverses [Escape].
func Unescape(s string) string { return strings.ReplaceAll(s, "''", "'") }
