package advise

import (
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/order"
)

// bounds are those of the keys of a copy: of the row keys from low up to but excluding high, or one partition.
type bounds struct{ low, high string }

// bounds turns the comparisons of the property into bounds of the keys; ok is false if that cannot be done.
func (c *Copy) bounds(kind Kind, terms []odata.Expr) (b bounds, ok bool) {
	b = bounds{c.Property + "_", after(c.Property + "_")}
	for _, x := range terms {
		t := comparison(x, c.Property)
		if t == nil {
			continue
		}
		if t.Op == odata.Eq {
			return c.equal(kind, t.Literal)
		}
		ok = c.narrow(&b, t) || ok
	}
	return b, ok && kind == Index
}

// equal returns the bounds of one value.
func (c *Copy) equal(kind Kind, v edm.Value) (b bounds, ok bool) {
	text, ok := c.text(v)
	if !ok || text == "" || edm.ValidateKey(edm.PartitionKey, text) != nil {
		return b, false
	}
	if kind == ByValue {
		return bounds{low: text}, true
	}
	low := c.Property + "_" + text + "_"
	return bounds{low, after(low)}, true
}

// narrow takes a bound of integers over, and reports whether it did.
func (c *Copy) narrow(b *bounds, t *odata.Compare) bool {
	if typ := t.Literal.Type(); typ != edm.TypeInt32 && typ != edm.TypeInt64 {
		return false
	}
	n := t.Literal.Int()
	if n < 0 || n > 1<<60 {
		return false
	}
	if t.Op == odata.Gt || t.Op == odata.Le {
		n++
	}
	text := order.Pad(strconv.FormatInt(n, 10), c.Digits)
	if len(text) > c.Digits {
		return false // its place is not in the order of texts
	}
	at := c.Property + "_" + text
	switch t.Op {
	case odata.Ge, odata.Gt:
		b.low = max(b.low, at)
	case odata.Lt, odata.Le:
		b.high = min(b.high, at)
	default:
		return false
	}
	return true
}

func (b bounds) contain(kind Kind, k explain.Key) bool {
	if kind == ByValue {
		return k.Partition == b.low
	}
	return edm.CompareText(k.Row, b.low) >= 0 && edm.CompareText(k.Row, b.high) < 0
}

// terms are the comparisons of keys that a query of the copy begins with.
func (b bounds) terms(kind Kind, partition string) []odata.Expr {
	if kind == ByValue {
		return []odata.Expr{compare(edm.PartitionKey, odata.Eq, b.low)}
	}
	return []odata.Expr{
		compare(edm.PartitionKey, odata.Eq, partition),
		compare(edm.RowKey, odata.Ge, b.low), compare(edm.RowKey, odata.Lt, b.high),
	}
}
