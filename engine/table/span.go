package table

import (
	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

// span is an interval of strings in the order of keys: low and what follows, up to but excluding high
// if it is bounded. The zero span holds every string. The string after x is x and a zero character,
// which no key contains: that makes every comparison with x a span.
type span struct {
	low, high string
	bounded   bool
}

func next(x string) string { return x + "\x00" }

func (s span) free() bool  { return s.low == "" && !s.bounded }
func (s span) empty() bool { return s.bounded && edm.CompareText(s.low, s.high) >= 0 }
func (s span) fixed() bool { return s.bounded && s.high == next(s.low) }

// and returns what both spans hold.
func (s span) and(o span) span {
	if edm.CompareText(o.low, s.low) > 0 {
		s.low = o.low
	}
	if o.bounded && (!s.bounded || edm.CompareText(o.high, s.high) < 0) {
		s.high, s.bounded = o.high, true
	}
	return s
}

var negated = map[odata.Op]odata.Op{
	odata.Eq: odata.Ne, odata.Ne: odata.Eq,
	odata.Lt: odata.Ge, odata.Ge: odata.Lt,
	odata.Gt: odata.Le, odata.Le: odata.Gt,
}

// spanOf returns the keys for which the comparison, or if not is set its negation, holds. exact is
// false for "ne", which holds on two sides of a gap: its span is free.
// Source: Querying tables and entities, "Supported comparison operators".
func spanOf(c *odata.Compare, not bool) (s span, exact bool) {
	op, x := c.Op, c.Literal.Text()
	if not {
		op = negated[op]
	}
	switch op {
	case odata.Eq:
		return span{low: x, high: next(x), bounded: true}, true
	case odata.Ge:
		return span{low: x}, true
	case odata.Gt:
		return span{low: next(x)}, true
	case odata.Lt:
		return span{high: x, bounded: true}, true
	case odata.Le:
		return span{high: next(x), bounded: true}, true
	}
	return span{}, false
}
