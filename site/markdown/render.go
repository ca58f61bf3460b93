package markdown

import (
	"cmp"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	ghtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

func escape(s string) string { return html.EscapeString(s) }

// drawNode writes what a node begins with if entering, else what it ends with.
type drawNode func(w util.BufWriter, n ast.Node, entering bool)

// RegisterFuncs tells goldmark which nodes are rendered here and not by its own renderer.
func (b *builder) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	for kind, f := range map[ast.NodeKind]drawNode{
		ast.KindCodeSpan:        b.renderSpan,
		ast.KindFencedCodeBlock: b.renderCode,
		ast.KindCodeBlock:       b.renderCode,
		ast.KindLink:            b.renderLink,
		ast.KindAutoLink:        b.renderAutoLink,
		east.KindTable:          b.renderTable,
		east.KindTableHeader:    around("<thead><tr>", "</tr></thead>\n<tbody>"),
		east.KindTableRow:       around("<tr>", "</tr>\n"),
		east.KindTableCell:      renderTableCell,
		kindCell:                b.renderCell,
		kindComparison:          b.renderScripts(b.src.Compare, "link to", "script"),
		kindMeasured:            b.renderScripts(b.src.Measure, "image", "table"),
		kindFigure:              b.renderDrawing("entity-figure", drawFigure),
		kindClasses:             b.renderDrawing("entity-figure", drawClasses),
		kindSequence:            b.renderDrawing("sequence-figure", drawSequence),
		kindCallOut:             renderCallOut,
		kindTabs:                b.renderTabs,
	} {
		draw := func(w util.BufWriter, _ []byte, n ast.Node, enter bool) (ast.WalkStatus, error) {
			leaf := leaves[n.Kind()]
			if enter || !leaf {
				f(w, n, enter)
			}
			if leaf {
				return ast.WalkSkipChildren, nil
			}
			return ast.WalkContinue, nil
		}
		reg.Register(kind, draw)
	}
}

// leaves are the kinds whose children are not rendered by the walk, and which have no end of their own.
var leaves = map[ast.NodeKind]bool{
	ast.KindCodeSpan: true, ast.KindFencedCodeBlock: true, ast.KindCodeBlock: true,
	kindCell: true, kindComparison: true, kindMeasured: true, kindTabs: true,
}

// renderAutoLink writes a URL as a link. An e-mail address is text, for it is a value of a sample.
func (b *builder) renderAutoLink(w util.BufWriter, n ast.Node, entering bool) {
	link, ok := n.(*ast.AutoLink)
	if !ok || !entering {
		return
	}
	label := escape(string(link.Label(b.src.Text)))
	if link.AutoLinkType == ast.AutoLinkEmail {
		write(w, label)
		return
	}
	write(w, `<a href="`+escape(string(link.URL(b.src.Text)))+`">`+label+"</a>")
}

// code returns the text of a code span.
func (b *builder) code(n ast.Node) string {
	var out strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			out.Write(t.Segment.Value(b.src.Text))
		}
	}
	return strings.ReplaceAll(out.String(), "\n", " ")
}

// splitSpan parts the kind of a code span from its text: "pk:Sales" is "pk", "Sales".
func splitSpan(code string) (kind, text string) {
	for _, kind := range []string{"pk", "rk", "class", "filter", "keys"} {
		if text, ok := strings.CutPrefix(code, kind+":"); ok && text != "" {
			return kind, text
		}
	}
	switch code {
	case "PartitionKey":
		return "pk", code
	case "RowKey":
		return "rk", code
	}
	return "", code
}

func (b *builder) renderSpan(w util.BufWriter, n ast.Node, _ bool) {
	kind, text := splitSpan(b.code(n))
	switch kind {
	case "":
		write(w, "<code>", breakable(n, escape(text)), "</code>")
	case "pk", "rk":
		write(w, `<code class="`, kind, `">`, escape(text), "</code>")
	case "keys": // a Mac has other names for them (site/app/ui/keys.ts)
		write(w, `<kbd data-keys="`, escape(text), `">`, escape(strings.ReplaceAll(text, "Mod", "Ctrl")), "</kbd>")
	default:
		out, err := b.src.Span(kind, text)
		b.wrap(n, err)
		write(w, out)
	}
}

