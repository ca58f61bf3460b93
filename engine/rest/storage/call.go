package storage

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
)

// call is what a request to the queue service and one to the blob service have in common.
type call struct {
	rest.Call
	resource
	restype, comp string // of the query string
	server        string // value of Server
	uncached      bool   // documents about the service and its access policies are not to be cached
}

func newCall(c rest.Call, server string, on resource) call {
	return call{Call: c, resource: on, server: server, restype: c.Query.Get("restype"), comp: c.Query.Get("comp")}
}

// readable checks whether the query string is text. Errors: InvalidUri.
func (c *call) readable() error {
	ok := c.Legible
	for i := range c.Query {
		ok = ok && utf8.ValidString(c.Query[i].Value)
	}
	if !ok {
		return apierr.New(apierr.InvalidURI)
	}
	return nil
}

// refuseVerb answers a method that a resource does not know.
func (c *call) refuseVerb() *rest.Response { return c.fail(apierr.New(apierr.UnsupportedHTTPVerb)) }

// account answers what is asked of the service itself.
func account(x rest.Exchange, c *call) *rest.Response {
	if c.restype == "" && c.comp == "" {
		return c.fail(apierr.New(apierr.InvalidURI))
	}
	return rest.Account(x, c.Request.Method, c.restype, c.comp)
}

func (c *call) has(name string) bool {
	_, ok := c.Query.Lookup(name)
	return ok
}

// number returns an option of the query string that is a number. Errors: InvalidQueryParameterValue.
func (c *call) number(name string, absent int64) (int64, error) {
	value, ok := c.Query.Lookup(name)
	if !ok {
		return absent, nil
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return 0, apierr.InvalidQuery(name, value, "Not a valid number.")
	}
	return n, nil
}

// requires fails with MissingRequiredQueryParameter unless all options are there.
func (c *call) requires(names ...string) error {
	for _, name := range names {
		if !c.has(name) {
			return apierr.New(apierr.MissingQueryParameter).With("QueryParameterName", name)
		}
	}
	return nil
}

// readTime returns the value of a header field that holds a time, the zero time if it is absent.
// Errors: InvalidHeaderValue.
func (c *call) readTime(name string) (time.Time, error) {
	value := strings.TrimSpace(c.Request.Header.Get(name))
	if value == "" {
		return time.Time{}, nil
	}
	t, ok := rest.ParseHTTPTime(value)
	if !ok {
		return t, apierr.InvalidHeader(name, value)
	}
	return t, nil
}
