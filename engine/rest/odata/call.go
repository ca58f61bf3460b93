package odata

import (
	"rowkey/engine/auth"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// Tables returns the protocol of tables.
func Tables(s *table.Service) rest.Protocol {
	return func(c rest.Call) rest.Exchange {
		x := newCall(c, s)
		return &x
	}
}

// call is one request to the Table service, or a part of a batch.
type call struct {
	rest.Call
	service *table.Service
	verb    string // method, after tunnelling
	target  target
	options options
	format  format
}

// What a request is about; each has the operations on it.
type (
	batches  struct{ *call }
	entities struct{ *call }
	tables   struct{ *call }
)

func newCall(c rest.Call, s *table.Service) call {
	return call{Call: c, service: s, format: formatOf(c.Fields.Accept)}
}

// table returns the table that the path names.
func (c *call) table() table.Table { return c.service.Table(c.Request.Account, c.target.table) }

// Settings implements [rest.Exchange].
func (c *call) Settings() rest.Settings { return rest.Settings{Keeper: c.service, Service: "Table"} }

// Public implements [rest.Exchange]: no table is open to anonymous clients.
func (c *call) Public() bool { return false }

// SignedResource implements [rest.Exchange]: the table is the one that the token names.
func (c *call) SignedResource(t *auth.Token) string { return t.Table }

// Policies implements [rest.Exchange].
func (c *call) Policies(table string) (string, error) {
	return c.service.Table(c.Request.Account, table).Policies(c.Context)
}

// beginRead notes an operation that reads a page, and checks whether the client takes what it answers. Errors: those of
// mustWrite.
func beginRead(c *call, operation, table string) error {
	c.NoteOperation(operation, table)
	if c.Record != nil {
		c.Record.Pages = 1
	}
	return c.mustWrite()
}
