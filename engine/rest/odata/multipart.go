package odata

import (
	"bytes"
	"strings"

	"rowkey/engine/multipart"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// Limits on one request inside a batch, which is broken above them; those of a request outside one are the
// server's. A field takes many times as much memory as it has bytes in the body.
const (
	maxAddress = 64 << 10 // bytes
	maxFields  = 256
)

// part is one request inside a batch.
type part struct {
	method, url string
	header      rest.Header
	body        []byte
	broken      bool // nothing that could be a request
}

// envelope is a batch as it was sent, up to its second section: nothing that follows is served.
type envelope struct {
	changeset           []part // the requests of the first one, at most one more than may be in it
	query               part   // the first request outside a changeset
	changesets, queries int    // among the two sections
}

// splitBatch reads a multipart/mixed body. The result is false if the content type names no boundary.
// Source: Performing entity group transactions; OData batch processing.
func splitBatch(contentType string, body []byte) (envelope, bool) {
	var e envelope
	boundary, ok := multipart.Boundary(contentType)
	if !ok {
		return e, false
	}
	for section := range multipart.Sections(body, boundary) {
		e.add(section)
		if e.changesets+e.queries == 2 {
			break
		}
	}
	return e, true
}

// add reads a section, which is a changeset or a request.
func (e *envelope) add(section []byte) {
	var contentType string
	content := multipart.Head(section, func(name, value string) {
		if contentType == "" && strings.EqualFold(name, "Content-Type") {
			contentType = value
		}
	})
	if boundary, ok := multipart.Boundary(contentType); ok {
		if e.changesets++; e.changesets == 1 {
			e.changeset = readParts(content, boundary)
		}
		return
	}
	if e.queries++; e.queries == 1 {
		e.query = readPart(content)
	}
}

// readParts reads the requests of a changeset, until there is one too many.
func readParts(body []byte, boundary string) []part {
	var parts []part
	for section := range multipart.Sections(body, boundary) {
		parts = append(parts, readPart(multipart.Head(section, nil)))
		if len(parts) > table.MaxActions {
			break
		}
	}
	return parts
}

// readPart reads a request line, header lines and a body.
func readPart(b []byte) part {
	p := part{header: make(rest.Header, 0, 4)} // of what clients send for each part of a batch
	p.method, p.url, b = multipart.RequestLine(b)
	fields := 0
	b = multipart.Head(b, func(name, value string) {
		if fields++; fields <= maxFields {
			p.header = append(p.header, rest.Field{Name: name, Value: value})
		}
	})
	p.body = bytes.TrimRight(b, "\r\n")
	p.broken = p.method == "" || len(p.url) > maxAddress || fields > maxFields
	return p
}
