package markdown

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The kinds of blocks that the dialect adds.
var (
	kindCell       = ast.NewNodeKind("Cell")
	kindComparison = ast.NewNodeKind("Comparison")
	kindFigure     = ast.NewNodeKind("Figure")
	kindMeasured   = ast.NewNodeKind("Measured")
	kindCallOut    = ast.NewNodeKind("CallOut")
	kindClasses    = ast.NewNodeKind("Classes")
	kindSequence   = ast.NewNodeKind("Sequence")
	kindTabs       = ast.NewNodeKind("Tabs")
)

// block is a node of one of these kinds. Its children, if any, are rendered as usual.
type block struct {
	ast.BaseBlock
	kind ast.NodeKind
	name string // file of a cell or figure, kind of a call-out
}

func (n *block) Kind() ast.NodeKind { return n.kind }

// Dump implements ast.Node.
func (n *block) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Name": n.name}, nil)
}

// callOuts maps the first words to the values of data-kind.
var callOuts = map[string]string{"Limit": "limit", "Rule": "rule", "Pitfall": "pitfall", "Cosmos DB": "cosmos-db"}

// Transform finds cells, figures, call-outs and tabs, and refuses what pages must not hold.
func (b *builder) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	for n := doc.FirstChild(); n != nil; {
		next := n.NextSibling()
		b.transformBlock(doc, n)
		n = next
	}
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			b.refuse(n)
			letBreak(n, b.src.Text)
		}
		return ast.WalkContinue, nil
	})
}

func (b *builder) transformBlock(doc ast.Node, n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		b.transformParagraph(doc, n)
	case *ast.Blockquote:
		b.transformQuote(doc, n)
	case *ast.FencedCodeBlock:
		b.transformCode(doc, n)
	}
}

func (b *builder) transformParagraph(doc ast.Node, p *ast.Paragraph) {
	only := p.FirstChild()
	if only != nil && b.transformMeasured(doc, p) {
		return
	}
	if only == nil || only.NextSibling() != nil {
		b.transformComparison(doc, p)
		return
	}
	switch n := only.(type) {
	case *ast.Link:
		if name := string(n.Destination); isFile(name, ".http") {
			b.replace(doc, p, &block{kind: kindCell, name: name}, n)
		}
	case *ast.Image:
		switch name := string(n.Destination); {
		case isFile(name, ".entity"):
			b.replace(doc, p, &block{kind: kindFigure, name: name}, n)
		case isFile(name, ".classes"):
			b.replace(doc, p, &block{kind: kindClasses, name: name}, n)
		case isFile(name, ".sequence"):
			b.replace(doc, p, &block{kind: kindSequence, name: name}, n)
		}
	}
}

// replace puts a block in the place of a paragraph; it takes over the children of from.
func (b *builder) replace(doc ast.Node, p *ast.Paragraph, with *block, from ast.Node) {
	with.SetLines(p.Lines())
	adopt(with, from)
	doc.ReplaceChild(doc, p, with)
}

// adopt moves the children of a node to another one.
func adopt(to, from ast.Node) {
	for c := from.FirstChild(); c != nil; c = from.FirstChild() {
		to.AppendChild(to, c)
	}
}

func (b *builder) transformQuote(doc ast.Node, q *ast.Blockquote) {
	p, ok := q.FirstChild().(*ast.Paragraph)
	if !ok {
		return
	}
	strong, ok := p.FirstChild().(*ast.Emphasis)
	if !ok || strong.Level != 2 {
		return
	}
	word := strings.TrimRight(b.plain(strong), ".:")
	kind := b.callOut(word)
	if kind == "" {
		b.fail(p, "call-out %q: begin with Limit, Rule, Pitfall or Cosmos DB", word)
		return
	}
	p.ReplaceChild(p, strong, runIn(word))
	out := &block{kind: kindCallOut, name: kind}
	adopt(out, q)
	doc.ReplaceChild(doc, q, out)
}

