package rest

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/table"
)

// maxBody is the largest body of a request, in bytes.
// Source: Performing entity group transactions, "Requirements".
const maxBody = 4 << 20

// route finds the operation that method and path ask for, and runs it.
func route(c *call) *Response {
	if c.req.Method == "OPTIONS" {
		return c.preflight()
	}
	switch c.req.Service {
	case QueueService:
		return c.queue()
	case BlobService:
		return c.blob()
	}
	if c.exceeds(maxBody) != nil {
		return c.fail(apierr.New(apierr.RequestBodyTooLarge))
	}
	if err := c.address(); err != nil {
		return c.fail(err)
	}
	if c.req.Secondary && c.verb != "GET" {
		return c.failFront(apierr.New(apierr.InsufficientPermissions))
	}
	if err := c.authorize(); err != nil {
		return c.deny(err)
	}
	return c.dispatch()
}

// exceeds says that the body is larger than limit, or than what the server takes, in bytes.
// Errors: RequestBodyTooLarge.
func (c *call) exceeds(limit int) error {
	switch {
	case c.req.TooLarge > 0:
		return tooLarge(min(limit, c.req.TooLarge))
	case len(c.req.Body) > limit:
		return tooLarge(limit)
	}
	return nil
}

// address reads what names the operation: verb, path, query string, format.
func (c *call) address() error {
	if !c.legible {
		return errSyntax()
	}
	var err error
	if c.options, err = parseOptions(c.query); err != nil {
		return err
	}
	if c.format, err = negotiate(&c.options, &c.fields); err != nil {
		return err
	}
	if c.verb, err = tunnelled(c.req.Method, &c.fields); err != nil {
		return err
	}
	if c.target, err = parsePath(c.req.Path); err != nil {
		return err
	}
	c.target, err = c.target.settle(c.verb)
	return err
}

func (c *call) dispatch() *Response {
	switch c.target.kind {
	case kindAccount:
		return c.account()
	case kindBatch:
		if c.verb == "POST" {
			return c.batch()
		}
	case kindTables:
		return c.tables()
	case kindTable:
		return c.oneTable()
	case kindEntities:
		if c.options.comp != "" {
			return c.policies()
		}
		if c.verb == "GET" {
			return c.queryEntities()
		}
		return c.writeEntity()
	case kindEntity:
		if c.verb == "GET" {
			return c.getEntity()
		}
		return c.writeEntity()
	}
	return c.fail(apierr.New(apierr.MethodNotAllowed))
}

// tunnelled returns the method that a request means: a POST may carry another one in
// X-HTTP-Method. Errors: the three XMethod codes.
// Source: Merge Entity, "Remarks"; Table service error codes.
func tunnelled(method string, f *fields) (string, error) {
	switch {
	case !f.hasVerb:
		return method, nil
	case method != "POST":
		return "", apierr.New(apierr.XMethodNotUsingPost)
	case strings.Contains(f.method, ","):
		return "", apierr.New(apierr.XMethodIncorrectCount)
	}
	switch f.method {
	case "MERGE", "PATCH", "PUT", "DELETE":
		return f.method, nil
	}
	return "", apierr.New(apierr.XMethodIncorrectValue)
}

// table returns the table that the path names.
func (c *call) table() table.Table {
	return c.api.Table.Table(c.req.Account, c.target.table)
}

// base returns the account's URL with a slash, to which relative addresses are added.
func (c *call) base() string { return c.req.Base + "/" }
