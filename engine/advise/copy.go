package advise

import (
	"slices"
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/order"
	"rowkey/engine/table"
)

// Copy says how the keys of a copy are made: of [Index] the RowKey is <Property>_<value>_<RowKey>, of [ByValue] the
// PartitionKey is <value> and the RowKey <PartitionKey>_<RowKey>. Entities without the property have no copy.
type Copy struct {
	Property string      `json:"property"`
	Digits   int         `json:"digits"`   // of integers, zeros in front
	Entities int         `json:"entities"` // that are copied
	Example  explain.Key `json:"example"`  // the key of the copy of the first entity found
}

// keysOf returns the keys of the copy of an entity, ok is false if it has none: it lacks the property, or the value
// cannot be a key.
func (c *Copy) keysOf(kind Kind, row edm.Row) (k explain.Key, ok bool) {
	v, ok := row.Lookup(c.Property)
	if !ok {
		return k, true
	}
	text, ok := c.text(v)
	if !ok || text == "" {
		return k, false
	}
	pk, rk := row.Key()
	k = explain.Key{Partition: pk, Row: c.Property + "_" + text + "_" + rk}
	if kind == ByValue {
		k = explain.Key{Partition: text, Row: pk + "_" + rk}
	}
	return k, edm.ValidateKey(edm.PartitionKey, k.Partition) == nil && edm.ValidateKey(edm.RowKey, k.Row) == nil
}

// Of returns the copy of an entity, ok is false if it has none.
func (c *Copy) Of(kind Kind, row edm.Row) (e edm.Entity, ok bool, err error) {
	k, ok := c.keysOf(kind, row)
	if !ok || k == (explain.Key{}) {
		return e, false, nil
	}
	e, err = row.Decode()
	e.PartitionKey, e.RowKey = k.Partition, k.Row
	return e, true, err
}

// text writes a value as a part of a key, so that the order of texts is that of integers.
func (c *Copy) text(v edm.Value) (string, bool) {
	switch v.Type() {
	case edm.TypeString, edm.TypeGUID:
		return v.Text(), true
	case edm.TypeBoolean:
		return strconv.FormatBool(v.Bool()), true
	case edm.TypeInt32, edm.TypeInt64:
		return order.Pad(strconv.FormatInt(v.Int(), 10), c.Digits), v.Int() >= 0
	}
	return "", false
}

// copy proposes a copy of the entities below a key that begins with a property of the filter; of several that which is
// read least.
func (a *adviser) copy() *Advice {
	if a.limit > 0 && a.now.Returned >= a.limit {
		return nil // the first ones by other keys are others
	}
	partition, one := a.fixed()
	kind, scope := ByValue, odata.Expr(nil)
	if one {
		kind, scope = Index, compare(edm.PartitionKey, odata.Eq, partition)
	}
	rest := a.without(edm.PartitionKey)
	if kind == ByValue {
		rest = a.terms
	}
	for _, x := range rest {
		if names(x, edm.PartitionKey) || names(x, edm.RowKey) || names(x, edm.Timestamp) {
			return nil // the copy has others
		}
	}
	if len(a.found) == 0 {
		return nil
	}
	var best *Advice
	var rows []edm.Row
	var seen []string
	for _, x := range rest {
		c, ok := x.(*odata.Compare)
		if !ok || slices.Contains(seen, c.Property) {
			continue
		}
		seen = append(seen, c.Property)
		if rows == nil {
			if rows = a.rows(scope); rows == nil {
				return nil
			}
		}
		p := a.copyBy(kind, partition, c.Property, rest, rows)
		if p != nil && (best == nil || p.Read < best.Read) {
			best = p
		}
	}
	return best
}

// rows returns all entities of a partition, or of the table.
func (a *adviser) rows(scope odata.Expr) (rows []edm.Row) {
	q := table.Query{Filter: scope, Top: -1}
	for {
		page, err := a.table.ListEntities(a.ctx, q)
		if err != nil {
			a.err = err
			return nil
		}
		rows = append(rows, page.Rows...)
		if q.Next = page.Next; q.Next == nil {
			return rows
		}
	}
}

// copyBy counts what a query of a copy by a property reads: each entity whose new key is within the bounds.
func (a *adviser) copyBy(kind Kind, partition, property string, rest []odata.Expr, rows []edm.Row) *Advice {
	c := &Copy{Property: property, Digits: digitsOf(property, rows)}
	b, ok := c.bounds(kind, rest)
	if !ok {
		return nil
	}
	keys := make(map[explain.Key]bool, len(rows))
	p := &Advice{Kind: kind, Names: []string{property}, Copy: c}
	for _, row := range rows {
		k, ok := c.keysOf(kind, row)
		switch {
		case !ok || keys[k]:
			return nil // two entities would have one key
		case k == (explain.Key{}):
			continue
		}
		keys[k] = true
		c.Entities++
		if old := keyOf(row); old == a.found[0] {
			c.Example = k
		}
		if b.contain(kind, k) {
			p.Read++
		}
	}
	filter := append(b.terms(kind, partition), rest...)
	p.Returned = a.now.Returned
	plan := table.PlanOf(odata.All(filter...))
	p.Class, p.Filters = plan.Class.String(), []string{odata.Text(odata.All(filter...))}
	return p
}

func keyOf(row edm.Row) explain.Key {
	pk, rk := row.Key()
	return explain.Key{Partition: pk, Row: rk}
}

// digitsOf returns how many digits the largest integer of a property has.
func digitsOf(property string, rows []edm.Row) int {
	digits := 1
	for _, row := range rows {
		if v, ok := row.Lookup(property); ok && (v.Type() == edm.TypeInt32 || v.Type() == edm.TypeInt64) {
			digits = max(digits, len(strconv.FormatInt(v.Int(), 10)))
		}
	}
	return digits
}
