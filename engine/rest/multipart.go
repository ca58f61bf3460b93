package rest

import (
	"bytes"
	"strings"
)

// part is one request inside a batch.
type part struct {
	method, url string
	header      Header
	body        []byte
	broken      bool // nothing that could be a request
}

// envelope is a batch as it was sent: the requests of its changesets, and those outside of one.
type envelope struct {
	changesets [][]part
	queries    []part
}

// splitBatch reads a multipart/mixed body. It is as tolerant as the service: header names in any
// case, one blank line or two, bare line feeds, no line break at the end. The result is false if
// the content type names no boundary.
// Source: Performing entity group transactions; OData batch processing.
func splitBatch(contentType string, body []byte) (envelope, bool) {
	var e envelope
	boundary, ok := boundaryOf(contentType)
	if !ok {
		return e, false
	}
	for _, section := range sections(body, boundary) {
		header, content := readHeader(section)
		if nested, ok := boundaryOf(header.Get("Content-Type")); ok {
			e.changesets = append(e.changesets, readParts(content, nested))
			continue
		}
		e.queries = append(e.queries, readPart(content))
	}
	return e, true
}

func readParts(body []byte, boundary string) []part {
	var parts []part
	for _, section := range sections(body, boundary) {
		_, content := readHeader(section)
		parts = append(parts, readPart(content))
	}
	return parts
}

// boundaryOf returns the boundary of a multipart/mixed content type.
func boundaryOf(contentType string) (string, bool) {
	if !hasPrefixFold(contentType, "multipart/mixed") {
		return "", false
	}
	_, params, _ := strings.Cut(contentType, ";")
	for params != "" {
		var param string
		param, params, _ = strings.Cut(params, ";")
		param = strings.TrimSpace(param)
		if hasPrefixFold(param, "boundary=") {
			b := strings.Trim(param[len("boundary="):], `"`)
			return b, b != ""
		}
	}
	return "", false
}

// sections cuts a body at its delimiter lines. What stands before the first one is dropped, and
// so is everything after the closing one.
func sections(body []byte, boundary string) [][]byte {
	var all [][]byte
	delimiter := "--" + boundary
	start := -1
	for at := 0; at < len(body); {
		line, next := lineAt(body, at)
		rest, ok := bytes.CutPrefix(line, []byte(delimiter))
		closing := string(bytes.TrimRight(rest, " \t")) == "--"
		if ok && (closing || len(bytes.TrimRight(rest, " \t")) == 0) {
			if start >= 0 {
				all = append(all, body[start:at])
			}
			if start = next; closing {
				return all
			}
		}
		at = next
	}
	if start >= 0 && start < len(body) {
		all = append(all, body[start:])
	}
	return all
}

// lineAt returns the line that begins at an offset, without its end, and where the next begins.
func lineAt(b []byte, at int) ([]byte, int) {
	end := bytes.IndexByte(b[at:], '\n')
	if end < 0 {
		return b[at:], len(b)
	}
	return bytes.TrimSuffix(b[at:at+end], []byte("\r")), at + end + 1
}

// readHeader reads header lines up to an empty line and returns what follows.
func readHeader(b []byte) (Header, []byte) {
	var h Header
	at := 0
	for at < len(b) {
		var line []byte
		line, at = lineAt(b, at)
		if len(line) == 0 {
			break
		}
		if name, value, ok := strings.Cut(string(line), ":"); ok {
			h = append(h, Field{strings.TrimSpace(name), strings.Trim(value, " \t")})
		}
	}
	return h, b[at:]
}

// readPart reads a request line, header lines and a body.
func readPart(b []byte) part {
	b = bytes.TrimLeft(b, "\r\n")
	line, next := lineAt(b, 0)
	method, rest, _ := strings.Cut(string(line), " ")
	url, _ := cutProtocol(strings.TrimSpace(rest))
	if method == "" || url == "" {
		return part{broken: true}
	}
	p := part{method: method, url: url}
	p.header, p.body = readHeader(b[next:])
	p.body = bytes.TrimRight(p.body, "\r\n")
	return p
}

// cutProtocol removes " HTTP/1.1" from the end: the address before it may hold blanks.
func cutProtocol(s string) (string, bool) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 || !hasPrefixFold(s[i+1:], "HTTP/") {
		return s, false
	}
	return strings.TrimRight(s[:i], " "), true
}
