package odata

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
)

// Run implements [rest.Exchange].
func (c *call) Run() *rest.Response {
	if stopsAtTheFront(c.Request.Path) {
		return c.refuseURL()
	}
	if c.Exceeds(rest.MaxBody) != nil {
		return c.fail(apierr.New(apierr.RequestBodyTooLarge))
	}
	if err := c.address(); err != nil {
		return c.fail(err)
	}
	if c.Request.Secondary && c.verb != "GET" {
		return c.Fail(rest.AtFront, apierr.New(apierr.InsufficientPermissions))
	}
	if err := c.authorize(); err != nil {
		return c.deny(err)
	}
	return c.dispatch()
}

// address reads what names the operation: verb, path, query string, format.
func (c *call) address() error {
	if !c.Legible {
		return errSyntax()
	}
	var err error
	if c.options, err = parseOptions(c.Query); err != nil {
		return err
	}
	if c.format, err = negotiate(&c.options, &c.Fields); err != nil {
		return err
	}
	if c.verb, err = tunnelled(c.Request.Method, &c.Fields); err != nil {
		return err
	}
	if c.target, err = parsePath(c.Request.Path); err != nil {
		return err
	}
	c.target, err = c.target.settle(c.verb)
	return err
}

// dispatch runs the operation that verb and path ask for.
func (c *call) dispatch() *rest.Response {
	switch c.target.kind {
	case kindAccount:
		return c.account()
	case kindBatch:
		if c.verb == "POST" {
			return batches{c}.batch()
		}
	case kindTables:
		return tables{c}.tables()
	case kindTable:
		return tables{c}.oneTable()
	case kindEntities:
		if c.options.comp != "" {
			return tables{c}.policies()
		}
		if c.verb == "GET" {
			return entities{c}.queryEntities()
		}
		return entities{c}.writeEntity()
	case kindEntity:
		if c.verb == "GET" {
			return entities{c}.getEntity()
		}
		return entities{c}.writeEntity()
	}
	return c.fail(apierr.New(apierr.MethodNotAllowed))
}

// account answers what is asked of the service itself.
func (c *call) account() *rest.Response {
	if c.options.restype == "" && c.options.comp == "" {
		return c.Fail(rest.AtFront, apierr.New(apierr.InvalidURI))
	}
	return rest.Account(c, c.verb, c.options.restype, c.options.comp)
}

// tunnelled returns the method that a request means: a POST may carry another one in
// X-HTTP-Method. Errors: the three XMethod codes.
// Source: Merge Entity, "Remarks"; Table service error codes.
func tunnelled(method string, f *rest.Fields) (string, error) {
	switch {
	case !f.HasMethod:
		return method, nil
	case method != "POST":
		return "", apierr.New(apierr.XMethodNotUsingPost)
	case strings.Contains(f.Method, ","):
		return "", apierr.New(apierr.XMethodIncorrectCount)
	}
	switch f.Method {
	case "MERGE", "PATCH", "PUT", "DELETE":
		return f.Method, nil
	}
	return "", apierr.New(apierr.XMethodIncorrectValue)
}
