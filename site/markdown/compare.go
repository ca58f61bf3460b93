package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// Script is a link that became a cell: a file, and the caption between the brackets as plain text.
type Script struct{ Name, Caption string }

// transformComparison makes a comparison of a paragraph that holds links to scripts and nothing else.
func (b *builder) transformComparison(doc ast.Node, p *ast.Paragraph) {
	links := b.scriptLinks(p)
	if len(links) < 2 {
		return
	}
	out := &block{kind: kindComparison}
	out.SetLines(p.Lines())
	for _, l := range links {
		cell := &block{kind: kindCell, name: string(l.Destination)}
		for c := l.FirstChild(); c != nil; c = l.FirstChild() {
			cell.AppendChild(cell, c)
		}
		out.AppendChild(out, cell)
	}
	doc.ReplaceChild(doc, p, out)
}

// scriptLinks returns the links of a paragraph, nil if it holds anything else but blanks.
func (b *builder) scriptLinks(p *ast.Paragraph) []*ast.Link {
	var links []*ast.Link
	for c := p.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Link:
			if !isFile(string(c.Destination), ".http") {
				return nil
			}
			links = append(links, c)
		case *ast.Text:
			if len(bytes.TrimSpace(c.Segment.Value(b.src.Text))) > 0 {
				return nil
			}
		default:
			return nil
		}
	}
	return links
}

func (b *builder) renderComparison(w util.BufWriter, n ast.Node, entering bool) {
	if !entering {
		return
	}
	out, err := b.src.Compare(b.scripts(n, "link to", "script"))
	b.wrap(n, err)
	write(w, out, "\n")
}

// transformMeasured makes a table of a paragraph that holds images of scripts and nothing else: the
// requests of one script and what each costs, or of several, side by side.
func (b *builder) transformMeasured(doc ast.Node, p *ast.Paragraph) bool {
	var images []*ast.Image
	for c := p.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Image:
			if !isFile(string(c.Destination), ".http") {
				return false
			}
			images = append(images, c)
		case *ast.Text:
			if len(bytes.TrimSpace(c.Segment.Value(b.src.Text))) > 0 {
				return false
			}
		default:
			return false
		}
	}
	out := &block{kind: kindMeasured}
	out.SetLines(p.Lines())
	for _, i := range images {
		script := &block{kind: kindCell, name: string(i.Destination)}
		for c := i.FirstChild(); c != nil; c = i.FirstChild() {
			script.AppendChild(script, c)
		}
		out.AppendChild(out, script)
	}
	doc.ReplaceChild(doc, p, out)
	return true
}

func (b *builder) renderMeasured(w util.BufWriter, n ast.Node, entering bool) {
	if !entering {
		return
	}
	out, err := b.src.Measure(b.scripts(n, "image", "table"))
	b.wrap(n, err)
	write(w, out, "\n")
}
