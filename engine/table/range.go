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
