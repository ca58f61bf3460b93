package lint

import (
	"rowkey/engine/advise"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

// openRange finds ranges of row keys that have a beginning and no end, and compare something else besides.
func openRange(h *history) []*candidate {
	list := h.claim(least(3, h.groups(func(q *request) string {
		if h.claimed[q] || !q.isQuery() || q.top > 0 || q.class() != explain.RowRange || q.Record.Returned == 0 ||
			q.Record.Read < 2*q.Record.Returned || !isOpen(q.filter) {
			return ""
		}
		return q.shape
	})))
	return trying(list, instead(advise.Upper, ""))
}

// isOpen reports whether a filter bounds the RowKey below alone, and compares a property besides.
func isOpen(x odata.Expr) bool {
	low, high, rest := false, false, false
	for _, t := range odata.Terms(x) {
		c, ok := t.(*odata.Compare)
		switch {
		case !ok || c.Property != edm.RowKey && c.Property != edm.PartitionKey:
			rest = true
		case c.Property == edm.RowKey && (c.Op == odata.Ge || c.Op == odata.Gt):
			low = true
		case c.Property == edm.RowKey:
			high = true
		}
	}
	return low && !high && rest
}
