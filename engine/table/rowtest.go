package table

import (
	"rowkey/engine/edm"
	"rowkey/engine/odata"
)

// rowTest decides whether a row matches.
type rowTest func(edm.Row) bool

// testOf returns what [odata.Match] says of each row for x; nil if every row matches. A scan asks it of
// thousands, so the comparison that nearly all scans consist of, with a text, has a shorter way.
func testOf(x odata.Expr) rowTest {
	switch x := x.(type) {
	case nil:
		return nil
	case *odata.And:
		first, second := testOf(x.X), testOf(x.Y)
		return func(r edm.Row) bool { return first(r) && second(r) }
	case *odata.Compare:
		if x.Op == odata.Eq && x.Literal.Type() == edm.TypeString {
			name, text := x.Property, x.Literal.Text()
			return func(r edm.Row) bool { return r.HasText(name, text) }
		}
	}
	return func(r edm.Row) bool { return odata.Match(x, r.Lookup) }
}
