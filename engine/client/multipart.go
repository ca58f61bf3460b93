package client

import (
	"strconv"
	"strings"

	"rowkey/engine/rest"
)

// splitParts returns the answers inside of a batch answer, in order; none if it is no batch answer.
// Source: RFC 2046, section 5.1; Performing entity group transactions, "Sample response".
func splitParts(r *rest.Response) []*rest.Response {
	var list []*rest.Response
	for _, text := range partsOf(r.Header.Get("Content-Type"), string(r.Body)) {
		list = append(list, parseResponse(text))
	}
	return list
}

// requestParts returns the requests inside of a batch.
func requestParts(contentType, body string) []outgoing {
	var list []outgoing
	for _, text := range partsOf(contentType, body) {
		first, _, _ := strings.Cut(text, "\r\n")
		_, content, _ := strings.Cut(text, "\r\n\r\n")
		if words := strings.Fields(first); len(words) > 1 {
			list = append(list, outgoing{method: words[0], url: words[1], body: content})
		}
	}
	return list
}

// partsOf returns what the innermost parts of a multipart body hold behind their own headers.
func partsOf(contentType, body string) []string {
	boundary := boundaryOf(contentType)
	if boundary == "" {
		return nil
	}
	var list []string
	pieces := strings.Split("\r\n"+body, "\r\n--"+boundary)
	for _, piece := range pieces[1:] {
		if strings.HasPrefix(piece, "--") {
			break
		}
		head, content, _ := strings.Cut(piece, "\r\n\r\n")
		inner := headerLines(head).Get("Content-Type")
		if boundaryOf(inner) != "" {
			list = append(list, partsOf(inner, content)...)
			continue
		}
		list = append(list, content)
	}
	return list
}

// boundaryOf returns the boundary of a multipart content type, "" for any other.
func boundaryOf(contentType string) string {
	kind, parameters, _ := strings.Cut(contentType, ";")
	if !strings.HasPrefix(strings.TrimSpace(kind), "multipart/") {
		return ""
	}
	for _, p := range strings.Split(parameters, ";") {
		if name, value, _ := strings.Cut(strings.TrimSpace(p), "="); strings.EqualFold(name, "boundary") {
			return strings.Trim(value, `"`)
		}
	}
	return ""
}

func headerLines(s string) rest.Header {
	var h rest.Header
	for _, l := range strings.Split(s, "\r\n") {
		if name, value, ok := strings.Cut(l, ":"); ok {
			h = append(h, rest.Field{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
		}
	}
	return h
}

// parseResponse reads "HTTP/1.1 204 No Content", headers, an empty line and a body.
func parseResponse(s string) *rest.Response {
	first, tail, _ := strings.Cut(s, "\r\n")
	r := &rest.Response{}
	if words := strings.Fields(first); len(words) > 1 {
		r.Status, _ = strconv.Atoi(words[1]) // 0 for anything that is no status line
	}
	head, body, _ := strings.Cut("\r\n"+tail, "\r\n\r\n")
	r.Header, r.Body = headerLines(head), []byte(strings.TrimSuffix(body, "\r\n"))
	return r
}
