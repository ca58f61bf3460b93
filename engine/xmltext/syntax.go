package xmltext

import (
	"strings"

	"rowkey/engine/utf16text"
)

// unreadable is the reason for a document that is not XML, whatever the cause.
// Source: what clients met, azure-sdk-for-net issue 11358.
const unreadable = "Error parsing Xml content"

// SyntaxError says why a document is refused, and where: at the text or name that the service's reader has
// come to.
type SyntaxError struct {
	Line, Position int // from 1; the position counts UTF-16 units
	Reason         string

	left int // bytes of the document from there to its end
}

func (e *SyntaxError) Error() string { return e.Reason }

// bad returns the error of a document that cannot be read on from here.
func (p *reader) bad() error { return &SyntaxError{Reason: unreadable, left: len(p.rest)} }

func (e *SyntaxError) locate(document string) {
	before := document[:len(document)-e.left]
	e.Line = strings.Count(before, "\n") + 1
	e.Position = utf16text.Len(before[strings.LastIndexByte(before, '\n')+1:]) + 1
}
