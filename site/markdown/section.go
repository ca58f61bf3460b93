package markdown

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
)

// sections renders the children of the document one by one and sorts them below their headings.
func (b *builder) sections(r renderer.Renderer, doc ast.Node, page *Page) error {
	page.Sections = []Section{{}}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, _ := n.(*ast.Heading)
		b.onlyAnchor(h)
		if h != nil && h.Level <= 3 {
			b.heading = b.plain(h)
		}
		var out bytes.Buffer
		if err := r.Render(&out, b.src.Text, n); err != nil {
			return err
		}
		html := out.String()
		last := &page.Sections[len(page.Sections)-1]
		switch {
		case h != nil && h.Level == 2:
			page.Sections = append(page.Sections, b.section(h, html))
		case h != nil && h.Level == 3:
			last.Subs = append(last.Subs, b.section(h, html))
		case len(last.Subs) > 0:
			last.Subs[len(last.Subs)-1].Body += html
		default:
			last.Body += html
		}
	}
	return nil
}

func (b *builder) section(h *ast.Heading, html string) Section {
	id, _ := h.AttributeString("id")
	raw, _ := id.([]byte)
	return Section{ID: string(raw), Title: b.plain(h), Head: html}
}

// onlyAnchor refuses heading attributes other than the anchor: a style would break the page's policy.
func (b *builder) onlyAnchor(h *ast.Heading) {
	if h == nil {
		return
	}
	for _, a := range h.Attributes() {
		if string(a.Name) != "id" {
			b.fail(h, "heading attribute %q: only an anchor such as {#keys} is allowed", a.Name)
		}
	}
}

// ids makes heading anchors that keep the letters of every script: goldmark's own keep ASCII only
// and turn a Japanese heading into "heading".
type ids struct{ taken map[string]bool }

// Generate returns an anchor that no earlier heading has.
func (s *ids) Generate(value []byte, _ ast.NodeKind) []byte {
	base := slug(string(value))
	id := base
	for n := 2; s.taken[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	s.taken[id] = true
	return []byte(id)
}

// Put takes note of an anchor that the author chose.
func (s *ids) Put(value []byte) { s.taken[string(value)] = true }

// slug lowers letters, keeps digits and marks, and turns everything else into single hyphens.
func slug(title string) string {
	var out strings.Builder
	gap := false
	for _, r := range strings.ToLower(title) {
		if !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) {
			gap = out.Len() > 0
			continue
		}
		if gap {
			out.WriteByte('-')
			gap = false
		}
		out.WriteRune(r)
	}
	if out.Len() == 0 {
		return "section"
	}
	return out.String()
}
