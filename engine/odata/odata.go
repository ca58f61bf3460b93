// Package odata reads the two small languages of a query: $filter and $select. It parses, explains
// what is wrong, evaluates, and writes filters in canonical form.
//
// Rule book: REST reference, "Querying tables and entities"; the texts of syntax errors are those
// of the OData library behind the service, as recorded traffic shows them.
// Not here: what PartitionKey and RowKey mean for a scan (package table); keys are properties.
package odata

import (
	"cmp"
	"slices"

	"rowkey/engine/edm"
)

// Expr is one of *And, *Or, *Not, *Compare, *Bool; a nil Expr is "no filter".
type Expr interface{ expr() }

// And holds if both sides hold.
type And struct{ X, Y Expr }

// Or holds if one of the sides holds.
type Or struct{ X, Y Expr }

// Not holds if X does not, also where X fails because the entity lacks the property.
type Not struct{ X Expr }

// Compare always has the property on the left: a literal on the left is turned around.
// A bare boolean property P is Compare{P, Eq, true}. Pos and End are bytes of the filter.
type Compare struct {
	Property string
	Op       Op
	Literal  edm.Value
	Pos, End int
}

// Bool is one of the constant filters true and false.
type Bool struct{ Value bool }

func (*And) expr()     {}
func (*Or) expr()      {}
func (*Not) expr()     {}
func (*Compare) expr() {}
func (*Bool) expr()    {}

// Op is a comparison operator. The zero Op is none.
type Op uint8

// The operators. Source: Querying tables and entities, "Supported comparison operators".
const (
	Eq Op = iota + 1
	Ne
	Gt
	Ge
	Lt
	Le
)

var opNames = [...]string{"", "eq", "ne", "gt", "ge", "lt", "le"}

// Operators returns the words between and before comparisons, those of comparisons first.
func Operators() []string { return append(slices.Clone(opNames[1:]), "and", "or", "not") }

// String returns the operator as a filter spells it, "" for none.
func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return ""
}

func parseOp(s string) Op {
	return Op(max(0, slices.Index(opNames[:], s)))
}

var flipped = map[Op]Op{Gt: Lt, Ge: Le, Lt: Gt, Le: Ge}

// flip returns the operator that means the same with the sides exchanged.
func (o Op) flip() Op { return cmp.Or(flipped[o], o) }

// Terms returns the sides of the uppermost "and" of a filter, those of nested ones included: a filter without "and" is
// one term, nil has none.
func Terms(x Expr) []Expr { return appendTerms(nil, x) }

func appendTerms(out []Expr, x Expr) []Expr {
	switch x := x.(type) {
	case nil:
		return out
	case *And:
		return appendTerms(appendTerms(out, x.X), x.Y)
	}
	return append(out, x)
}

// All returns the filter that holds if all terms do, the inverse of [Terms].
func All(terms ...Expr) Expr {
	var all Expr
	for _, x := range terms {
		if all == nil {
			all = x
		} else {
			all = &And{X: all, Y: x}
		}
	}
	return all
}

// Comparisons returns the comparisons of a filter; ok is false if it is more than those and "and" between them.
func Comparisons(x Expr) (list []*Compare, ok bool) {
	switch x := x.(type) {
	case *Compare:
		return []*Compare{x}, true
	case *And:
		left, simple := Comparisons(x.X)
		right, ok := Comparisons(x.Y)
		return append(left, right...), simple && ok
	case *Or:
		list, _ = Comparisons(All(x.X, x.Y))
	case *Not:
		list, _ = Comparisons(x.X)
	}
	return list, x == nil
}
