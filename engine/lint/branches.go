package lint

import (
	"rowkey/engine/advise"
	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

// orOfKeys finds an "or" between keys, which makes a query walk what is between them.
func orOfKeys(h *history) []*candidate {
	list := h.claim(least(3, h.groups(func(q *request) string {
		if h.claimed[q] || !q.isQuery() || q.Record.Read <= 2*q.Record.Returned {
			return ""
		}
		if n := keyBranches(q.filter); n < 2 || n > 20 {
			return ""
		}
		return q.shape
	})))
	return trying(list, instead(advise.Split, "branches"))
}

// keyBranches returns how many sides the "or"s between comparisons of keys have.
func keyBranches(x odata.Expr) int {
	n := 0
	for _, t := range odata.Terms(x) {
		if or, ok := t.(*odata.Or); ok {
			if sides := sidesOf(or); sides > 0 {
				n = max(1, n) * sides
			}
		}
	}
	return n
}

// sidesOf counts the sides of an "or" if each of them compares a key, 0 otherwise.
func sidesOf(x odata.Expr) int {
	or, ok := x.(*odata.Or)
	if !ok {
		return min(1, keyTerms(x))
	}
	l, r := sidesOf(or.X), sidesOf(or.Y)
	if l == 0 || r == 0 {
		return 0
	}
	return l + r
}

func keyTerms(x odata.Expr) (n int) {
	for _, t := range odata.Terms(x) {
		if c, ok := t.(*odata.Compare); ok && (c.Property == edm.PartitionKey || c.Property == edm.RowKey) {
			n++
		}
	}
	return n
}
