package odata

import "rowkey/engine/edm"

// Match reports whether x holds for an entity whose properties get returns; a nil x holds always.
// A comparison with a property that the entity lacks is false, whatever the operator. So is one
// with NaN, save ne. A property of another type than the literal, beyond the promotions of
// [edm.Value.Compare], counts as less than the literal.
// Source: Querying tables and entities, and typed comparisons recorded with the service.
func Match(x Expr, get func(name string) (edm.Value, bool)) bool {
	switch x := x.(type) {
	case *And:
		return Match(x.X, get) && Match(x.Y, get)
	case *Or:
		return Match(x.X, get) || Match(x.Y, get)
	case *Not:
		return !Match(x.X, get)
	case *Bool:
		return x.Value
	case *Compare:
		v, ok := get(x.Property)
		return ok && satisfies(v, x.Op, x.Literal)
	}
	return true
}

// satisfies evaluates one comparison of a property's value with a literal.
func satisfies(v edm.Value, op Op, literal edm.Value) bool {
	order, ok := v.Compare(literal)
	if !ok {
		order = -1
	}
	switch op {
	case Eq:
		return order == 0
	case Ne:
		return order != 0
	case Lt:
		return order < 0
	case Le:
		return order <= 0
	}
	if order == edm.Unordered {
		return false
	}
	return order > 0 || op == Ge && order == 0
}
