package storage

import (
	"strconv"

	"rowkey/engine/rest"
	"rowkey/engine/xmltext"
)

// errorCodeSince is the first version whose errors have x-ms-error-code.
// Source: recorded traffic.
const errorCodeSince = "2017-07-29"

// reply is an answer before it has header fields.
type reply struct {
	status      int
	noCache     bool
	body        []byte
	parts       []string // of the body, in place of it
	contentType string
	length      string       // Content-Length that does not follow from the body: that of HEAD
	known       []rest.Field // further fields that HTTP defines
	own         []rest.Field // those that the service defines
	front       bool         // the front end answers: it does not say for which service
}

// send makes the response, with the fields in the order of the service's HTTP stack.
func (c *call) send(r *reply) *rest.Response {
	h := make(rest.Header, 0, 16)
	if r.noCache {
		h = append(h, rest.Field{Name: "Cache-Control", Value: "no-cache"})
	}
	switch {
	case r.length != "":
		h = append(h, rest.Field{Name: "Content-Length", Value: r.length})
	case r.contentType == rest.TypeXML && (r.status < 300 || c.Request.Method == "HEAD"):
		h = append(h, rest.Field{Name: "Transfer-Encoding", Value: "chunked"})
	default:
		h = append(h, rest.Field{Name: "Content-Length", Value: strconv.Itoa(len(r.body))})
	}
	h = rest.AppendField(h, "Content-Type", r.contentType)
	h = append(h, r.known...)
	h = c.appendService(h, r.front)
	h = append(h, r.own...)
	return &rest.Response{Status: r.status, Header: c.AppendDate(c.AppendCORS(h)), Body: r.body, Parts: r.parts}
}

// appendService adds the fields that every answer of a service has; the front end leaves most out.
func (c *call) appendService(h rest.Header, front bool) rest.Header {
	if front {
		return c.AppendID(c.AppendServer(h, rest.ServerFront))
	}
	return c.AppendEcho(c.AppendID(c.AppendServer(h, c.server)))
}

// Document implements [rest.Exchange].
func (c *call) Document(status int, document []byte, fields ...rest.Field) *rest.Response {
	r := reply{status: status, body: document, own: fields}
	if document != nil {
		r.contentType, r.noCache = rest.TypeXML, c.uncached
	}
	return c.send(&r)
}

// fail answers an error.
// Source: Status and error codes; recorded traffic.
func (c *call) fail(err error) *rest.Response { return c.Fail(rest.AtOperation, err) }

// unless answers an error if there is one, and the reply otherwise.
func (c *call) unless(err error, r *reply) *rest.Response {
	if err != nil {
		return c.fail(err)
	}
	return c.send(r)
}

// Fail implements [rest.Exchange].
func (c *call) Fail(at rest.Stage, err error, fields ...rest.Field) *rest.Response {
	if at == rest.AtVersion {
		c.Version = "" // none is sent back
	}
	return c.refuse(err, &reply{known: fields, front: at == rest.AtFront})
}

// refuse completes the answer of an error. Answers to HEAD have no body.
func (c *call) refuse(err error, r *reply) *rest.Response {
	e := c.Refusal(err)
	if r.status == 0 {
		r.status = e.Code.Status()
	}
	if c.Version == "" || c.Version >= errorCodeSince {
		r.own = append(r.own, rest.Field{Name: "x-ms-error-code", Value: string(e.Code)})
	}
	if c.Request.Method == "HEAD" || r.status == 304 {
		return c.send(r)
	}
	w := xmltext.NewWriter()
	w.Open("Error")
	w.Leaf("Code", string(e.Code))
	w.Leaf("Message", c.ErrorText(e.Message))
	for _, d := range e.Details {
		w.Leaf(d.Name, d.Value)
	}
	w.Close("Error")
	r.contentType, r.body = rest.TypeXML, w.B
	return c.send(r)
}
