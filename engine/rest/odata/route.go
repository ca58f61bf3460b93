package odata

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/percent"
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

// invalidURL is the page of the web server in front of the service, which does not know what it is in front of.
const invalidURL = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN""http://www.w3.org/TR/html4/strict.dtd">` + crlf +
	`<HTML><HEAD><TITLE>Bad Request</TITLE>` + crlf +
	`<META HTTP-EQUIV="Content-Type" Content="text/html; charset=us-ascii"></HEAD>` + crlf +
	`<BODY><h2>Bad Request - Invalid URL</h2>` + crlf +
	`<hr><p>HTTP Error 400. The request URL is invalid.</p>` + crlf +
	`</BODY></HTML>` + crlf

// stopsAtTheFront reports whether the web server refuses a path, for a control character in it. Of those from U+0080
// on it refuses the ones that its code page does not have.
// Source: what suites of clients expect of the service.
func stopsAtTheFront(raw string) bool {
	path, ok := percent.Decode(raw)
	return ok && strings.ContainsFunc(path, func(c rune) bool {
		return c < 0x20 || c >= 0x7F && strings.ContainsRune("\u007F\u0081\u008D\u008F\u0090\u009D", c)
	})
}

// refuseURL answers in place of the service: without an id, a version or a code.
func (c *call) refuseURL() *rest.Response {
	h := rest.Header{
		{Name: "Content-Length", Value: strconv.Itoa(len(invalidURL))},
		{Name: "Content-Type", Value: "text/html; charset=us-ascii"},
		{Name: "Server", Value: "Microsoft-HTTPAPI/2.0"},
	}
	return &rest.Response{Status: 400, Header: c.AppendDate(c.AppendCORS(h)), Body: []byte(invalidURL)}
}
