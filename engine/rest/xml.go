package rest

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// element is one element of an XML document, without attributes: no document here has any that
// mean something.
type element struct {
	name     string
	text     string // character data outside of child elements
	children []element
}

// child returns the first child of that name, nil if there is none.
func (e *element) child(name string) *element {
	for i := range e.children {
		if e.children[i].name == name {
			return &e.children[i]
		}
	}
	return nil
}

// value returns the trimmed text of the first child of that name, "" if there is none.
func (e *element) value(name string) string {
	if c := e.child(name); c != nil {
		return strings.TrimSpace(c.text)
	}
	return ""
}

// cdata begins character data in which nothing has a meaning, up to "]]>".
const cdata = "<![CDATA["

// maxDepth bounds the nesting of a document; the service's own go four deep.
const maxDepth = 16

// parseXML reads a document of elements and character data. Comments, processing instructions and
// attributes are passed over; a document type declaration is refused.
func parseXML(s string) (element, bool) {
	p := xmlReader{rest: strings.TrimPrefix(s, byteOrderMark)}
	p.skipMisc()
	root, ok := p.element(0)
	p.skipMisc()
	return root, ok && p.rest == "" && utf8.ValidString(s)
}

// maxElements is how many elements a document may have: more than twice those of the longest list of
// blocks. Each costs many times the bytes that it takes in the document.
const maxElements = 120_000

type xmlReader struct {
	rest     string
	elements int
}

// skipMisc passes over blanks, comments and processing instructions.
func (p *xmlReader) skipMisc() {
	for {
		p.rest = strings.TrimLeft(p.rest, " \t\r\n")
		if !p.skip("<?", "?>") && !p.skip("<!--", "-->") {
			return
		}
	}
}

func (p *xmlReader) skip(open, end string) bool {
	_, ok := p.between(open, end)
	return ok
}

// between passes over what begins with open and returns what stands before end.
func (p *xmlReader) between(open, end string) (string, bool) {
	rest, ok := strings.CutPrefix(p.rest, open)
	inner, rest, found := strings.Cut(rest, end)
	if ok && found {
		p.rest = rest
	}
	return inner, ok && found
}

// element reads one element with all that it holds.
func (p *xmlReader) element(depth int) (element, bool) {
	name, empty, ok := p.startTag()
	e := element{name: name}
	if p.elements++; p.elements > maxElements {
		return e, false
	}
	if !ok || empty {
		return e, ok
	}
	var text strings.Builder
	for depth < maxDepth {
		data, _, found := strings.Cut(p.rest, "<")
		if !found {
			return e, false
		}
		if !appendCharacters(&text, data) {
			return e, false
		}
		p.rest = p.rest[len(data):]
		switch {
		case strings.HasPrefix(p.rest, "</"):
			e.text = text.String()
			return e, p.endTag(name)
		case p.skip("<!--", "-->"), p.skip("<?", "?>"):
		case strings.HasPrefix(p.rest, cdata):
			inner, ok := p.between(cdata, "]]>")
			if !ok || !allowed(inner) {
				return e, false
			}
			text.WriteString(inner)
		default:
			child, ok := p.element(depth + 1)
			if !ok {
				return e, false
			}
			e.children = append(e.children, child)
		}
	}
	return e, false
}

// startTag reads <name …> or <name …/> and drops a namespace prefix.
func (p *xmlReader) startTag() (name string, empty, ok bool) {
	if !strings.HasPrefix(p.rest, "<") {
		return "", false, false
	}
	tag, rest, found := strings.Cut(p.rest[1:], ">")
	if !found || strings.Contains(tag, "<") {
		return "", false, false
	}
	p.rest = rest
	tag, empty = strings.CutSuffix(tag, "/")
	if i := strings.IndexAny(tag, " \t\r\n"); i >= 0 {
		tag = tag[:i]
	}
	name = local(tag)
	return name, empty, name != "" && !strings.HasPrefix(name, "!")
}

func (p *xmlReader) endTag(name string) bool {
	tag, rest, found := strings.Cut(p.rest[2:], ">")
	p.rest = rest
	return found && local(strings.TrimSpace(tag)) == name
}

func local(tag string) string { return tag[strings.IndexByte(tag, ':')+1:] }

var xmlEntities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// allowed tells whether all characters may stand in a document.
// Source: Extensible Markup Language 1.0, "Characters".
func allowed(s string) bool {
	for _, r := range s {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return false
		}
	}
	return true
}

// appendCharacters decodes character data.
func appendCharacters(b *strings.Builder, s string) bool {
	if !allowed(s) {
		return false
	}
	for {
		before, rest, found := strings.Cut(s, "&")
		b.WriteString(before)
		if !found {
			return true
		}
		name, rest, found := strings.Cut(rest, ";")
		text, known := xmlEntities[name]
		if digits, ok := strings.CutPrefix(name, "#"); ok {
			text, known = reference(digits)
		}
		if !found || !known {
			return false
		}
		b.WriteString(text)
		s = rest
	}
}

// reference decodes a numeric character reference.
func reference(digits string) (string, bool) {
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		return "", false
	}
	text := string(rune(n))
	return text, allowed(text)
}

// xmlWriter appends elements.
type xmlWriter struct{ b []byte }

func newXML() *xmlWriter { return &xmlWriter{b: []byte(byteOrderMark + xmlDeclaration)} }

func (w *xmlWriter) open(name string, attributes ...Field) {
	w.b = append(append(w.b, '<'), name...)
	for _, a := range attributes {
		w.b = append(append(append(w.b, ' '), a.Name...), '=', '"')
		value := string(appendXMLText(nil, a.Value))
		w.b = append(append(w.b, strings.ReplaceAll(value, `"`, "&quot;")...), '"')
	}
	w.b = append(w.b, '>')
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

// list writes an element with n others in it, which write writes; without any it is an empty one.
func (w *xmlWriter) list(name string, n int, write func(i int)) {
	if n == 0 {
		w.empty(name)
		return
	}
	w.open(name)
	for i := range n {
		write(i)
	}
	w.close(name)
}

func (w *xmlWriter) close(name string) { w.b = append(append(append(w.b, "</"...), name...), '>') }

// empty writes <name />, with a blank as the service has it.
func (w *xmlWriter) empty(name string) { w.b = append(append(append(w.b, '<'), name...), " />"...) }

// leaf writes an element that holds text; without text it is an empty one. Characters that no
// document may hold are escaped as in a URL, and marked so.
// Source: List Blobs, "Response body".
func (w *xmlWriter) leaf(name, text string) {
	text = legible(text)
	switch {
	case text == "":
		w.empty(name)
		return
	case !allowed(text):
		w.open(name, Field{"Encoded", "true"})
		text = string(appendPercent(nil, text))
	default:
		w.open(name)
	}
	w.b = appendXMLText(w.b, text)
	w.close(name)
}
