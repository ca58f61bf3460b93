package table

import (
	"context"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/edm"
	"rowkey/engine/odata"
	"rowkey/engine/store"
)

// MaxPage is how many entities or tables one page holds at most.
// Source: Query timeout and pagination.
const MaxPage = 1000

// List returns one page of the tables of an account, in order of their lower-cased names, from the
// lower-cased name q.Next.Partition on. The filter sees one property, TableName, and compares it
// without regard to case. next is the first table of the next page, nil if there is none.
// Source: Query Tables.
func (s *Service) List(
	ctx context.Context, account string, q Query,
) (tables []catalog.Item, next *catalog.Item, err error) {
	top, err := q.top()
	if err != nil || top == 0 {
		return nil, nil, err
	}
	from := ""
	if q.Next != nil {
		from = strings.ToLower(q.Next.Partition)
	}
	filter := foldCase(q.Filter)
	err = s.db.View(ctx, func(tx *store.Tx) error {
		for it, err := range s.All(tx, account, "", from) {
			if err != nil {
				return err
			}
			if filter != nil && !odata.Match(filter, lookup(it)) {
				continue
			}
			if len(tables) == top {
				next = &it
				return nil
			}
			tables = append(tables, it)
		}
		return nil
	})
	return tables, next, err
}

// top returns the largest number of results of one page. Errors: InvalidInput.
func (q Query) top() (int, error) {
	switch {
	case q.Top == -1:
		return MaxPage, nil
	case q.Top < 0 || q.Top > MaxPage:
		return 0, apierr.New(apierr.InvalidInput)
	}
	return q.Top, nil
}

// lookup returns what a filter sees of a table.
func lookup(it catalog.Item) func(string) (edm.Value, bool) {
	return func(name string) (edm.Value, bool) {
		if name != "TableName" {
			return edm.Value{}, false
		}
		return edm.String(strings.ToLower(it.Name)), true
	}
}

// foldCase returns the filter with its strings in lowercase.
func foldCase(x odata.Expr) odata.Expr {
	switch x := x.(type) {
	case *odata.And:
		return &odata.And{X: foldCase(x.X), Y: foldCase(x.Y)}
	case *odata.Or:
		return &odata.Or{X: foldCase(x.X), Y: foldCase(x.Y)}
	case *odata.Not:
		return &odata.Not{X: foldCase(x.X)}
	case *odata.Compare:
		if x.Literal.Type() != edm.TypeString {
			return x
		}
		c := *x
		c.Literal = edm.String(strings.ToLower(x.Literal.Text()))
		return &c
	}
	return x
}
