package conn

import (
	"bytes"
	"strconv"
)

// framing follows the requests of a connection, to tell their heads from their bodies. What is not a
// request does no harm: net/http refuses it and closes the connection.
// Source: RFC 9112, sections 2.1, 6 and 7.1.
type framing struct {
	in      section
	line    []byte   // the beginning of a line whose end has not arrived
	body    int      // bytes that still belong to a body, or to a chunk of it
	begun   bool     // a request line has arrived
	length  int      // of the body that follows the head
	chunked bool     // it comes in chunks instead
	names   []string // of metadata, in the head so far
}

// section is a part of a request that consists of lines.
type section uint8

const (
	head      section = iota
	chunkSize         // or the end of the chunk before it
	trailer
)

// longestLine is how much of a line is looked at, in bytes: all metadata together have 8 KiB.
const longestLine = 9 << 10

// follow consumes bytes that have arrived, up to the end of a line or of a body, and returns the rest. It
// reports whether a head is complete.
func (f *framing) follow(b []byte) (rest []byte, whole bool) {
	if n := min(f.body, len(b)); n > 0 {
		f.body -= n
		return b[n:], false
	}
	part, rest, ended := bytes.Cut(b, []byte("\n"))
	f.line = append(f.line, part[:min(len(part), longestLine-len(f.line))]...)
	if !ended {
		return nil, false
	}
	line := bytes.TrimSuffix(f.line, []byte("\r"))
	f.line = f.line[:0]
	switch f.in {
	case head:
		return rest, f.headLine(line)
	case chunkSize:
		f.sizeLine(line)
	case trailer:
		if len(line) == 0 {
			f.in = head
		}
	}
	return rest, false
}

// headLine reads a line of a head and reports whether it is the empty one at the end.
func (f *framing) headLine(line []byte) bool {
	switch {
	case len(line) > 0 && !f.begun:
		f.begun = true
	case len(line) > 0:
		f.field(line)
	case f.begun: // empty lines before a request are ignored
		f.begun, f.body = false, f.length
		if f.chunked {
			f.in, f.body = chunkSize, 0
		}
		f.length, f.chunked = 0, false
		return true
	}
	return false
}

func (f *framing) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimSpace(value)
	switch {
	case len(name) > len(metaPrefix) && bytes.EqualFold(name[:len(metaPrefix)], []byte(metaPrefix)):
		f.names = append(f.names, string(name))
	case bytes.EqualFold(name, []byte("Content-Length")):
		n, _ := strconv.ParseUint(string(value), 10, 62) // net/http refuses what is not a number
		f.length = int(n)
	case bytes.EqualFold(name, []byte("Transfer-Encoding")):
		f.chunked = bytes.EqualFold(value, []byte("chunked"))
	}
}

// sizeLine reads the line before a chunk, or the empty one after it. The last chunk has no bytes.
func (f *framing) sizeLine(line []byte) {
	if len(line) == 0 {
		return
	}
	digits, _, _ := bytes.Cut(line, []byte(";"))
	n, _ := strconv.ParseUint(string(bytes.TrimSpace(digits)), 16, 62) // as above
	if f.body = int(n); n == 0 {
		f.in = trailer
	}
}
