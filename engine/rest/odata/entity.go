package odata

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/odata"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// writeEntity runs one insert, update, merge, upsert or delete.
func (c entities) writeEntity() *rest.Response {
	a, err := c.change()
	c.NoteOperation(operation(&a), c.target.table)
	if err != nil {
		return c.fail(err)
	}
	out, err := c.apply(&a)
	if err != nil {
		return c.fail(err)
	}
	r := c.changed(&a, &out)
	return c.send(&r)
}

// changed returns the answer to a write that worked. Only an insert says where the entity is,
// and only an insert may return it.
// Source: Setting the Prefer header to manage response echo on insert operations.
func (c entities) changed(a *table.Action, out *table.Outcome) reply {
	r := reply{status: 204, noCache: true, etag: string(out.ETag)}
	if a.Verb != table.Insert {
		return r
	}
	r.location = entityPath(c.Request.Base, c.target.table, out.Entity.PartitionKey, out.Entity.RowKey)
	if c.preference() == "return-no-content" {
		r.serviceID = r.location
		return r
	}
	f := c.entityFormat(&out.Entity)
	f.Context = c.elementContext()
	r.status, r.contentType = 201, c.format.contentType()
	r.body = edm.AppendJSON(make([]byte, 0, 512), &out.Entity, &f)
	return r
}

// getEntity is the point read.
// Source: Query Entities, "Request URI" with both keys.
func (c entities) getEntity() *rest.Response {
	if err := beginRead(c.call, "GetEntity", c.target.table); err != nil {
		return c.fail(err)
	}
	sel, err := c.selection()
	if err != nil {
		return c.fail(err)
	}
	e, err := c.table().GetEntity(c.Context, c.target.key.Partition, c.target.key.Row)
	if err != nil {
		return c.fail(err)
	}
	f := c.entityFormat(&e)
	f.Context, f.Select = c.elementContext(), sel
	return c.send(&reply{
		status:      200,
		noCache:     true,
		etag:        string(table.ETagOf(e.Timestamp)),
		contentType: c.format.contentType(),
		body:        edm.AppendJSON(make([]byte, 0, 512), &e, &f),
	})
}

// selection returns what $select names, nil for everything.
func (c *call) selection() (*edm.Selection, error) {
	if !c.options.hasSelect {
		return nil, nil
	}
	names, err := odata.ParseSelect(c.options.sel)
	return edm.NewSelection(names), syntaxError(err)
}

// entityFormat returns which metadata the level has for an entity, except odata.metadata.
func (c entities) entityFormat(e *edm.Entity) edm.Format {
	f := edm.Format{Metadata: c.format.level}
	if f.Metadata >= edm.MinimalMetadata {
		f.ETag = string(table.ETagOf(e.Timestamp))
	}
	if f.Metadata == edm.FullMetadata {
		f.Type = c.Request.Account + "." + c.target.table
		f.EditLink = entityPath("", c.target.table, e.PartitionKey, e.RowKey)
		f.ID = c.Base() + f.EditLink
	}
	return f
}

// elementContext is odata.metadata of a single entity, "" if the level has none.
func (c *call) elementContext() string {
	if c.format.level == edm.NoMetadata {
		return ""
	}
	return c.context(c.target.table + "/@Element")
}

// context is the value of odata.metadata: what the body is, and the projection if there is one.
// Source: Payload format for Table service operations; recorded traffic for $select.
func (c *call) context(of string) string {
	s := c.Request.Base + "/$metadata#" + of
	if c.options.hasSelect {
		s += "&$select=" + strings.ReplaceAll(strings.TrimSpace(c.options.sel), " ", "%20")
	}
	return s
}
