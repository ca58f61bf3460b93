package xmltext

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Element is one element of an XML document, without attributes: no document here has any that
// mean something.
type Element struct {
	Name     string
	Text     string // character data outside child elements
	Children []Element
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

// cdata begins character data in which nothing has a meaning, up to "]]>".
const cdata = "<![CDATA["

// maxDepth bounds the nesting of a document; the service's own go four deep.
const maxDepth = 16

// Parse reads a document of elements and character data. Comments, processing instructions and
// attributes are skipped; a document type declaration is refused.
func Parse(s string) (Element, bool) {
	p := reader{rest: strings.TrimPrefix(s, ByteOrderMark)}
	p.skipMisc()
	root, ok := p.readElement(0)
	p.skipMisc()
	return root, ok && p.rest == "" && utf8.ValidString(s)
}

// maxElements is how many elements a document may have: more than twice those of the longest list of
// blocks. Each costs many times the bytes that it takes in the document.
const maxElements = 120_000

type reader struct {
	rest     string
	elements int
}

// skipMisc skips white space, comments and processing instructions.
func (p *reader) skipMisc() {
	for {
		p.rest = strings.TrimLeft(p.rest, " \t\r\n")
		if !p.skip("<?", "?>") && !p.skip("<!--", "-->") {
			return
		}
	}
}

func (p *reader) skip(open, end string) bool {
	_, ok := p.between(open, end)
	return ok
}

// between skips open and returns what comes before end.
func (p *reader) between(open, end string) (string, bool) {
	rest, ok := strings.CutPrefix(p.rest, open)
	inner, rest, found := strings.Cut(rest, end)
	if ok && found {
		p.rest = rest
	}
	return inner, ok && found
}

// readElement reads one element with all that it holds.
func (p *reader) readElement(depth int) (Element, bool) {
	name, empty, ok := p.startTag()
	e := Element{Name: name}
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
			e.Text = text.String()
			return e, p.endTag(name)
		case p.skip("<!--", "-->"), p.skip("<?", "?>"):
		case strings.HasPrefix(p.rest, cdata):
			inner, ok := p.between(cdata, "]]>")
			if !ok || !allowed(inner) {
				return e, false
			}
			text.WriteString(inner)
		default:
			child, ok := p.readElement(depth + 1)
			if !ok {
				return e, false
			}
			e.Children = append(e.Children, child)
		}
	}
	return e, false
}

// startTag reads <name …> or <name …/> and drops a namespace prefix.
func (p *reader) startTag() (name string, empty, ok bool) {
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

func (p *reader) endTag(name string) bool {
	tag, rest, found := strings.Cut(p.rest[2:], ">")
	p.rest = rest
	return found && local(strings.TrimSpace(tag)) == name
}

func local(tag string) string { return tag[strings.IndexByte(tag, ':')+1:] }

var xmlEntities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// allowed reports whether a document may contain all of these characters.
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
