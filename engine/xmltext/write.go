package xmltext

import (
	"strings"
	"unicode/utf8"

	"rowkey/engine/percent"
)

// What every document of the services begins with.
const (
	ByteOrderMark = "\ufeff"
	Declaration   = `<?xml version="1.0" encoding="utf-8"?>`
)

// Writer appends elements to B. Use [NewWriter].
type Writer struct{ B []byte }

// Attribute is one attribute of an element.
type Attribute struct{ Name, Value string }

// NewWriter begins a document.
func NewWriter() *Writer { return &Writer{B: []byte(ByteOrderMark + Declaration)} }

// Open begins an element.
func (w *Writer) Open(name string, attributes ...Attribute) {
	w.B = append(append(w.B, '<'), name...)
	for _, a := range attributes {
		w.B = append(append(append(w.B, ' '), a.Name...), '=', '"')
		value := string(AppendText(nil, a.Value))
		w.B = append(append(w.B, strings.ReplaceAll(value, `"`, "&quot;")...), '"')
	}
	w.B = append(w.B, '>')
}

// legible returns text as UTF-8: the value of a header field that is not is Latin-1.
func legible(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// List writes an element that contains n others, each written by a call of write; an empty element if n is 0.
func (w *Writer) List(name string, n int, write func(i int)) {
	if n == 0 {
		w.Empty(name)
		return
	}
	w.Open(name)
	for i := range n {
		write(i)
	}
	w.Close(name)
}

// Close ends the element that was begun last.
func (w *Writer) Close(name string) { w.B = append(append(append(w.B, "</"...), name...), '>') }

// Empty writes <name />, with a space as the service has it.
func (w *Writer) Empty(name string) { w.B = append(append(append(w.B, '<'), name...), " />"...) }

// Leaf writes an element that holds text; without text it is an empty one. Characters that no
// document may hold are escaped as in a URL, and marked so.
// Source: List Blobs, "Response body".
func (w *Writer) Leaf(name, text string) {
	text = legible(text)
	switch {
	case text == "":
		w.Empty(name)
		return
	case forbidden(text) >= 0:
		w.Open(name, Attribute{"Encoded", "true"})
		text = string(percent.Append(nil, text, percent.Marks))
	default:
		w.Open(name)
	}
	w.B = AppendText(w.B, text)
	w.Close(name)
}

// Element writes an element as it was read.
func (w *Writer) Element(e *Element) {
	if len(e.Children) == 0 {
		w.Leaf(e.Name, e.Text)
		return
	}
	w.List(e.Name, len(e.Children), func(i int) { w.Element(&e.Children[i]) })
}

// Printable returns text as a document may hold it: bytes that are not UTF-8 count as Latin-1, and U+FFFD stands for a
// character that no document may hold.
func Printable(s string) string {
	s = legible(s)
	if forbidden(s) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if forbidden(string(r)) >= 0 {
			return utf8.RuneError
		}
		return r
	}, s)
}

// AppendText writes character data. A carriage return is escaped: parsers drop it.
func AppendText(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '&':
			b = append(b, "&amp;"...)
		case '<':
			b = append(b, "&lt;"...)
		case '>':
			b = append(b, "&gt;"...)
		case '\r':
			b = append(b, "&#xD;"...)
		default:
			b = append(b, s[i])
		}
	}
	return b
}
