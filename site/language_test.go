package main

import (
	"context"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"rowkey/site/publish"
)

// keepPseudo is for the tests in a browser: go test ./site -run NoEnglish -args -pseudo FOLDER.
var keepPseudo = flag.String("pseudo", "", "folder for a site in pseudo-language, with engine and search")

// pseudoPages are a page of each kind.
var pseudoPages = []string{"", "learn", "learn/choosing-keys", "patterns", "patterns/log-tail", "play", "search",
	"help", "glossary"}

// wholeProject is the project in a folder of its own, where it has another language.
func wholeProject(t *testing.T) Options {
	t.Helper()
	root := t.TempDir()
	for _, dir := range []string{"content", "tutorials", "site/app", "site/i18n"} {
		if err := os.CopyFS(filepath.Join(root, dir), os.DirFS(filepath.Join("..", dir))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"engine", "wasm", "site/node_modules", "site/templates"} {
		target, err := filepath.Abs(filepath.Join("..", name))
		if err == nil {
			err = os.Symlink(target, filepath.Join(root, name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	addPseudo(t, root)
	return Options{Root: root, Out: filepath.Join(root, "dist"), Base: "https://example.org/rowkey/", Only: pseudoPages,
		node: realNode, engine: func(context.Context, publish.Module, string) ([]byte,
			error) {
			return []byte("\x00asm"), nil
		}}
}

// notTranslated is what stays as it is in every language, with the reason; the tests in a browser read it as well.
type notTranslated struct {
	Elements map[string]string // tags, .classes and [attributes]
	Texts    map[string]string // regular expressions
}

func TestNoEnglishIsLeftInAnotherLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: builds pages of the whole project")
	}
	o := wholeProject(t)
	if *keepPseudo != "" {
		o.Out, o.Base = *keepPseudo, ""
		o.engine = func(ctx context.Context, m publish.Module, version string) ([]byte, error) {
			return m.Cached(ctx, "..", ".cache", version)
		}
	}
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	files := readTree(t, o.Out)
	var keep notTranslated
	readJSON(t, "testdata/not-translated.json", &keep)
	pages := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, pseudoLang) && path.Ext(name) == ".html" {
			pages++
			for _, text := range keep.english(t, files[name]) {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
	if pages < len(pseudoPages) {
		t.Errorf("%d pages, want %d and the steps of a lesson", pages, len(pseudoPages))
	}
	if *keepPseudo != "" {
		addIndex(t, o.Out, files)
	}
}

// addIndex adds what searches a site.
func addIndex(t *testing.T, dir string, files publish.Files) {
	t.Helper()
	index, err := publish.Indexer{Site: ".", Cache: t.TempDir()}.Index(files)
	if err == nil {
		err = index.Update(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// englishWord is one that has no accents. What is in brackets is translated, and beside them are parameters: data.
var englishWord = regexp.MustCompile(`^[^⟦]*[A-Za-z]{2,}[^⟦]*$`)

// english returns the texts of a page that are not translated.
func (k notTranslated) english(t *testing.T, page []byte) (found []string) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	known := regexp.MustCompile(strings.Join(slices.Sorted(maps.Keys(k.Texts)), "|"))
	look := func(text string) {
		if text = strings.TrimSpace(text); englishWord.MatchString(text) && !known.MatchString(text) {
			found = append(found, text)
		}
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			look(n.Data)
		}
		if n.Type == html.ElementNode && k.holds(n) {
			return
		}
		for _, a := range n.Attr {
			if slices.Contains([]string{"aria-label", "title", "placeholder", "alt"}, a.Key) {
				look(a.Val)
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(doc)
	return found
}

// holds tells whether an element is one that is not translated.
func (k notTranslated) holds(n *html.Node) bool {
	if k.Elements[n.Data] != "" {
		return true
	}
	for _, a := range n.Attr {
		if k.Elements["["+a.Key+"]"] != "" || k.Elements["["+a.Key+"="+a.Val+"]"] != "" {
			return true
		}
		for class := range strings.FieldsSeq(a.Val) {
			if a.Key == "class" && k.Elements["."+class] != "" {
				return true
			}
		}
	}
	return false
}

func TestPagesOfFurtherLanguages(t *testing.T) {
	edits := map[string]string{}
	for _, name := range []string{"base.html", "page.html"} {
		data, err := os.ReadFile("templates/" + name)
		if err != nil {
			t.Fatal(err)
		}
		edits["site/templates/"+name] = string(data)
	}
	o := mini(t, 0, edits)
	addPseudo(t, o.Root)
	linked := []string{"play", "design", "patterns", "cases", "watch", "search", "limits", "glossary"} // by the frame
	for _, section := range linked {
		writeFile(t, filepath.Join(o.Root, "content", section, "en.md"),
			"---\ntitle: a\ndescription: b\ntemplate: page\n---\n")
	}
	help := filepath.Join(o.Root, "content/help/en.md")
	text, err := os.ReadFile(help)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, help, string(text)+"\nMore.\n")
	b, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if b.Executed != 7 {
		t.Errorf("executed %d, want 7 as in one language", b.Executed)
	}
	f := readTree(t, o.Out)
	for name, list := range map[string][]string{
		"en-XA/help/index.html": { // outdated
			`<html lang="en-XA" data-root="../../" data-home="../"`,
			pseudo("The English text of this page is newer than its translation."),
			`<link rel="canonical" href="https://example.org/rowkey/en-XA/help/">`,
			`<link rel="alternate" hreflang="en" href="https://example.org/rowkey/help/">`,
			`<a class="lang" href="../../help/" lang="en" hreflang="en">English</a>`, `href="../learn/"`,
		},
		"en-XA/limits/index.html": { // missing
			pseudo("This page is not translated yet."), `aria-labelledby="title" lang="en">`,
			`<link rel="canonical" href="https://example.org/rowkey/limits/">`,
		},
		"help/index.html":               {`<html lang="en" data-root="../"`, `href="../en-XA/help/"`},
		"en-XA/learn/keys/1/index.html": {pseudo("It reads one row"), "### " + pseudo("Everybody")},
		"sitemap.xml": {"<loc>https://example.org/rowkey/en-XA/help/</loc>",
			"<loc>https://example.org/rowkey/limits/</loc>"},
	} {
		for _, want := range list {
			if !strings.Contains(string(f[name]), want) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
	}
	if strings.Contains(string(f["sitemap.xml"]), "en-XA/limits") || f["en-XA/404.html"] != nil {
		t.Error("pages without a translation are in the site map, or there is a second page for unknown addresses")
	}
}

func TestTextsOfTheInterfaceAreComplete(t *testing.T) {
	o := mini(t, 0, nil)
	addPseudo(t, o.Root)
	file := filepath.Join(o.Root, "site/i18n/en-XA.json")
	var texts map[string]string
	readJSON(t, file, &texts)
	delete(texts, "batch.done")
	delete(texts, "facts.pages.one") // "other" will do
	writeJSON(t, file, texts)
	_, err := Build(t.Context(), o)
	want := "site/i18n/en-XA.json, en-XA.first.json, en-XA.pages.json: translate batch.done"
	if err == nil || err.Error() != want {
		t.Errorf("error = %v, want %s", err, want)
	}
}

// A refusal without a word of ours leaves a reader alone with the service's, which often says nothing.
func TestEachRefusalOfTheTableServiceIsExplained(t *testing.T) {
	texts := map[string]string{}
	readJSON(t, "i18n/en.json", &texts)
	codes := codesOf(t)
	used := 0
	for _, dir := range []string{"rest", "rest/odata", "table", "edm", "odata", "client"} {
		for name := range namesFrom(t, filepath.Join("../engine", dir), "apierr") {
			if code, ok := codes[name]; ok {
				used++
				if texts["error."+code] == "" {
					t.Errorf("engine/%s answers %s: i18n/en.json has no text error.%s", dir, code, code)
				}
			}
		}
	}
	if used < 40 {
		t.Errorf("%d uses of codes, want those of the whole service", used)
	}
	known := slices.Collect(maps.Values(codes))
	for key := range texts {
		code, ok := strings.CutPrefix(key, "error.")
		if ok && 'A' <= code[0] && code[0] <= 'Z' && !slices.Contains(known, code) {
			t.Errorf("%s explains what no service answers", key)
		}
	}
}

// codesOf returns the codes of refusals by the names of their constants.
func codesOf(t *testing.T) map[string]string {
	t.Helper()
	codes := map[string]string{}
	for _, f := range sourcesIn(t, "../engine/apierr") {
		ast.Inspect(f, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Values) == 1 {
				if of, ok := v.Type.(*ast.Ident); ok && of.Name == "Code" {
					code, _ := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
					codes[v.Names[0].Name] = code
				}
			}
			return true
		})
	}
	return codes
}

// namesFrom returns which names of another package the sources in a folder use.
func namesFrom(t *testing.T, dir, of string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, f := range sourcesIn(t, dir) {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == of {
					names[s.Sel.Name] = true
				}
			}
			return true
		})
	}
	return names
}

// sourcesIn parses what is not a test in a folder.
func sourcesIn(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(list) == 0 {
		t.Fatalf("%s: no sources, %v", dir, err)
	}
	for _, name := range list {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}
