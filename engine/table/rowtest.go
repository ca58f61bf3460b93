package table

import (
	"rowkey/engine/edm"
	"rowkey/engine/odata"
	"rowkey/engine/store"
)

// rowTest decides whether a row matches that is stored under a key.
type rowTest func(key string, row edm.Row) bool

// testOf returns what [odata.Match] says of each row for x; nil if every row matches. A scan asks it of
// thousands, so what nearly all scans ask for has a shorter way: a RowKey is in the key of the store, and
// to fetch the row from memory takes longer than all else; a text is compared where it lies.
func testOf(x odata.Expr) rowTest {
	switch x := x.(type) {
	case nil:
		return nil
	case *odata.And:
		first, second := testOf(x.X), testOf(x.Y)
		return func(key string, row edm.Row) bool { return first(key, row) && second(key, row) }
	case *odata.Compare:
		if x.Op == odata.Eq && x.Literal.Type() == edm.TypeString {
			return equals(x.Property, x.Literal.Text())
		}
	}
	return func(_ string, row edm.Row) bool { return odata.Match(x, row.Lookup) }
}

func equals(property, text string) rowTest {
	if property == edm.RowKey {
		return endsWith(store.Ending(text))
	}
	return func(_ string, row edm.Row) bool { return row.HasText(property, text) }
}

// endsWith looks at one byte first, the last of the RowKey, where most keys differ.
func endsWith(ending string) rowTest {
	n, at := len(ending), len(store.Ending(""))-1
	return func(key string, _ edm.Row) bool {
		return len(key) >= n && key[len(key)-at] == ending[n-at] && key[len(key)-n:] == ending
	}
}
