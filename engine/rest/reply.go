package rest

import (
	"strconv"
	"time"
)

// layer is where in the service an answer arises; each has its own set of header fields.
type layer uint8

const (
	layerOData layer = iota // tables and entities
	layerAdmin              // properties, stats, access policies
	layerFront              // refusals of the front end
	layerGate               // refusals before the version is known
)

const (
	serverTable = "Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0"
	serverFront = "Microsoft-HTTPAPI/2.0"
	timeFormat  = "Mon, 02 Jan 2006 15:04:05 GMT"
)

// reply is an answer before it has header fields.
type reply struct {
	status       int
	layer        layer
	noCache      bool // the storage layer was asked: Cache-Control is sent
	body         []byte
	contentType  string
	etag         string
	location     string
	serviceID    string  // DataServiceId
	errorCode    string  // x-ms-error-code
	challenge    string  // WWW-Authenticate
	continuation []Field // x-ms-continuation-*
	cors         []Field
}

// send makes the response. The order is that of the service's HTTP stack: fields that HTTP knows,
// in its own order, then the others as they were added, and Date.
func (c *call) send(r *reply) *Response {
	h := make(Header, 0, 16)
	h = c.appendKnown(h, r)
	h = append(h, Field{"x-ms-request-id", c.id})
	if r.layer == layerOData || r.layer == layerAdmin {
		h = c.appendOwn(h, r)
	}
	if r.errorCode != "" {
		h = append(h, Field{"x-ms-error-code", r.errorCode})
	}
	h = append(c.appendCORS(h), r.cors...)
	h = append(h, Field{"Date", string(c.api.Clock.Now().AppendFormat(make([]byte, 0, 32), timeFormat))})
	return &Response{Status: r.status, Header: h, Body: r.body}
}

// appendKnown adds the fields that HTTP defines.
func (c *call) appendKnown(h Header, r *reply) Header {
	if r.noCache {
		h = append(h, Field{"Cache-Control", "no-cache"})
	}
	switch {
	case r.chunked() && (len(r.body) > 0 || r.status == 202):
		h = append(h, Field{"Transfer-Encoding", "chunked"})
	default:
		h = append(h, Field{"Content-Length", strconv.Itoa(len(r.body))})
	}
	h = appendField(h, "Content-Type", r.contentType)
	h = appendField(h, "ETag", r.etag)
	h = appendField(h, "Location", r.location)
	if r.layer == layerOData || r.layer == layerAdmin {
		h = append(h, Field{"Server", serverTable})
	} else {
		h = append(h, Field{"Server", serverFront})
	}
	if c.vary {
		h = append(h, Field{"Vary", "Origin"})
	}
	return appendField(h, "WWW-Authenticate", r.challenge)
}

// chunked tells whether the length of a body is left open: the service streams what OData writes
// and the documents that it returns, and counts refusals outside of OData.
func (r *reply) chunked() bool {
	return r.layer == layerOData || r.layer == layerAdmin && r.status < 300
}

// appendOwn adds the fields that storage services define.
func (c *call) appendOwn(h Header, r *reply) Header {
	if c.version >= echoSince && echoable(c.fields.clientID) {
		h = appendField(h, "x-ms-client-request-id", c.fields.clientID)
	}
	h = append(h, Field{"x-ms-version", c.version})
	if r.layer == layerOData {
		h = append(h, Field{"X-Content-Type-Options", "nosniff"})
	}
	if r.layer == layerOData && r.noCache {
		h = appendField(h, "Preference-Applied", c.applied())
	}
	h = appendField(h, "DataServiceId", r.serviceID)
	return append(h, r.continuation...)
}

// maxClientID is the longest x-ms-client-request-id, in characters.
// Source: Set request headers, "x-ms-client-request-id".
const maxClientID = 1024

func echoable(id string) bool {
	for i := 0; i < len(id); i++ {
		if id[i] < ' ' || id[i] > '~' {
			return false
		}
	}
	return len(id) <= maxClientID
}

func appendField(h Header, name, value string) Header {
	if value == "" {
		return h
	}
	return append(h, Field{name, value})
}

// appendStamp writes a time as error texts have it: seven digits, none dropped.
func appendStamp(b []byte, t time.Time) []byte {
	return t.UTC().AppendFormat(b, "2006-01-02T15:04:05.0000000Z")
}
