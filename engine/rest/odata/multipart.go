package odata

import (
	"bytes"

	"rowkey/engine/multipart"
	"rowkey/engine/rest"
)

// part is one request inside a batch.
type part struct {
	method, url string
	header      rest.Header
	body        []byte
	broken      bool // nothing that could be a request
}

// envelope is a batch as it was sent: the requests of its changesets, and those outside one.
type envelope struct {
	changesets [][]part
	queries    []part
}

// splitBatch reads a multipart/mixed body. The result is false if the content type names no boundary.
// Source: Performing entity group transactions; OData batch processing.
func splitBatch(contentType string, body []byte) (envelope, bool) {
	var e envelope
	boundary, ok := multipart.Boundary(contentType)
	if !ok {
		return e, false
	}
	for _, section := range multipart.Sections(body, boundary) {
		header, content := readHeader(section)
		if nested, ok := multipart.Boundary(header.Get("Content-Type")); ok {
			e.changesets = append(e.changesets, readParts(content, nested))
			continue
		}
		e.queries = append(e.queries, readPart(content))
	}
	return e, true
}

func readParts(body []byte, boundary string) []part {
	sections := multipart.Sections(body, boundary)
	parts := make([]part, len(sections))
	for i, section := range sections {
		parts[i] = readPart(multipart.Head(section, nil))
	}
	return parts
}

// readHeader reads header lines up to an empty line and returns what follows.
func readHeader(b []byte) (rest.Header, []byte) {
	h := make(rest.Header, 0, 4) // of what clients send for each part of a batch
	content := multipart.Head(b, func(name, value string) { h = append(h, rest.Field{Name: name, Value: value}) })
	return h, content
}

// readPart reads a request line, header lines and a body.
func readPart(b []byte) part {
	method, url, rest := multipart.RequestLine(b)
	if method == "" {
		return part{broken: true}
	}
	p := part{method: method, url: url}
	p.header, p.body = readHeader(rest)
	p.body = bytes.TrimRight(p.body, "\r\n")
	return p
}