var hump = regexp.MustCompile(`([a-z])([A-Z])`)

// breakable lets a long name in a cell of a table continue on the next line, EntityToo|Large, where a narrow screen
// needs it.
func breakable(n ast.Node, text string) string {
	const long = 12 // characters that fit anywhere
	if p := n.Parent(); len(text) <= long || p == nil || p.Kind() != east.KindTableCell {
		return text
	}
	return hump.ReplaceAllString(text, "$1<wbr>$2")
}

func (b *builder) renderLink(w util.BufWriter, n ast.Node, entering bool) {
	if !entering {
		write(w, "</a>")
		return
	}
	target := string(n.(*ast.Link).Destination)
	href, err := b.src.Link(target)
	b.wrap(n, err)
	if ghtml.IsDangerousURL([]byte(href)) {
		b.fail(n, "link to %q: use an https address or a path", target)
	}
	write(w, `<a href="`, escape(string(util.URLEscape([]byte(href), false))), `">`)
}

func (b *builder) renderCell(w util.BufWriter, n ast.Node, _ bool) {
	s := b.script(n, "link to", "script")
	out, err := b.src.Cell(s.Name, s.Caption)
	b.wrap(n, err)
	write(w, out, "\n")
}

func renderCallOut(w util.BufWriter, n ast.Node, entering bool) {
	if !entering {
		write(w, "</call-out>\n")
		return
	}
	write(w, `<call-out data-kind="`, n.(*block).name, `">`)
}

// renderTable wraps a table so that it scrolls by itself where it is too wide.
func (b *builder) renderTable(w util.BufWriter, n ast.Node, entering bool) {
	if !entering {
		write(w, "</tbody></table></div>\n")
		return
	}
	label := cmp.Or(b.heading, b.src.T("table.label"))
	write(w, `<div class="grid-scroll" tabindex="0" role="group" aria-label="`, escape(label),
		`"><table class="ref-table">`, "\n")
}

// around returns what draws a node between two texts.
func around(head, tail string) drawNode {
	return func(w util.BufWriter, _ ast.Node, entering bool) {
		if entering {
			write(w, head)
			return
		}
		write(w, tail)
	}
}

// renderTableCell makes the first cell of a row its head, and right-aligned columns numbers.
func renderTableCell(w util.BufWriter, n ast.Node, entering bool) {
	name, scope := "td", ""
	if n.Parent().Kind() == east.KindTableHeader && n.HasChildren() { // an empty corner heads nothing
		name, scope = "th", ` scope="col"`
	} else if n.Parent().Kind() != east.KindTableHeader && n.PreviousSibling() == nil && n.HasChildren() {
		name, scope = "th", ` scope="row"`
	}
	if !entering {
		write(w, "</", name, ">")
		return
	}
	class := ""
	if n.(*east.TableCell).Alignment == east.AlignRight {
		class = ` class="num"`
	}
	write(w, "<", name, scope, class, ">")
}

func write(w util.BufWriter, parts ...string) {
	for _, p := range parts {
		_, _ = w.WriteString(p)
	}
}

// renderDrawing returns what draws a figure of the text of its file, up to its caption.
func (b *builder) renderDrawing(tag string, draw func(name, text string) (string, error)) drawNode {
	return func(w util.BufWriter, n ast.Node, entering bool) {
		if !entering {
			write(w, "</figcaption></figure></", tag, ">\n")
			return
		}
		name := n.(*block).name
		if b.plain(n) == "" {
			b.fail(n, "image %s: write its caption between the brackets", name)
		}
		text, err := b.src.Open(name)
		if b.wrap(n, err); err != nil {
			return
		}
		out, err := draw(name, text)
		b.wrap(n, err)
		write(w, out, "<figcaption>")
	}
}

// script returns the file of a block with its caption. What is "link to" or "image", shows what the caption has to say.
func (b *builder) script(n ast.Node, what, shows string) Script {
	s := Script{n.(*block).name, b.plain(n)}
	if s.Caption == "" {
		b.fail(n, "%s %s: say between the brackets what the %s shows", what, s.Name, shows)
	}
	return s
}
