package table

import (
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

// term is one side of the uppermost "and" of a filter: x, or its negation.
type term struct {
	x   odata.Expr
	not bool
	row bool // bounds the RowKey, which counts where the partition is fixed
}

// terms splits a filter. "not" moves inwards, so that not (a or b) are two terms.
func terms(out []term, x odata.Expr, not bool) []term {
	switch x := x.(type) {
	case nil:
		return out
	case *odata.Not:
		return terms(out, x.X, !not)
	case *odata.And:
		if !not {
			return terms(terms(out, x.X, false), x.Y, false)
		}
	case *odata.Or:
		if not {
			return terms(terms(out, x.X, true), x.Y, true)
		}
	}
	return append(out, term{x: x, not: not})
}

// join is the inverse of terms; nil for none.
func join(ts []term) odata.Expr {
	var all odata.Expr
	for _, t := range ts {
		x := t.x
		if t.not {
			x = &odata.Not{X: x}
		}
		if all != nil {
			x = &odata.And{X: all, Y: x}
		}
		all = x
	}
	return all
}

// analysis is what a filter says about the keys.
type analysis struct {
	part, row  span
	never      bool   // the filter holds for no entity, whatever its keys
	partTerms  []term // the comparisons that part comes from
	rowTerms   []term // the comparisons that row comes from
	rest       []term // what has to be checked on each entity, rowTerms included, as the filter has it
	inOr       named  // keys named below an "or" that gives no bounds for them
	negated    named  // keys named in a "ne", or below a "not" that gives no bounds
	otherNames bool   // properties other than the keys are named
	firstRow   string // of the first partition of part; what is before it is out of range
	lastRow    string // of the last partition of part, inclusive; "" is its end
}

// named is which of the keys occur.
type named struct{ part, row bool }

func (n *named) add(o named) { n.part, n.row = n.part || o.part, n.row || o.row }

// analyse finds the bounds of both keys. An "or" gives none, unless both of its sides fix the same
// partition or one of them never holds.
// Source: design guide, "Query design": "or" between row keys is a partition scan.
func analyse(x odata.Expr, not bool) analysis {
	var a analysis
	a.addAll(x, not)
	a.conclude()
	return a
}

// conclude finds out whether the bounds contradict each other.
func (a *analysis) conclude() {
	a.never = a.never || a.part.empty() || a.part.fixed() && a.row.empty()
}

func (a *analysis) addAll(x odata.Expr, not bool) {
	var buf [8]term
	for _, t := range terms(buf[:0], x, not) {
		switch x := t.x.(type) {
		case *odata.Bool:
			a.never = a.never || x.Value == t.not
		case *odata.Compare:
			a.addCompare(t, x)
		case *odata.Or:
			a.addEither(t, x.X, x.Y)
		case *odata.And:
			a.addEither(t, x.X, x.Y)
		}
	}
}

func (a *analysis) addCompare(t term, c *odata.Compare) {
	if c.Property != edm.PartitionKey && c.Property != edm.RowKey {
		a.otherNames = true
		a.rest = append(a.rest, t)
		return
	}
	t.row = c.Property == edm.RowKey
	s, exact := spanOf(c, t.not)
	switch {
	case !exact:
		a.negated.add(named{part: !t.row, row: t.row})
		t.row = false
		a.rest = append(a.rest, t)
	case s.free(): // RowKey ge '' holds always
	case t.row:
		a.row = a.row.and(s)
		a.rowTerms = append(a.rowTerms, t)
		a.rest = append(a.rest, t)
	default:
		a.part = a.part.and(s)
		a.partTerms = append(a.partTerms, t)
	}
}

// addEither adds t, of which one side has to hold.
func (a *analysis) addEither(t term, left, right odata.Expr) {
	x, y := analyse(left, t.not), analyse(right, t.not)
	switch {
	case x.never && y.never:
		a.never = true
		return
	case x.never:
		a.and(y)
		return
	case y.never:
		a.and(x)
		return
	}
	a.rest = append(a.rest, t)
	a.otherNames = a.otherNames || x.otherNames || y.otherNames
	n := named{part: x.namesPart() || y.namesPart(), row: x.namesRow() || y.namesRow()}
	if x.part.fixed() && x.part == y.part {
		a.part = a.part.and(x.part)
		a.partTerms = append(a.partTerms, x.partTerms...)
		n.part = false
	}
	if t.not {
		a.negated.add(n)
	} else {
		a.inOr.add(n)
	}
}

// and adds what has to hold beside what a says already.
func (a *analysis) and(x analysis) {
	a.part, a.row = a.part.and(x.part), a.row.and(x.row)
	a.partTerms = append(a.partTerms, x.partTerms...)
	a.rowTerms = append(a.rowTerms, x.rowTerms...)
	a.rest = append(a.rest, x.rest...)
	a.inOr.add(x.inOr)
	a.negated.add(x.negated)
	a.otherNames = a.otherNames || x.otherNames
}

func (a *analysis) namesPart() bool { return len(a.partTerms) > 0 || a.inOr.part || a.negated.part }
func (a *analysis) namesRow() bool  { return len(a.rowTerms) > 0 || a.inOr.row || a.negated.row }

// classify names the class of the query and its reason.
// Source: design guide, "How your choice of PartitionKey and RowKey impacts query performance".
func (a *analysis) classify() (explain.Class, explain.Reason) {
	switch {
	case a.never && a.part.fixed():
		return explain.RowRange, explain.NoMatch
	case a.never:
		return explain.PartitionRange, explain.NoMatch
	case a.part.fixed() && a.row.fixed():
		return explain.Point, explain.BothKeys
	case a.part.fixed() && !a.row.free():
		return explain.RowRange, explain.RowBounds
	case a.part.fixed():
		return explain.PartitionScan, a.whyPartitionScan()
	case !a.part.free():
		return explain.PartitionRange, explain.PartitionBounds
	}
	return explain.TableScan, a.whyTableScan()
}

func (a *analysis) whyPartitionScan() explain.Reason {
	switch {
	case a.inOr.row:
		return explain.OrOverRows
	case a.negated.row:
		return explain.NegatedRow
	case a.otherNames:
		return explain.OtherProperty
	}
	return explain.WholePartition
}

func (a *analysis) whyTableScan() explain.Reason {
	switch {
	case a.inOr.part:
		return explain.OrOverPartitions
	case a.negated.part:
		return explain.NegatedPartition
	case a.namesRow():
		return explain.RowWithoutPart
	case a.otherNames:
		return explain.NoKey
	}
	return explain.NoFilter
}
