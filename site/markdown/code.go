package markdown

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// language is how a code block is named. Only languages with a tab can be in tabs; the values
// are those that the style sheet knows.
type language struct{ word, tab string }

var languages = map[string]language{
	"http": {"HTTP", "http"}, "go": {"Go", "go"}, "csharp": {"C#", "cs"},
	"js": {"JavaScript", "javascript"}, "python": {"Python", "python"},
	"json": {"JSON", ""}, "sh": {"Shell", ""}, "xml": {"XML", ""}, "text": {"", ""}, "": {"", ""},
}

func (b *builder) renderCode(w util.BufWriter, n ast.Node, _ bool) {
	name := ""
	if f, ok := n.(*ast.FencedCodeBlock); ok {
		name = string(f.Language(b.src.Text))
	}
	lang, ok := languages[name]
	if !ok {
		b.fail(n, "code block of language %q: use http, go, csharp, js, python, json, xml, sh or text", name)
	}
	label := cmp.Or(lang.word, b.src.T("code.label"))
	code, err := b.highlight(name, string(n.Lines().Value(b.src.Text)))
	b.wrap(n, err)
	write(w, `<pre class="sample" translate="no" tabindex="0" role="group" aria-label="`,
		escape(label), `"><code>`, code, "</code></pre>\n")
}

// highlight colours a text; "http" is the dialect of the scripts, everything else chroma's.
func (b *builder) highlight(lang, text string) (string, error) {
	text = strings.TrimRight(text, "\n")
	if lang == "http" {
		return b.src.HTTP(text)
	}
	lexer := lexers.Get(lang)
	if lexer == nil || lang == "" || lang == "text" {
		return escape(text), nil
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, text)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, t := range tokens.Tokens() {
		if class := tokenClass(t); class != "" {
			out.WriteString(`<span class="t-` + class + `">` + escape(t.Value) + "</span>")
			continue
		}
		out.WriteString(escape(t.Value))
	}
	return strings.TrimRight(out.String(), "\n"), nil
}

// keyNames are the spellings of the two keys in the official libraries.
var keyNames = map[string]bool{
	"PartitionKey": true, "RowKey": true, "partitionKey": true, "rowKey": true,
	"partition_key": true, "row_key": true,
}

// tokenClass maps chroma's token types to the few classes of the style sheet.
func tokenClass(t chroma.Token) string {
	if keyNames[strings.Trim(t.Value, `"'`)] {
		return "key"
	}
	switch {
	case t.Type.InCategory(chroma.Comment):
		return "com"
	case t.Type.InSubCategory(chroma.LiteralString), t.Type.InSubCategory(chroma.LiteralNumber),
		t.Type == chroma.KeywordConstant:
		return "lit"
	case t.Type.InCategory(chroma.Keyword) && t.Type != chroma.KeywordType:
		return "verb"
	}
	return ""
}

// renderTabs draws code blocks in several languages as a group of radio buttons and panels.
func (b *builder) renderTabs(w util.BufWriter, n ast.Node, _ bool) {
	b.tabs++
	name := "sdk-" + strconv.Itoa(b.tabs)
	write(w, `<sdk-tabs><fieldset class="tabs"><legend class="vh">`,
		escape(b.src.T("sdk.language")), `</legend>`)
	blocks := b.inOrder(n)
	for i, c := range blocks {
		lang := b.language(c)
		checked := ""
		if i == 0 {
			checked = " checked"
		}
		write(w, `<label><input type="radio" name="`, name, `" value="`, lang.tab, `"`, checked, `><span>`,
			escape(lang.word), `</span></label>`)
	}
	write(w, "</fieldset>")
	for _, c := range blocks {
		write(w, `<div class="sdk" data-sdk="`, b.language(c).tab, `">`)
		b.renderCode(w, c, true)
		write(w, "</div>\n")
	}
	write(w, "</sdk-tabs>\n")
}

// inOrder returns the code blocks of a group of tabs: HTTP, then the languages by their names, so that each has the
// same place on every page.
func (b *builder) inOrder(n ast.Node) []ast.Node {
	var blocks []ast.Node
	seen := map[string]bool{}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		lang := b.language(c)
		if seen[lang.tab] {
			b.fail(c, "two adjacent code blocks in %s: put a sentence between them", lang.word)
		}
		seen[lang.tab] = true
		blocks = append(blocks, c)
	}
	place := func(n ast.Node) string { return strings.TrimPrefix(b.language(n).word, "HTTP") }
	slices.SortFunc(blocks, func(x, y ast.Node) int { return strings.Compare(place(x), place(y)) })
	return blocks
}

func (b *builder) language(n ast.Node) language {
	return languages[string(n.(*ast.FencedCodeBlock).Language(b.src.Text))]
}
