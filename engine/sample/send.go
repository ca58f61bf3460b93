package sample

import (
	"context"
	"sort"
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/odata"
	"rowkey/engine/plan/ask"
	"rowkey/engine/table"
)

// send asks the service for an interval, page by page.
func (b *bench) send(ctx context.Context, r *ask.Request, name string, wanted int) (outcome, error) {
	t := b.tables.Table(account, name)
	query, err := b.query(r)
	if err != nil {
		return outcome{}, err
	}
	for out, found := (outcome{}), 0; ; {
		rec := &explain.Record{}
		page, err := t.ListEntities(explain.NewContext(ctx, rec), query)
		if err != nil && apierr.Of(err) != apierr.TableNotFound {
			return out, err
		}
		out.pages, out.read, out.returned = out.pages+1, out.read+rec.Read, out.returned+rec.Returned
		if rec.Plan != nil {
			out.class = max(out.class, rec.Plan.Class)
		}
		for _, e := range page.Rows {
			pk, rk := e.Key()
			one := b.find(name, pk, rk)
			if out.rows = append(out.rows, one); isFirst(r, &one) {
				found++
			}
		}
		if query.Next = page.Next; page.Next == nil || r.Top > 0 && found >= wanted {
			return out, nil
		}
	}
}

// find returns the row with two keys.
func (b *bench) find(name, partition, key string) row {
	rows := b.rows[name]
	return rows[sort.Search(len(rows), func(i int) bool { return compare(&rows[i], partition, key) >= 0 })]
}

// query writes a request as a query of the service.
func (b *bench) query(r *ask.Request) (table.Query, error) {
	q := table.Query{Top: -1}
	if r.Top > 0 {
		q.Top = r.Top
	}
	text := b.filter(r)
	if text == "" {
		return q, nil
	}
	x, err := odata.Parse(text)
	if err != nil {
		return q, err
	}
	q.Filter = x
	return q, nil
}

// filter writes the comparisons of a request.
func (b *bench) filter(r *ask.Request) string {
	list := append(bounds("PartitionKey", r.Partition), bounds("RowKey", r.Row)...)
	for _, c := range r.Compare {
		list = append(list, compared(b.model.Facts.Property(b.design.Stores[r.Store].Kind, c.Ref), &c))
	}
	return strings.Join(list, " and ")
}

// compared writes a comparison; one with several values has parentheses.
func compared(property string, c *ask.Comparison) string {
	any := lists.Map(c.Values, func(v edm.Value) string { return property + " " + c.Op + " " + odata.Literal(v) })
	if len(any) == 1 {
		return any[0]
	}
	return "(" + strings.Join(any, " or ") + ")"
}

func bounds(name string, of ask.Bounds) []string {
	var list []string
	if of.Exact {
		return []string{name + " eq " + quote(of.Low)}
	}
	if of.Low != "" {
		list = append(list, name+" ge "+quote(of.Low))
	}
	if of.High != "" {
		list = append(list, name+" lt "+quote(of.High))
	}
	return list
}

func quote(text string) string { return odata.Quote(text) }

// url writes a request as a script has it. Keys and values of a sample need no escapes.
func (b *bench) url(r *ask.Request, name string) string {
	text := "GET {{table}}/" + name
	if r.Class() == explain.Point {
		return text + "(PartitionKey=" + quote(r.Partition.Low) + ",RowKey=" + quote(r.Row.Low) + ")"
	}
	text += "()"
	separator := "?"
	if filter := b.filter(r); filter != "" {
		text, separator = text+"?$filter="+filter, "&"
	}
	if r.Top > 0 {
		text += separator + "$top=" + strconv.Itoa(r.Top)
	}
	return text
}
