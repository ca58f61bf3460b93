package rest

import (
	"context"
	"errors"
	"strconv"
	"time"
	"unsafe"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
	"rowkey/engine/explain"
)

// Call is one request on its way: what every station and every service knows of it. Services embed it.
type Call struct {
	Context context.Context
	Request *Request
	Record  *explain.Record // nil if the request is not measured
	Fields  Fields
	Query   Params // options of the query string, decoded
	Legible bool   // all of them could be decoded
	Version string
	Token   *auth.Token // of a client that is not the owner of the account; nil permits everything

	api  *API
	id   string    // x-ms-request-id
	rule *corsRule // that allows the request's origin, nil if there is none
	vary bool      // the answer depends on the origin
}

func (a *API) newCall(ctx context.Context, r *Request) Call {
	c := Call{Context: ctx, api: a, Request: r, Record: explain.From(ctx), id: a.NewID(), Fields: ReadFields(r.Header)}
	c.Query, c.Legible = readParams(r.Query)
	if c.Record == nil && c.Fields.Explain == "1" {
		c.Record = new(explain.Record)
		c.Context = explain.NewContext(ctx, c.Record)
	}
	return c
}

// Part returns the call of a request inside this one. The caller and the version are those of the
// whole; what a part says about that is ignored.
func (c *Call) Part(r *Request) Call {
	p := Call{
		Context: c.Context, api: c.api, Request: r, Record: c.Record, id: c.id, Version: c.Version, Token: c.Token,
		Fields: ReadFields(r.Header),
	}
	p.Query, p.Legible = readParams(r.Query)
	return p
}

// Core returns the call itself, where it is part of an [Exchange].
func (c *Call) Core() *Call { return c }

// Reads reports whether the method only reads.
func (c *Call) Reads() bool { return c.Request.Method == "GET" || c.Request.Method == "HEAD" }

// Changes reports whether the method says that the request may change something.
func (c *Call) Changes() bool { return !c.Reads() && c.Request.Method != "OPTIONS" }

// Body returns the body without a copy of it: a large one would be copied by every reader.
// What outlives the request is copied into the values of the store.
func (c *Call) Body() string {
	return unsafe.String(unsafe.SliceData(c.Request.Body), len(c.Request.Body))
}

// MaxBody is the largest body of a request to the table and queue services, in bytes.
// Source: Performing entity group transactions, "Requirements".
const MaxBody = 4 << 20

// Exceeds reports whether the body is larger than limit, or than what the server takes, in bytes.
// Errors: RequestBodyTooLarge.
func (c *Call) Exceeds(limit int) error {
	switch {
	case c.Request.TooLarge > 0:
		return TooLarge(min(limit, c.Request.TooLarge))
	case len(c.Request.Body) > limit:
		return TooLarge(limit)
	}
	return nil
}

// TooLarge returns RequestBodyTooLarge with the limit, in bytes.
func TooLarge(limit int) error {
	return apierr.New(apierr.RequestBodyTooLarge).With("MaxLimit", strconv.Itoa(limit))
}

// Base returns the account's URL with a slash, to which relative addresses are added.
func (c *Call) Base() string { return c.Request.Base + "/" }

// Now returns the time on the clock of the API.
func (c *Call) Now() time.Time { return c.api.Clock.Now() }

// wall returns the time that signatures and tokens are compared with.
func (c *Call) wall() time.Time { return c.api.Clock.Wall() }

// NewID returns a fresh GUID.
func (c *Call) NewID() string { return c.api.NewID() }

// NoteOperation records the operation as the reference names it, without spaces, and the table that it is
// on, "" for none.
func (c *Call) NoteOperation(op, table string) {
	if c.Record != nil {
		c.Record.Op, c.Record.Table = op, table
	}
}

// NoteCode records why the request is refused.
func (c *Call) NoteCode(code apierr.Code) {
	if c.Record != nil {
		c.Record.Code = code
	}
}

// Refusal returns the error as the client may see it, and reports one that is not the client's.
func (c *Call) Refusal(err error) *apierr.Error {
	_, known := errors.AsType[*apierr.Error](err)
	if !known && c.Context.Err() == nil { // that a client has gone is not a fault
		c.api.Report(err)
	}
	e := apierr.From(err).Bounded(maxEcho)
	c.NoteCode(e.Code)
	return e
}

// maxEcho is how much an error says at most, in bytes: many times what the service says of its own. A text may repeat
// what the client sent, even twice, and in XML every sign of it may take six.
const maxEcho = 2 << 10

// ErrorText is what every error body contains, whatever its form.
func (c *Call) ErrorText(message string) string {
	b := make([]byte, 0, len(message)+96)
	b = append(b, message...)
	b = append(b, "\nRequestId:"...)
	b = append(b, c.id...)
	b = append(b, "\nTime:"...)
	return string(appendStamp(b, c.Now()))
}

// appendStamp writes a time as error texts have it: seven digits, none dropped.
func appendStamp(b []byte, t time.Time) []byte {
	return t.UTC().AppendFormat(b, "2006-01-02T15:04:05.0000000Z")
}
