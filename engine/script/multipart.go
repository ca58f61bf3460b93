package script

import (
	"strconv"
	"strings"

	"rowkey/engine/rest"
)

// splitParts returns the answers inside of a batch answer, in order; none if it is no batch answer.
// Source: RFC 2046, section 5.1; Performing entity group transactions, "Sample response".
func splitParts(r *rest.Response) []*rest.Response {
	boundary := boundaryOf(r.Header.Get("Content-Type"))
	if boundary == "" {
		return nil
	}
	return collectParts(string(r.Body), boundary)
}

func collectParts(body, boundary string) []*rest.Response {
	var list []*rest.Response
	pieces := strings.Split("\r\n"+body, "\r\n--"+boundary)
	for _, piece := range pieces[1:] {
		if strings.HasPrefix(piece, "--") {
			break
		}
		head, content, _ := strings.Cut(piece, "\r\n\r\n")
		if inner := boundaryOf(headerLines(head).Get("Content-Type")); inner != "" {
			list = append(list, collectParts(content, inner)...)
			continue
		}
		list = append(list, parseResponse(content))
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
