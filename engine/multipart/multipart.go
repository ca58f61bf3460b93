// Package multipart splits a body of several parts, and accepts what the service accepts: header names in any case,
// one blank line or two, bare line feeds, no line break at the end.
// Source: RFC 2046, section 5.1; Performing entity group transactions; OData batch processing.
// What is returned shares the memory of the body, which must not change any more.
// Not here: what the parts ask for or answer (packages rest and client).
package multipart

import (
	"bytes"
	"iter"
	"strings"
	"unsafe"
)

// Boundary returns the boundary of a multipart/mixed content type; ok is false for any other.
func Boundary(contentType string) (boundary string, ok bool) {
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

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// Sections cuts a body at its delimiter lines and yields one section after the other, so that a caller can stop at a
// limit. What comes before the first delimiter is dropped, and so is everything after the closing one.
func Sections(body []byte, boundary string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		delimiter := []byte("--" + boundary)
		start := -1
		for at := 0; at < len(body); {
			line, next := lineAt(body, at)
			if delimits, closing := isDelimiter(line, delimiter); delimits {
				if start >= 0 && !yield(body[start:at]) || closing {
					return
				}
				start = next
			}
			at = next
		}
		if start >= 0 && start < len(body) {
			yield(body[start:])
		}
	}
}

// isDelimiter reports whether a line separates sections, and whether it also ends the last one.
func isDelimiter(line, delimiter []byte) (delimits, closing bool) {
	rest, ok := bytes.CutPrefix(line, delimiter)
	if !ok {
		return false, false
	}
	rest = bytes.TrimRight(rest, " \t")
	closing = string(rest) == "--"
	return closing || len(rest) == 0, closing
}

// Head calls add for every header line up to an empty line, and returns what follows. Add may be nil.
func Head(b []byte, add func(name, value string)) []byte {
	at := 0
	for at < len(b) {
		var line []byte
		line, at = lineAt(b, at)
		if len(line) == 0 {
			break
		}
		if add == nil {
			continue
		}
		if name, value, ok := strings.Cut(text(line), ":"); ok {
			add(strings.TrimSpace(name), strings.Trim(value, " \t"))
		}
	}
	return b[at:]
}

// RequestLine reads "METHOD address HTTP/1.1" and returns what follows the line. Both are "" for
// anything else. The address may hold spaces, and the protocol may be missing.
func RequestLine(b []byte) (method, url string, rest []byte) {
	line, rest := FirstLine(b)
	method, url, _ = strings.Cut(line, " ")
	if url = cutProtocol(strings.TrimSpace(url)); method == "" || url == "" {
		return "", "", rest
	}
	return method, url, rest
}

// FirstLine returns the first line that is not empty, and what follows it.
func FirstLine(b []byte) (line string, rest []byte) {
	b = bytes.TrimLeft(b, "\r\n")
	first, next := lineAt(b, 0)
	return text(first), b[next:]
}

// text returns b as a string without a copy of it.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// lineAt returns the line that begins at an offset, without its end, and where the next begins.
func lineAt(b []byte, at int) ([]byte, int) {
	end := bytes.IndexByte(b[at:], '\n')
	if end < 0 {
		return b[at:], len(b)
	}
	return bytes.TrimSuffix(b[at:at+end], []byte("\r")), at + end + 1
}

// cutProtocol removes " HTTP/1.1" from the end: the address before it may hold spaces.
func cutProtocol(s string) string {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 || !hasPrefixFold(s[i+1:], "HTTP/") {
		return s
	}
	return strings.TrimRight(s[:i], " ")
}
