package main

import (
	"bytes"
	"html"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/yuin/goldmark"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"

	"rowkey/serve/servetest"
)

// TestRecipesKeepTheEmbeddedScript has the blocks of the page about embedding read as the generators read them: each
// has to show the script of the plain page, with its empty lines and braces.
func TestRecipesKeepTheEmbeddedScript(t *testing.T) {
	blocks := recipes(t)
	_, rest, _ := strings.Cut(blocks["embed"], "<pre><code>")
	script, _, _ := strings.Cut(rest, "</code>")
	if !strings.Contains(script, "{{table}}") || !strings.Contains(script, "\n\n") {
		t.Fatalf("the script of the plain page is %q: it has to hold what generators change", script)
	}
	for generator, read := range map[string]func(t *testing.T, block string) (html string){
		"docusaurus": withJSX, "vitepress": withCommonMark, "mkdocs": withPythonMarkdown,
	} {
		t.Run(generator, func(t *testing.T) {
			got := html.UnescapeString(read(t, blocks[generator]))
			if !strings.Contains(got, script) || strings.Contains(got, "<p>") || strings.Contains(got, "<h3") {
				t.Errorf("%s becomes\n%s\nwant the script\n%s", blocks[generator], got, script)
			}
		})
	}
}

// recipes returns the blocks of code with the element, by the anchor of their heading.
func recipes(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../content/help/hosting/en.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, section := range regexp.MustCompile(`(?m)^##+ `).Split(string(page), -1) {
		heading, text, _ := strings.Cut(section, "\n")
		for _, b := range regexp.MustCompile("(?s)```text\n(.*?)```").FindAllStringSubmatch(text, -1) {
			if strings.Contains(b[1], "<table-play") {
				blocks[strings.Trim(regexp.MustCompile(`\{#.*\}`).FindString(heading), "{#}")] = b[1]
			}
		}
	}
	return blocks
}

// withJSX returns the JavaScript that MDX has for HTML.
func withJSX(t *testing.T, block string) string {
	t.Helper()
	result := api.Transform("export default <>"+block+"</>", api.TransformOptions{Loader: api.LoaderJSX})
	if len(result.Errors) > 0 {
		t.Fatal(result.Errors)
	}
	_, text, _ := strings.Cut(string(result.Code), "`")
	text, _, _ = strings.Cut(text, "`")
	return text
}

func withCommonMark(t *testing.T, block string) string {
	t.Helper()
	var b bytes.Buffer
	markdown := goldmark.New(goldmark.WithRendererOptions(goldmarkhtml.WithUnsafe()))
	if err := markdown.Convert([]byte(block), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func withPythonMarkdown(t *testing.T, block string) string {
	t.Helper()
	python := servetest.Python(t, "..", "from markdown import markdown", "") // a folder here is called so, too
	if python == "" {
		t.Skip("no Python has the module markdown: " + servetest.Unpack)
	}
	cmd := exec.CommandContext(t.Context(), python, "-c",
		"import markdown, sys; print(markdown.markdown(sys.stdin.read()))")
	cmd.Stdin = strings.NewReader(block)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
