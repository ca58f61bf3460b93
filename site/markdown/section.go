package markdown

import (
	"bytes"

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
