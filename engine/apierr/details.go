package apierr

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Detail is a fact that an error of the queue or blob service adds to its text.
type Detail struct{ Name, Value string }

// With returns a copy of the error with one more detail.
func (e *Error) With(name, value string) *Error {
	c := *e
	c.Details = append(append([]Detail(nil), e.Details...), Detail{name, value})
	return &c
}

// Bounded returns the error with at most n bytes in its text and in each of its details; an ellipsis stands for the
// rest.
func (e *Error) Bounded(n int) *Error {
	c := *e
	c.Message = shortened(c.Message, n)
	c.Details = slices.Clone(c.Details)
	for i := range c.Details {
		c.Details[i].Value = shortened(c.Details[i].Value, n)
	}
	return &c
}

func shortened(s string, n int) string {
	if len(s) <= n {
		return s
	}
	const more = "…"
	for n -= len(more); n > 0 && !utf8.RuneStart(s[n]); n-- {
	}
	return s[:n] + more
}

// OutOfRange returns the error of a number in a query string that is not between low and high,
// inclusive.
// Source: recorded traffic of the queue service, OutOfRangeQueryParameterValue.
func OutOfRange(name, value string, low, high int64) *Error {
	return New(OutOfRangeQueryParameter).
		With("QueryParameterName", name).With("QueryParameterValue", value).
		With("MinimumAllowed", strconv.FormatInt(low, 10)).
		With("MaximumAllowed", strconv.FormatInt(high, 10))
}

// InvalidQuery returns the error of an option in a query string that cannot be understood. The
// reason may be "".
// Source: Common REST API error codes, InvalidQueryParameterValue.
func InvalidQuery(name, value, reason string) *Error {
	e := New(InvalidQueryParameter).
		With("QueryParameterName", name).With("QueryParameterValue", value)
	if reason == "" {
		return e
	}
	return e.With("Reason", reason)
}

// InvalidHeader returns the error of a header field that cannot be understood.
// Source: Common REST API error codes, InvalidHeaderValue.
func InvalidHeader(name, value string) *Error {
	return New(InvalidHeaderValue).With("HeaderName", name).With("HeaderValue", value)
}

// Lease returns the error of a code that is about a lease on a thing, "blob" or "container".
func Lease(c Code, thing string) *Error {
	e := New(c)
	e.Message = strings.ReplaceAll(e.Message, "{thing}", thing)
	return e
}
