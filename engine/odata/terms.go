package odata

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

// Comparisons returns the terms of a filter if all of them are comparisons; ok is false if one is not.
func Comparisons(x Expr) (list []*Compare, ok bool) {
	for _, t := range Terms(x) {
		c, isCompare := t.(*Compare)
		if !isCompare {
			return nil, false
		}
		list = append(list, c)
	}
	return list, true
}
