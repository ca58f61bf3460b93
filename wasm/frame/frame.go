// Package frame writes a request and its answer as one slice of bytes each, so that they cross the border
// between JavaScript and WebAssembly in one copy. frame.mjs is the other side of the border.
//
// A frame is the length of its head in bytes (32 bits, little-endian), the head, and the body. The head is
// UTF-8 text, one item per line: method and URL of a request or the status of an answer, then the name and
// the value of each header field. No item can contain a line feed: neither HTTP nor a URL allows it.
//
// Not here: what a request means.
package frame

import (
	"encoding/binary"
	"errors"
	"strconv"
	"strings"

	"rowkey/engine/control"
	"rowkey/engine/rest"
)

// errFrame says that bytes are not a request.
var errFrame = errors.New("frame: not a request: want the length of the head, method, URL and pairs of name and value")

const lengthSize = 4

// Request reads a request. Its body is a part of b. Errors: bytes that are not a request, and the URLs
// that [control.Request] refuses.
func Request(b []byte) (*rest.Request, error) {
	if len(b) < lengthSize {
		return nil, errFrame
	}
	size, b := binary.LittleEndian.Uint32(b), b[lengthSize:]
	if uint64(size) > uint64(len(b)) {
		return nil, errFrame
	}
	items := strings.Split(string(b[:size]), "\n")
	if len(items) < 2 || len(items)%2 != 0 {
		return nil, errFrame
	}
	r, err := control.Request(items[0], items[1])
	if err != nil {
		return nil, err
	}
	r.Header = make(rest.Header, 0, len(items)/2-1)
	for i := 2; i < len(items); i += 2 {
		r.Header = append(r.Header, rest.Field{Name: items[i], Value: items[i+1]})
	}
	r.Body = b[size:]
	return r, nil
}

// AppendResponse appends an answer to b. A line feed in a header field becomes a space.
func AppendResponse(b []byte, r *rest.Response) []byte {
	start := len(b)
	b = append(b, 0, 0, 0, 0)
	b = strconv.AppendInt(b, int64(r.Status), 10)
	for _, f := range r.Header {
		b = appendLine(b, f.Name)
		b = appendLine(b, f.Value)
	}
	binary.LittleEndian.PutUint32(b[start:], uint32(len(b)-start-lengthSize))
	b = append(b, r.Body...)
	for _, part := range r.Parts {
		b = append(b, part...)
	}
	return b
}

func appendLine(b []byte, item string) []byte {
	b = append(b, '\n')
	for i := range len(item) {
		c := item[i]
		if c == '\n' {
			c = ' '
		}
		b = append(b, c)
	}
	return b
}
