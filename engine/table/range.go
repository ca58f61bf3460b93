package table

import (
	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

// Range is an interval of keys, both of its ends included; an end without RowKey is a whole
// partition, "" means no bound. The zero Range holds every key.
// Source: Create a service SAS, "Specifying the table access range".
type Range struct {
	StartPartition, StartRow string
	EndPartition, EndRow     string
}

// Contains reports whether an entity with these keys is in the range.
func (r *Range) Contains(pk, rk string) bool {
	if r.StartPartition != "" {
		c := edm.CompareText(pk, r.StartPartition)
		if c < 0 || c == 0 && edm.CompareText(rk, r.StartRow) < 0 {
			return false
		}
	}
	if r.EndPartition == "" {
		return true
	}
	c := edm.CompareText(pk, r.EndPartition)
	return c < 0 || c == 0 && (r.EndRow == "" || edm.CompareText(rk, r.EndRow) <= 0)
}

// narrow cuts the interval to r, as if the filter asked for it. A row of an
// end bounds the partition of that end alone: it is a comparison if the walk stays in one
// partition.
func (a *analysis) narrow(r Range) {
	if r == (Range{}) {
		return
	}
	a.require(edm.PartitionKey, r.StartPartition, r.EndPartition)
	if !a.part.fixed() {
		if a.part.low == r.StartPartition {
			a.firstRow = r.StartRow
		}
		if a.part.bounded && a.part.high == next(r.EndPartition) {
			a.lastRow = r.EndRow
		}
		return
	}
	if a.part.low != r.StartPartition {
		r.StartRow = ""
	}
	if a.part.low != r.EndPartition {
		r.EndRow = ""
	}
	a.require(edm.RowKey, r.StartRow, r.EndRow)
}

// require adds comparisons of a key with both ends of an interval, one if they are the same.
func (a *analysis) require(key, low, high string) {
	if low != "" && low == high {
		a.compare(key, odata.Eq, low)
		return
	}
	if low != "" {
		a.compare(key, odata.Ge, low)
	}
	if high != "" {
		a.compare(key, odata.Le, high)
	}
}

func (a *analysis) compare(key string, op odata.Op, value string) {
	c := &odata.Compare{Property: key, Op: op, Literal: edm.String(value)}
	a.addCompare(term{x: c}, c)
}

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
