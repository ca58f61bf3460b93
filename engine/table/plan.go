package table

import (
	"slices"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

// PlanOf says which interval of the index a query with this filter walks, and why. It reads no
// data. A bound that ends in a zero character is just after the key without it.
func PlanOf(x odata.Expr) explain.Plan {
	p := planOf(x, Range{})
	return p.explain()
}

// plan is what the executor needs of an analysis; explain adds what people read.
type plan struct {
	class     explain.Class
	reason    explain.Reason
	low, high *explain.Key // as in explain.Plan
	used      []term
	rest      odata.Expr // nil if nothing is left to check
}

func planOf(x odata.Expr, within Range) plan {
	a := analyse(x, false)
	a.narrow(within)
	a.conclude()
	var p plan
	p.class, p.reason = a.classify()
	p.used = a.partTerms
	if a.part.fixed() {
		p.used = append(p.used, a.rowTerms...)
		a.rest = slices.DeleteFunc(a.rest, func(t term) bool { return t.row })
	}
	p.rest = join(a.rest)
	p.low, p.high = a.interval()
	return p
}

// interval returns the bounds of the walk. Bounds of RowKey count inside one partition only.
func (a *analysis) interval() (low, high *explain.Key) {
	switch {
	case a.never:
		low = &explain.Key{Partition: a.part.low}
		if a.part.fixed() {
			low.Row = a.row.low
		}
		return low, low
	case a.part.fixed():
		low = &explain.Key{Partition: a.part.low, Row: a.row.low}
		high = &explain.Key{Partition: a.part.high}
		if a.row.bounded {
			high.Partition, high.Row = a.part.low, a.row.high
		}
		return low, high
	}
	if a.part.low != "" {
		low = &explain.Key{Partition: a.part.low, Row: a.firstRow}
	}
	if a.part.bounded {
		high = &explain.Key{Partition: a.part.high}
		if a.lastRow != "" {
			high = &explain.Key{Partition: strings.TrimSuffix(a.part.high, "\x00"), Row: next(a.lastRow)}
		}
	}
	return low, high
}

func (p *plan) explain() explain.Plan {
	out := explain.Plan{Class: p.class, Reason: p.reason, Low: p.low, High: p.high}
	if used := join(p.used); used != nil {
		out.Used = odata.Text(used)
	}
	if p.rest != nil {
		out.Rest = odata.Text(p.rest)
	}
	return out
}

// pointRead is what the record of a request points to that has both keys in its address, in one piece: the key, and the
// plan that PlanOf makes of a filter for both, see [explain.Plan.Whole].
type pointRead struct {
	plan explain.Plan
	key  [1]explain.Key
}

// planPoint notes the plan of such a request in its record.
func planPoint(rec *explain.Record, pk, rk string) *pointRead {
	p := &pointRead{key: [1]explain.Key{{Partition: pk, Row: rk}}}
	p.plan = explain.Plan{Class: explain.Point, Reason: explain.BothKeys, Low: &p.key[0]}
	rec.Plan = &p.plan
	return p
}

// found notes that the entity is there.
func (p *pointRead) found(rec *explain.Record) {
	rec.Read, rec.Returned, rec.Partitions = 1, 1, 1
	rec.First, rec.Last, rec.Keys = &p.key[0], &p.key[0], p.key[:]
}
