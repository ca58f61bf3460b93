package client

import (
	"bytes"
	"strconv"
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/lists"
	"rowkey/engine/multipart"
	"rowkey/engine/order"
	"rowkey/engine/rest"
)

// valueArray returns the range of the array in the member "value" of a list answer, brackets included.
func valueArray(body string) (from, to int, ok bool) {
	if !strings.HasPrefix(body, "{") {
		return 0, 0, false
	}
	jsontext.Each(body, 0, func(name string, a, b int) bool {
		if name == "value" && body[a] == '[' {
			from, to, ok = a, b, true
		}
		return !ok
	})
	return from, to, ok
}

// countEntities returns how many entities an answer holds: those of the list, or the one.
func countEntities(body string) int {
	if from, _, ok := valueArray(body); ok {
		n := 0
		jsontext.Each(body, from, func(string, int, int) bool { n++; return true })
		return n
	}
	if strings.HasPrefix(body, "{") {
		return 1
	}
	return 0
}

// canonical returns a text that is the same for equal JSON values: members are sorted. With loose,
// elements are sorted as well, and what the service adds to an entity (odata members, annotations
// and Timestamp) is left out. The second result is false for text that is not JSON.
func canonical(s string, loose bool) (string, bool) {
	if jsontext.Error(s) >= 0 {
		return "", false
	}
	return string(appendCanonical(nil, strings.TrimSpace(s), loose)), true
}

func appendCanonical(b []byte, s string, loose bool) []byte {
	switch s[0] {
	case '{', '[':
		end := map[byte]byte{'{': '}', '[': ']'}[s[0]]
		b = append(b, s[0])
		for _, text := range canonicalParts(s, loose) {
			b = append(append(b, text...), ',')
		}
		return append(b, end)
	case '"':
		return jsontext.AppendString(b, jsontext.Unquote(s))
	case 't', 'f', 'n':
		return append(b, s...)
	}
	return append(b, plainNumber(s)...)
}

// canonicalParts returns the members of an object, or the elements of an array.
func canonicalParts(s string, loose bool) (texts []string) {
	object := s[0] == '{'
	jsontext.Each(s, 0, func(name string, from, to int) bool {
		var b []byte
		if object {
			b = append(jsontext.AppendString(nil, name), ':')
		}
		if !object || !loose || !addedByService(name) {
			texts = append(texts, string(appendCanonical(b, s[from:to], loose)))
		}
		return true
	})
	if object || loose {
		order.By(texts, strings.Compare)
	}
	return texts
}

func addedByService(name string) bool {
	return name == "Timestamp" || strings.HasPrefix(name, "odata.") || strings.HasSuffix(name, "@odata.type")
}

// element returns the text of the first XML element with a name, as queue answers need it.
func element(xml, name string) (string, bool) {
	open := strings.Index(xml, "<"+name+">")
	if open < 0 {
		return "", false
	}
	text := xml[open+len(name)+2:]
	end := strings.Index(text, "</"+name+">")
	if end < 0 {
		return "", false
	}
	return xmlText(text[:end]), true
}

// xmlText returns what the text of an element says. What is written as "&amp;lt;" says "&lt;".
func xmlText(text string) string {
	for _, c := range [...][2]string{{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", `"`}, {"&apos;", "'"}, {"&amp;", "&"}} {
		text = strings.ReplaceAll(text, c[0], c[1])
	}
	return text
}

// Parts returns the answers inside a batch answer, in order; none if it is not a batch answer.
// Source: Performing entity group transactions, "Sample response".
func Parts(contentType string, body []byte) []*rest.Response {
	return lists.Map(partsOf(contentType, body), parseResponse)
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

// readHeader reads header lines up to an empty line and returns what follows, without line breaks at its end.
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
