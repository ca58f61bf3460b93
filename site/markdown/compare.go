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
	if links, ok := b.onlyScripts(p, ast.KindLink); ok && len(links) >= 2 {
		b.gather(doc, p, kindComparison, links)
	}
}

// transformMeasured makes a table of a paragraph that holds images of scripts and nothing else: the
// requests of one script and what each costs, or of several, side by side.
func (b *builder) transformMeasured(doc ast.Node, p *ast.Paragraph) bool {
	images, ok := b.onlyScripts(p, ast.KindImage)
	if ok {
		b.gather(doc, p, kindMeasured, images)
	}
	return ok
}

// onlyScripts returns the links of a paragraph, or its images; false if it holds anything but these, to scripts, and
// blanks.
func (b *builder) onlyScripts(p *ast.Paragraph, kind ast.NodeKind) (found []ast.Node, ok bool) {
	for c := p.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok && len(bytes.TrimSpace(t.Segment.Value(b.src.Text))) == 0 {
			continue
		}
		if c.Kind() != kind || !isFile(targetOf(c), ".http") {
			return nil, false
		}
		found = append(found, c)
	}
	return found, true
}

// targetOf returns where a link or an image leads.
func targetOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Link:
		return string(n.Destination)
	case *ast.Image:
		return string(n.Destination)
	}
	return ""
}

// gather puts a block of scripts in the place of a paragraph.
func (b *builder) gather(doc ast.Node, p *ast.Paragraph, kind ast.NodeKind, scripts []ast.Node) {
	out := &block{kind: kind}
	for _, n := range scripts {
		script := &block{kind: kindCell, name: targetOf(n)}
		adopt(script, n)
		out.AppendChild(out, script)
	}
	out.SetLines(p.Lines())
	doc.ReplaceChild(doc, p, out)
}

// renderScripts returns what draws the scripts below a block. What and shows are as for [builder.script].
func (b *builder) renderScripts(draw func([]Script) (string, error), what, shows string) drawNode {
	return func(w util.BufWriter, n ast.Node, _ bool) {
		var scripts []Script
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			scripts = append(scripts, b.script(c, what, shows))
		}
		out, err := draw(scripts)
		b.wrap(n, err)
		write(w, out, "\n")
	}
}
