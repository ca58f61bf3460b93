package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

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
