package rest

import (
	"strconv"
	"strings"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/catalog"
)

// What queues and blobs share on the wire: header fields, errors, metadata.

const (
	serverQueue = "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0"
	serverBlob  = "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0"
)

// storageErrorSince is the first version whose errors have x-ms-error-code.
// Source: recorded traffic.
const storageErrorSince = "2017-07-29"

// storageCall is what a request to the queue or blob service asks for.
type storageCall struct {
	params   params          // of the query string
	resource                 // that the request is on
	cond     blob.Conditions // under which a blob or container is to be read or changed
}

// storageReply is an answer of the queue or blob service before it has header fields.
type storageReply struct {
	status      int
	noCache     bool
	body        []byte
	parts       []string // of the body, in place of it
	contentType string
	length      string  // Content-Length that does not follow from the body: that of HEAD
	known       []Field // further fields that HTTP defines
	own         []Field // those that the service defines
	front       bool    // the front end answers: it does not say for which service
}

// sendStorage makes the response, with the fields in the order of [call.send].
func (c *call) sendStorage(r *storageReply) *Response {
	h := make(Header, 0, 16)
	if r.noCache {
		h = append(h, Field{"Cache-Control", "no-cache"})
	}
	switch {
	case r.length != "":
		h = append(h, Field{"Content-Length", r.length})
	case r.contentType == typeXML && (r.status < 300 || c.req.Method == "HEAD"):
		h = append(h, Field{"Transfer-Encoding", "chunked"})
	default:
		h = append(h, Field{"Content-Length", strconv.Itoa(len(r.body))})
	}
	h = appendField(h, "Content-Type", r.contentType)
	h = append(h, r.known...)
	h = c.appendService(h, r.front)
	h = append(h, r.own...)
	h = append(c.appendCORS(h), Field{"Date", c.api.Clock.Now().Format(timeFormat)})
	return &Response{Status: r.status, Header: h, Body: r.body, Parts: r.parts}
}

// appendService adds the fields that every answer of a service has; the front end leaves most out.
func (c *call) appendService(h Header, front bool) Header {
	server := c.server()
	if front {
		server = serverFront
	}
	h = append(h, Field{"Server", server})
	if c.vary {
		h = append(h, Field{"Vary", "Origin"})
	}
	h = append(h, Field{"x-ms-request-id", c.id})
	if front {
		return h
	}
	if c.version >= echoSince && echoable(c.fields.clientID) {
		h = appendField(h, "x-ms-client-request-id", c.fields.clientID)
	}
	return appendField(h, "x-ms-version", c.version)
}

// server returns the value of Server.
func (c *call) server() string {
	switch c.req.Service {
	case QueueService:
		return serverQueue
	case BlobService:
		return serverBlob
	}
	return serverTable
}

// failStorage answers an error of the queue or blob service. Answers to HEAD have no body.
// Source: Status and error codes; recorded traffic.
func (c *call) failStorage(err error) *Response { return c.failStorageWith(err, 0) }

// failStorageWith is failStorage with a status and fields of its own; 0 is the status of the code.
func (c *call) failStorageWith(err error, status int, known ...Field) *Response {
	return c.refuseStorage(err, &storageReply{status: status, known: known})
}

// failStorageFront answers an error of the front end.
func (c *call) failStorageFront(err error) *Response {
	return c.refuseStorage(err, &storageReply{front: true})
}

// refuseStorage completes the answer of an error.
func (c *call) refuseStorage(err error, r *storageReply) *Response {
	e := c.refusal(err)
	if r.status == 0 {
		r.status = e.Code.Status()
	}
	if c.version == "" || c.version >= storageErrorSince {
		r.own = append(r.own, Field{"x-ms-error-code", string(e.Code)})
	}
	if c.req.Method == "HEAD" || r.status == 304 {
		return c.sendStorage(r)
	}
	r.contentType = typeXML
	w := newXML()
	w.open("Error")
	w.leaf("Code", string(e.Code))
	w.leaf("Message", c.errorText(e.Message))
	for _, d := range e.Details {
		w.leaf(d.Name, d.Value)
	}
	w.close("Error")
	r.body = w.b
	return c.sendStorage(r)
}

// refuseVerb answers a method that a resource does not know.
func (c *call) refuseVerb() *Response { return c.failStorage(apierr.New(apierr.UnsupportedHTTPVerb)) }

// leftOut answers an operation that the service has and this one does not.
func (c *call) leftOut() *Response { return c.failStorage(apierr.New(apierr.NotImplemented)) }

const metaPrefix = "x-ms-meta-"

// metadata returns the pairs that the header holds, in the order and the letter case of the client.
// Source: Setting and retrieving properties and metadata for blob resources.
func (c *call) metadata() catalog.Metadata {
	var m catalog.Metadata
	for _, f := range c.req.Header {
		if hasPrefixFold(f.Name, metaPrefix) {
			m = append(m, catalog.Pair{Name: f.Name[len(metaPrefix):], Value: strings.Trim(f.Value, " \t")})
		}
	}
	return m
}

func appendMetadata(fs []Field, m catalog.Metadata) []Field {
	for _, p := range m {
		fs = append(fs, Field{metaPrefix + p.Name, p.Value})
	}
	return fs
}

// readTime returns the value of a header field that holds a time, the zero time if it is absent.
// Errors: InvalidHeaderValue.
func (c *call) readTime(name string) (time.Time, error) {
	value := strings.TrimSpace(c.req.Header.Get(name))
	if value == "" {
		return time.Time{}, nil
	}
	t, ok := parseHTTPTime(value)
	if !ok {
		return t, apierr.InvalidHeader(name, value)
	}
	return t, nil
}
