package xmltext

import (
	"context"
	"strings"
	"unicode/utf8"

	"rowkey/engine/utf16text"
)

// Element is one element of an XML document, without attributes: in the documents here they have no meaning.
type Element struct {
	Name     string
	Text     string // character data outside child elements
	Children []Element

	left int // bytes of the document from the name or text that follows the element
}

// Child returns the first child of that name, nil if there is none.
func (e *Element) Child(name string) *Element {
	for i := range e.Children {
		if e.Children[i].Name == name {
			return &e.Children[i]
		}
	}
	return nil
}

// Value returns the trimmed text of the first child of that name, "" if there is none.
func (e *Element) Value(name string) string {
	if c := e.Child(name); c != nil {
		return strings.TrimSpace(c.Text)
	}
	return ""
}

// Refuse returns the error of a document that is refused for what the element says.
func (e *Element) Refuse(reason string) error { return &SyntaxError{Reason: reason, left: e.left} }

// Limits on each child of the root. The service's own documents go four deep and have about 30 elements
// in one child. An element takes many times as much memory as it has bytes in the document.
const (
	maxDepth    = 16
	maxElements = 128
)

// Each reads a document whose root has that name, and gives the children of the root to f as it reads
// them, each until f returns: a list that is too long is refused where it becomes too long, and is never held as
// a tree.
// Comments, processing instructions and attributes are skipped; a document type declaration is refused.
// Errors: a *SyntaxError, those of f, and that of a context that has ended.
func Each(ctx context.Context, document, root string, f func(*Element) error) error {
	document = strings.TrimPrefix(document, ByteOrderMark)
	p := reader{rest: document}
	var child Element
	err := p.document(root, func() (err error) {
		if err = ctx.Err(); err != nil {
			return err
		}
		p.elements = 0
		if child, err = p.element(1); err != nil {
			return err
		}
		return f(&child)
	})
	if syntax, ok := err.(*SyntaxError); ok {
		syntax.locate(document)
	}
	return err
}

// reader reads a document from left to right. Each of its methods consumes what it looks at, or fails, so that
// the whole takes time in proportion to the length of the document.
type reader struct {
	rest     string
	elements int // of the child of the root that is being read
}

// document reads everything. It calls child where a child of the root begins.
func (p *reader) document(root string, child func() error) error {
	if !utf8.ValidString(p.rest) {
		return p.bad()
	}
	if err := p.skipMisc(); err != nil {
		return err
	}
	name, empty, err := p.startTag()
	if err != nil {
		return err
	}
	if name != root {
		return p.bad()
	}
	if !empty {
		if _, err := p.content(name, child); err != nil {
			return err
		}
	}
	if err := p.skipMisc(); err != nil {
		return err
	}
	if p.rest != "" {
		return p.bad()
	}
	return nil
}

// element reads one element with all that it holds.
func (p *reader) element(depth int) (e Element, err error) {
	var empty bool
	if e.Name, empty, err = p.startTag(); err != nil {
		return e, err
	}
	if p.elements++; p.elements > maxElements || depth > maxDepth {
		return e, p.bad()
	}
	if !empty {
		e.Text, err = p.content(e.Name, func() error {
			child, err := p.element(depth + 1)
			e.Children = append(e.Children, child)
			return err
		})
	}
	e.left = len(p.rest) - len(p.markup())
	return e, err
}

// markup returns the signs before the name in a tag, if one comes next.
func (p *reader) markup() string {
	for _, open := range [...]string{"</", "<"} {
		if strings.HasPrefix(p.rest, open) {
			return open
		}
	}
	return ""
}

// content reads what an element holds and its end tag, and returns the character data outside of other
// elements. It calls child where one of those begins.
func (p *reader) content(name string, child func() error) (string, error) {
	var text characters
	for {
		if err := p.text(&text); err != nil {
			return "", err
		}
		ended, err := p.node(name, &text, child)
		if ended || err != nil {
			return text.String(), err
		}
	}
}

// node reads what begins with "<". The result is true for the end tag.
func (p *reader) node(name string, text *characters, child func() error) (bool, error) {
	switch {
	case strings.HasPrefix(p.rest, "</"):
		return true, p.endTag(name)
	case strings.HasPrefix(p.rest, cdata):
		inner, err := p.between(cdata, "]]>")
		if err == nil {
			err = p.check(inner, len(inner)+len("]]>"))
		}
		text.add(inner)
		return false, err
	}
	if skipped, err := p.skip(); skipped {
		return false, err
	}
	return false, child()
}

// cdata begins character data in which nothing has a meaning, up to "]]>".
const cdata = "<![CDATA["

// text reads character data, up to the next "<".
func (p *reader) text(to *characters) error {
	data, _, found := strings.Cut(p.rest, "<")
	if err := p.check(data, 0); err != nil {
		return err
	}
	decoded, ok := decode(data)
	if !ok || !found {
		return p.bad()
	}
	p.rest = p.rest[len(data):]
	to.add(decoded)
	return nil
}

// check fails at the first character that no document may hold. The data began back bytes ago.
func (p *reader) check(data string, back int) error {
	i := forbidden(data)
	if i < 0 {
		return nil
	}
	return &SyntaxError{Reason: unreadable, left: len(p.rest) + back - i}
}

// skipMisc skips white space, comments and processing instructions.
func (p *reader) skipMisc() error {
	for {
		p.rest = strings.TrimLeft(p.rest, " \t\r\n")
		if skipped, err := p.skip(); !skipped || err != nil {
			return err
		}
	}
}

// skip skips a comment or a processing instruction. The result is false if none comes next.
func (p *reader) skip() (bool, error) {
	for _, pair := range [...][2]string{{"<?", "?>"}, {"<!--", "-->"}} {
		if strings.HasPrefix(p.rest, pair[0]) {
			_, err := p.between(pair[0], pair[1])
			return true, err
		}
	}
	return false, nil
}

// between skips open, which comes next, and returns what comes before end.
func (p *reader) between(open, end string) (string, error) {
	inner, rest, found := strings.Cut(p.rest[len(open):], end)
	if !found {
		return "", p.bad()
	}
	p.rest = rest
	return inner, nil
}

// startTag reads <name …> or <name …/> and drops a namespace prefix.
func (p *reader) startTag() (name string, empty bool, err error) {
	if !strings.HasPrefix(p.rest, "<") {
		return "", false, p.bad()
	}
	tag, rest, found := strings.Cut(p.rest[1:], ">")
	if !found || strings.Contains(tag, "<") {
		return "", false, p.bad()
	}
	tag, empty = strings.CutSuffix(tag, "/")
	if i := strings.IndexAny(tag, " \t\r\n"); i >= 0 {
		tag = tag[:i]
	}
	name = local(tag)
	if name == "" || strings.HasPrefix(name, "!") {
		return "", false, p.bad()
	}
	p.rest = rest
	return name, empty, nil
}

func (p *reader) endTag(name string) error {
	tag, rest, found := strings.Cut(p.rest[2:], ">")
	if !found || local(strings.TrimSpace(tag)) != name {
		return p.bad()
	}
	p.rest = rest
	return nil
}

func local(tag string) string { return tag[strings.IndexByte(tag, ':')+1:] }

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
