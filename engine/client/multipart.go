package client

import (
	"bytes"
	"strconv"
	"strings"

	"rowkey/engine/multipart"
	"rowkey/engine/rest"
)

// splitParts returns the answers inside a batch answer, in order; none if it is not a batch answer.
// Source: Performing entity group transactions, "Sample response".
func splitParts(r *rest.Response) []*rest.Response {
	var list []*rest.Response
	for _, text := range partsOf(r.Header.Get("Content-Type"), r.Body) {
		list = append(list, parseResponse(text))
	}
	return list
}

// requestParts returns the requests inside a batch.
func requestParts(contentType, body string) []outgoing {
	var list []outgoing
	for _, text := range partsOf(contentType, []byte(body)) {
		if method, url, rest := multipart.RequestLine(text); method != "" {
			_, content := readHeader(rest)
			list = append(list, outgoing{method: method, url: url, body: string(content)})
		}
	}
	return list
}

// partsOf returns what the innermost parts of a multipart body hold after their own headers. They are nested once,
// as changesets are: every further level would be read as often as it is deep.
func partsOf(contentType string, body []byte) [][]byte {
	boundary, ok := multipart.Boundary(contentType)
	if !ok {
		return nil
	}
	var list [][]byte
	for section := range multipart.Sections(body, boundary) {
		header, content := readHeader(section)
		if nested, ok := multipart.Boundary(header.Get("Content-Type")); ok {
			for inner := range multipart.Sections(content, nested) {
				_, content := readHeader(inner)
				list = append(list, content)
			}
			continue
		}
		list = append(list, content)
	}
	return list
}

// readHeader reads header lines up to an empty line and returns what follows, without line breaks at
// its end.
func readHeader(b []byte) (rest.Header, []byte) {
	var h rest.Header
	content := multipart.Head(b, func(name, value string) { h = append(h, rest.Field{Name: name, Value: value}) })
	return h, bytes.TrimRight(content, "\r\n")
}

// parseResponse reads "HTTP/1.1 204 No Content", headers, an empty line and a body.
func parseResponse(b []byte) *rest.Response {
	first, tail := multipart.FirstLine(b)
	r := &rest.Response{}
	if words := strings.Fields(first); len(words) > 1 {
		r.Status, _ = strconv.Atoi(words[1]) // 0 for anything but a status line
	}
	r.Header, r.Body = readHeader(tail)
	return r
}
