package odata

import (
	"errors"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// queryEntities answers one page of entities.
// Source: Query Entities; Query timeout and pagination.
func (c entities) queryEntities() *rest.Response {
	if err := beginRead(c.call, "QueryEntities", c.target.table); err != nil {
		return c.fail(err)
	}
	q, sel, err := c.readQuery()
	if err != nil {
		return c.fail(err)
	}
	page, err := c.table().ListEntities(c.Context, q)
	if err != nil {
		return c.fail(err)
	}
	size := pageSize(page.Rows, sel)
	if c.Request.Room != nil && c.Request.Room(size) != nil {
		return c.fail(apierr.New(apierr.ServerBusy))
	}
	body, err := c.appendPage(make([]byte, 0, size), page.Rows, sel)
	if err != nil {
		return c.fail(err)
	}
	return c.send(&reply{
		status:       200,
		noCache:      true,
		contentType:  c.format.contentType(),
		body:         body,
		continuation: continuation(page.Next),
	})
}

func (c entities) readQuery() (table.Query, *edm.Selection, error) {
	q := table.Query{Within: c.within()}
	sel, err := c.selection()
	if err != nil {
		return q, nil, err
	}
	if q.Filter, err = odata.Parse(c.options.filter); err != nil {
		return q, nil, syntaxError(err)
	}
	if q.Top, err = c.options.limit(); err != nil {
		return q, nil, err
	}
	q.Next, err = c.options.next()
	return q, sel, err
}

// next returns the key at which the page begins. NextRowKey may be absent, where a partition begins,
// but not empty, and not alone.
func (o *options) next() (*explain.Key, error) {
	if !o.hasPartition && !o.hasRow {
		return nil, nil
	}
	var k explain.Key
	var err error
	if k.Partition, err = rest.ParseToken(o.partition); err == nil && o.hasRow {
		k.Row, err = rest.ParseToken(o.row)
	}
	return &k, err
}

func continuation(next *explain.Key) []rest.Field {
	if next == nil {
		return nil
	}
	fs := []rest.Field{{Name: "x-ms-continuation-NextPartitionKey", Value: rest.Token(next.Partition)}}
	if next.Row != "" {
		fs = append(fs, rest.Field{Name: "x-ms-continuation-NextRowKey", Value: rest.Token(next.Row)})
	}
	return fs
}

// pageSize returns about how many bytes the entities of a page take.
func pageSize(rows []edm.Row, sel *edm.Selection) int {
	n := 256 + (128+sel.Size())*len(rows)
	if sel == nil {
		for _, row := range rows {
			n += len(row)
		}
	}
	return n
}

// appendPage writes the entities of a page. Errors: a row that is damaged, that of the context.
func (c entities) appendPage(b []byte, rows []edm.Row, sel *edm.Selection) ([]byte, error) {
	b = c.appendListStart(b, c.target.table)
	for i, row := range rows {
		if err := c.Context.Err(); err != nil {
			return nil, err
		}
		e, err := row.Decode()
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		f := c.entityFormat(&e)
		f.Select = sel
		b = edm.AppendJSON(b, &e, &f)
	}
	return append(b, "]}"...), nil
}

// appendListStart writes everything before the first element of a list.
func (c *call) appendListStart(b []byte, of string) []byte {
	b = append(b, '{')
	if c.format.level != edm.NoMetadata {
		b = append(b, `"odata.metadata":`...)
		b = edm.AppendString(b, c.context(of))
		b = append(b, ',')
	}
	return append(b, `"value":[`...)
}

// syntaxError turns an error of package odata into what the service answers.
func syntaxError(err error) error {
	s, ok := errors.AsType[*odata.SyntaxError](err)
	if !ok {
		return err
	}
	if s.Code == string(apierr.NotImplemented) {
		return apierr.New(apierr.NotImplemented)
	}
	return apierr.Newf(apierr.Code(s.Code), "%s", s.Msg)
}