// callOut returns the kind of a call-out by its first word, in English or in the language of the texts.
func (b *builder) callOut(word string) string {
	for first, kind := range callOuts {
		if word == first || word == b.src.T("callout."+kind) {
			return kind
		}
	}
	return ""
}

// runIn is the head of a call-out, set in the line of its text.
func runIn(word string) ast.Node {
	s := ast.NewString([]byte("<b>" + escape(word) + "</b>"))
	s.SetCode(true) // written as it stands
	return s
}

// transformCode gathers adjacent code blocks of different SDK languages.
func (b *builder) transformCode(doc ast.Node, first *ast.FencedCodeBlock) {
	next, ok := first.NextSibling().(*ast.FencedCodeBlock)
	if !ok || !b.tabbed(first) || !b.tabbed(next) {
		if prev, ok := first.PreviousSibling().(*block); ok && prev.kind == kindTabs && b.tabbed(first) {
			prev.AppendChild(prev, first)
		}
		return
	}
	if prev, ok := first.PreviousSibling().(*block); ok && prev.kind == kindTabs {
		prev.AppendChild(prev, first)
		return
	}
	tabs := &block{kind: kindTabs}
	tabs.SetLines(first.Lines())
	doc.ReplaceChild(doc, first, tabs)
	tabs.AppendChild(tabs, first)
}

func (b *builder) tabbed(n *ast.FencedCodeBlock) bool {
	return languages[string(n.Language(b.src.Text))].tab != ""
}

// refuse reports nodes that no page may hold.
func (b *builder) refuse(n ast.Node) {
	switch n := n.(type) {
	case *ast.HTMLBlock, *ast.RawHTML:
		b.fail(n, "raw HTML is not allowed: write it as Markdown, or as code between backquotes")
	case *ast.Image:
		b.fail(n, "image %q: a picture is an .entity, .sequence or .classes file and stands alone in its paragraph",
			n.Destination)
	case *ast.Link:
		if isFile(string(n.Destination), ".http") {
			b.fail(n, "link to %s: a script stands alone in its paragraph, or with others that it is compared to", n.Destination)
		}
	case *ast.Heading:
		if n.Level == 1 {
			b.fail(n, "heading %q: the first level is the title in the front matter; begin with ##", b.plain(n))
		}
	}
}

var longName = regexp.MustCompile(`\b[A-Za-z]{13,}\b`)

// letBreak lets a long name in a cell of a table go on in the next line before a part of it, for a column is as wide as
// its longest word: UpdateCondition|Not|Satisfied.
func letBreak(n ast.Node, src []byte) {
	word, ok := n.(*ast.Text)
	if !ok || n.Parent().Kind() != east.KindTableCell {
		return
	}
	start, written := word.Segment.Start, word.Segment.Value(src)
	for _, name := range longName.FindAllIndex(written, -1) {
		for _, at := range hump.FindAllIndex(written[name[0]:name[1]], -1) {
			end := start + name[0] + at[0] + 1
			head, place := ast.NewTextSegment(text.NewSegment(word.Segment.Start, end)), ast.NewString([]byte("<wbr>"))
			place.SetCode(true) // written as it is
			n.Parent().InsertBefore(n.Parent(), word, head)
			n.Parent().InsertBefore(n.Parent(), word, place)
			word.Segment.Start = end
		}
	}
}

// isFile is true for a plain file name with the suffix: no folder, no address.
func isFile(target, suffix string) bool {
	return strings.HasSuffix(target, suffix) && !strings.ContainsAny(target, "/:")
}

// plain returns the text of a node without markup.
func (b *builder) plain(n ast.Node) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			out.Write(util.ResolveEntityNames(util.UnescapePunctuations(n.Segment.Value(b.src.Text))))
			if n.SoftLineBreak() {
				out.WriteByte(' ')
			}
		case *ast.String:
			out.Write(n.Value)
		case *ast.CodeSpan:
			_, text := splitSpan(b.code(n))
			out.WriteString(text)
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(out.String())
}
