package odata

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// tables creates or lists tables.
func (c tables) tables() *rest.Response {
	switch c.verb {
	case "GET":
		return c.queryTables()
	case "POST":
		return c.createTable()
	}
	return c.fail(apierr.New(apierr.MethodNotAllowed))
}

// oneTable reads or deletes one table.
func (c tables) oneTable() *rest.Response {
	switch c.verb {
	case "GET":
		return c.getTable()
	case "DELETE":
		return c.deleteTable()
	}
	return c.fail(apierr.New(apierr.MethodNotAllowed))
}

// createTable answers POST /Tables.
// Source: Create Table.
func (c tables) createTable() *rest.Response {
	c.NoteOperation("CreateTable", "")
	name, err := c.newTableName()
	if err != nil {
		return c.fail(err)
	}
	c.NoteOperation("CreateTable", name)
	if err := c.service.Table(c.Request.Account, name).Create(c.Context); err != nil {
		return c.fail(err)
	}
	r := reply{status: 204, noCache: true, location: c.Base() + tablePath(name)}
	if c.preference() == "return-no-content" {
		r.serviceID = r.location
		return c.send(&r)
	}
	r.status, r.contentType = 201, c.format.contentType()
	r.body = c.appendTable(nil, name, true, c.selectsName())
	return c.send(&r)
}

func (c tables) newTableName() (string, error) {
	if err := c.mustRead(); err != nil {
		return "", err
	}
	if c.preference() != "return-no-content" {
		if err := c.mustWrite(); err != nil {
			return "", err
		}
	}
	doc, err := edm.ParseJSON(c.Body())
	if err != nil {
		return "", err
	}
	name, ok := doc.Get("TableName")
	if !ok || name.Type() != edm.TypeString {
		return "", apierr.New(apierr.PropertiesNeedValue)
	}
	return name.Text(), nil
}

// deleteTable answers DELETE /Tables('people').
// Source: Delete Table.
func (c tables) deleteTable() *rest.Response {
	c.NoteOperation("DeleteTable", c.target.table)
	if err := c.unconditional(); err != nil {
		return c.fail(err)
	}
	if err := c.table().Delete(c.Context); err != nil {
		return c.fail(err)
	}
	return c.send(&reply{status: 204, noCache: true})
}

// getTable answers GET /Tables('people').
// Source: Query Tables.
func (c tables) getTable() *rest.Response {
	c.NoteOperation("QueryTables", c.target.table)
	if err := c.mustWrite(); err != nil {
		return c.fail(err)
	}
	info, err := c.table().Info(c.Context)
	if err != nil {
		return c.fail(err)
	}
	return c.send(&reply{
		status:      200,
		noCache:     true,
		contentType: c.format.contentType(),
		body:        c.appendTable(nil, info.Name, true, c.selectsName()),
	})
}

// queryTables answers GET /Tables.
// Source: Query Tables.
func (c tables) queryTables() *rest.Response {
	if err := beginRead(c.call, "QueryTables", ""); err != nil {
		return c.fail(err)
	}
	q, err := c.readTablesQuery()
	if err != nil {
		return c.fail(err)
	}
	infos, next, err := c.service.List(c.Context, c.Request.Account, q)
	if err != nil {
		return c.fail(err)
	}
	named := c.selectsName()
	b := c.appendListStart(nil, "Tables")
	for i, info := range infos {
		if i > 0 {
			b = append(b, ',')
		}
		b = c.appendTable(b, info.Name, false, named)
	}
	r := reply{status: 200, noCache: true, contentType: c.format.contentType(), body: append(b, "]}"...)}
	if next != nil {
		r.continuation = []rest.Field{{Name: "x-ms-continuation-NextTableName", Value: tableToken(next.Name, next.Created)}}
	}
	return c.send(&r)
}

func (c tables) readTablesQuery() (table.Query, error) {
	q := table.Query{}
	var err error
	if q.Filter, err = odata.Parse(c.options.filter); err != nil {
		return q, syntaxError(err)
	}
	if q.Top, err = c.options.limit(); err != nil || !c.options.hasNextTable {
		return q, err
	}
	name, err := parseTableToken(c.options.table)
	q.Next = &explain.Key{Partition: name}
	return q, err
}

func tablePath(name string) string { return "Tables('" + name + "')" }

// selectsName reports whether tables are written with their names, which are all that they have.
func (c tables) selectsName() bool {
	sel, err := c.selection()
	return err == nil && sel.Has("TableName")
}

// appendTable writes one table, with its name if named; alone says that it is not an element of a list.
func (c tables) appendTable(b []byte, name string, alone, named bool) []byte {
	b = append(b, '{')
	if alone && c.format.level != edm.NoMetadata {
		b = rest.AppendMember(b, "odata.metadata", c.context("Tables/@Element"))
	}
	if c.format.level == edm.FullMetadata {
		b = rest.AppendMember(b, "odata.type", c.Request.Account+".Tables")
		b = rest.AppendMember(b, "odata.id", c.Base()+tablePath(name))
		b = rest.AppendMember(b, "odata.editLink", tablePath(name))
	}
	if named {
		b = rest.AppendMember(b, "TableName", name)
	}
	if b[len(b)-1] == ',' {
		b = b[:len(b)-1]
	}
	return append(b, '}')
}

// tableToken names the next table of a list: its name in lowercase, the byte 1, and the time at
// which it was created as 16 hexadecimal digits.
// Source: recorded traffic.
func tableToken(name string, created time.Time) string {
	digits := binary.BigEndian.AppendUint64(nil, uint64(clock.FileTime(created)))
	return rest.Token(strings.ToLower(name) + "\x01" + hex.EncodeToString(digits))
}

// parseTableToken returns the name, in lowercase, that a table token holds.
func parseTableToken(token string) (string, error) {
	text, err := rest.ParseToken(token)
	if err != nil {
		return "", err
	}
	name, _, _ := strings.Cut(text, "\x01")
	return name, nil
}
