package odata

import (
	"strconv"

	"rowkey/engine/rest"
)

const server = "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0"

// reply is an answer before it has header fields.
type reply struct {
	status       int
	stage        rest.Stage // whose form it has
	noCache      bool       // the storage layer was asked: Cache-Control is sent
	body         []byte
	contentType  string
	etag         string
	location     string
	serviceID    string       // DataServiceId
	errorCode    string       // x-ms-error-code
	known        []rest.Field // further fields that HTTP defines
	continuation []rest.Field // x-ms-continuation-*
	last         []rest.Field // after all others but Date
}

// send makes the response. The order is that of the service's HTTP stack: fields that HTTP knows,
// in its own order, then the others as they were added, and Date.
func (c *call) send(r *reply) *rest.Response {
	h := make(rest.Header, 0, 16)
	h = c.appendKnown(h, r)
	h = c.AppendID(h)
	if r.ofService() {
		h = c.appendOwn(h, r)
	}
	if r.errorCode != "" {
		h = append(h, rest.Field{Name: "x-ms-error-code", Value: r.errorCode})
	}
	h = append(c.AppendCORS(h), r.last...)
	return &rest.Response{Status: r.status, Header: c.AppendDate(h), Body: r.body}
}

// appendKnown adds the fields that HTTP defines.
func (c *call) appendKnown(h rest.Header, r *reply) rest.Header {
	if r.noCache {
		h = append(h, rest.Field{Name: "Cache-Control", Value: "no-cache"})
	}
	switch {
	case r.chunked() && (len(r.body) > 0 || r.status == 202):
		h = append(h, rest.Field{Name: "Transfer-Encoding", Value: "chunked"})
	default:
		h = append(h, rest.Field{Name: "Content-Length", Value: strconv.Itoa(len(r.body))})
	}
	h = rest.AppendField(h, "Content-Type", r.contentType)
	h = rest.AppendField(h, "ETag", r.etag)
	h = rest.AppendField(h, "Location", r.location)
	if r.ofService() {
		h = c.AppendServer(h, server)
	} else {
		h = c.AppendServer(h, rest.ServerFront)
	}
	return append(h, r.known...)
}

// ofService reports whether the service itself answers, not what is in front of it.
func (r *reply) ofService() bool { return r.stage == rest.AtOperation || r.stage == rest.AtSettings }

// chunked reports whether the length of a body is left open: the service streams what OData writes
// and the documents that it returns, and counts refusals outside OData.
func (r *reply) chunked() bool {
	return r.stage == rest.AtOperation || r.stage == rest.AtSettings && r.status < 300
}

// appendOwn adds the fields that storage services define.
func (c *call) appendOwn(h rest.Header, r *reply) rest.Header {
	h = c.AppendEcho(h)
	if r.stage == rest.AtOperation {
		h = append(h, rest.Field{Name: "X-Content-Type-Options", Value: "nosniff"})
	}
	if r.stage == rest.AtOperation && r.noCache {
		h = rest.AppendField(h, "Preference-Applied", c.applied())
	}
	h = rest.AppendField(h, "DataServiceId", r.serviceID)
	return append(h, r.continuation...)
}

// Document implements [rest.Exchange].
func (c *call) Document(status int, document []byte, fields ...rest.Field) *rest.Response {
	r := reply{status: status, stage: rest.AtSettings, body: document, last: fields}
	if document != nil {
		r.contentType = rest.TypeXML
	}
	return c.send(&r)
}

// preference returns the value of Prefer that the service knows, "" for any other.
// Source: Setting the Prefer header to manage response echo on insert operations.
func (c *call) preference() string {
	switch c.Fields.Prefer {
	case "return-content", "return-no-content":
		return c.Fields.Prefer
	}
	return ""
}

// applied returns the value of Preference-Applied, "" if the answer has none: a request that neither
// inserts nor updates has nothing to echo.
// Source: recorded traffic.
func (c *call) applied() string {
	verb, _ := tunnelled(c.Request.Method, &c.Fields) // a method that cannot be tunnelled is refused elsewhere
	switch verb {
	case "POST", "PUT", "MERGE", "PATCH":
		return c.preference()
	}
	return ""
}
