package markdown_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/site/markdown"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// source surrounds a text with functions whose effect shows in the output.
func source(name string, text []byte) markdown.Source {
	return markdown.Source{
		Name: name,
		Text: text,
		Open: func(name string) (string, error) {
			b, err := os.ReadFile(filepath.Join("testdata", name))
			return string(b), err
		},
		Cell: func(name, caption string) (string, error) {
			return fmt.Sprintf("<run-cell data-script=%q>%s</run-cell>", name, caption), nil
		},
		Compare: func(scripts []markdown.Script) (string, error) {
			return fmt.Sprintf("<cost-compare>%q</cost-compare>", scripts), nil
		},
		Measure: func(scripts []markdown.Script) (string, error) {
			return fmt.Sprintf("<table>%q</table>", scripts), nil
		},
		HTTP: func(script string) (string, error) { return "<i>" + script + "</i>", nil },
		Span: func(kind, text string) (string, error) { return "<" + kind + ">" + text + "</" + kind + ">", nil },
		Link: func(target string) (string, error) { return strings.Replace(target, "/", "../", 1), nil },
	}
}

func TestRenderMatchesGoldenFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			page, err := markdown.Render(source(file, text))
			if err != nil {
				t.Fatal(err)
			}
			compare(t, strings.TrimSuffix(file, ".md")+".html", dump(page))
		})
	}
}

// dump writes a page so that its structure can be read beside its HTML.
func dump(page markdown.Page) string {
	var out strings.Builder
	fmt.Fprintf(&out, "meta %v\n", page.Meta)
	for _, s := range page.Sections {
		fmt.Fprintf(&out, "\n==== section %q %q\n%s%s", s.ID, s.Title, s.Head, s.Body)
		for _, sub := range s.Subs {
			fmt.Fprintf(&out, "\n---- sub %q %q\n%s%s", sub.ID, sub.Title, sub.Head, sub.Body)
		}
	}
	return out.String()
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it); got:\n%s", file, got)
	}
}

func TestRenderNamesTheLineOfAMistake(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
		msg  string
	}{
		"first-level-heading":       {"a\n\n# Title\n", 3, "title in the front matter"},
		"raw-html":                  {"one\n\n<div>\n", 3, "raw HTML"},
		"raw-html-in-a-line":        {"one\n\ntwo <b>bold</b>\n", 3, "raw HTML"},
		"picture":                   {"![a](b.png)\n", 1, "picture"},
		"script-inside-a-sentence":  {"see [it](a.http) now\n", 1, "stands alone"},
		"script-without-caption":    {"[](a.http)\n", 1, "between the brackets"},
		"compared-without-caption":  {"x\n\n[A](a.http)\n[](b.http)\n", 3, "link to b.http: say between the brackets"},
		"measured-without-caption":  {"![](a.http)\n", 1, "image a.http: say between the brackets"},
		"measured-in-a-sentence":    {"![A](a.http) or\n", 1, "picture"},
		"compared-with-a-word":      {"[A](a.http) or [B](b.http)\n", 1, "stands alone"},
		"compared-with-a-page":      {"[A](a.http)\n[B](/learn/)\n", 1, "stands alone"},
		"unknown-call-out":          {"x\n\n> **Note** y\n", 3, "begin with Limit"},
		"unknown-language":          {"---\ntitle: x\n---\n\n```ruby\nx\n```\n", 6, "ruby"},
		"figure-without-caption":    {"![](two.entity)\n", 1, "caption"},
		"missing-figure":            {"![a](missing.entity)\n", 1, "missing.entity"},
		"classes-without-caption":   {"![](kinds.classes)\n", 1, "caption"},
		"sequence-without-caption":  {"![](three.sequence)\n", 1, "caption"},
		"missing-sequence":          {"![a](missing.sequence)\n", 1, "missing.sequence"},
		"heading-attribute":         {"## A {#a style=color:red}\n", 1, "only an anchor"},
		"dangerous-link":            {"[a](javascript:alert(1))\n", 1, "https address"},
		"front-matter-syntax-error": {"---\ntitle: [\n---\n", 1, "front matter"},
		"another-encoding":          {"one\ntw\xf6\n", 2, "UTF-8"},
		"the-same-language-twice":   {"```go\na\n```\n\n```go\nb\n```\n", 6, "adjacent"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := markdown.Render(source("page.md", []byte(c.text)))
			want := fmt.Sprintf("page.md:%d: ", c.line)
			if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), c.msg) {
				t.Errorf("Render(%q): error = %v, want %s...%s", c.text, err, want, c.msg)
			}
		})
	}
}

func TestFigureNamesTheLineOfAMistake(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"empty":                      {"# nothing\n", 1},
		"row-without-partition":      {"\nrow 1\n", 2},
		"property-without-row":       {"partition a\nAge Int32 41\n", 2},
		"property-without-value":     {"partition a\nrow 1\nAge Int32\n", 3},
		"bracket-that-stays-open":    {"partition a\nrow [email_\n", 2},
		"layout-that-does-not-exist": {"layout tree\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := markdown.ParseFigure("f.entity", c.text)
			var e *markdown.Error
			if !errors.As(err, &e) || e.Line != c.line {
				t.Errorf("ParseFigure(%q): error = %v, want line %d", c.text, err, c.line)
			}
		})
	}
}

func TestSequenceNamesTheLineOfAMistake(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"empty":                      {"# nothing\n", 1},
		"no-arrows":                  {"lifelines A, B\n", 1},
		"lifelines-twice":            {"lifelines A, B\nlifelines C, D\n", 2},
		"the-same-name-twice":        {"lifelines A, B, A\n", 1},
		"arrow-without-label":        {"lifelines A, B\n\nA -> B\n", 3},
		"arrow-without-end":          {"lifelines A, B\nA to B: x\n", 2},
		"arrow-to-nobody":            {"lifelines A, B\nA -> C: x\n", 2},
		"arrow-to-itself":            {"lifelines A, B\nA -> A: x\n", 2},
		"arrow-before-all-lifelines": {"A -> B: x\nlifelines A, B\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := markdown.ParseSequence("s.sequence", c.text)
			var e *markdown.Error
			if !errors.As(err, &e) || e.Line != c.line {
				t.Errorf("ParseSequence(%q): error = %v, want line %d", c.text, err, c.line)
			}
		})
	}
}

func TestInlineRendersOneLine(t *testing.T) {
	got, err := markdown.Inline(source("title", []byte("find `pk:Sales` *fast*")))
	if want := `find <code class="pk">Sales</code> <em>fast</em>`; err != nil || got != want {
		t.Errorf("Inline = %q, %v, want %q", got, err, want)
	}
	if _, err := markdown.Inline(source("title", []byte("a\n\nb"))); err == nil {
		t.Error("Inline of two paragraphs: no error")
	}
}

func TestAnEMailAddressIsTextAndAURLIsALink(t *testing.T) {
	got, err := markdown.Inline(source("title", []byte("jonesj@contoso.com and <a@b.de>, https://a.org/?a=1&b=2")))
	want := `jonesj@contoso.com and a@b.de, <a href="https://a.org/?a=1&amp;b=2">https://a.org/?a=1&amp;b=2</a>`
	if err != nil || got != want {
		t.Errorf("Inline = %q, %v, want %q", got, err, want)
	}
}

func TestALongNameInATableMayBreakBeforeItsParts(t *testing.T) {
	src := source("names.md", []byte("| a |\n| --- |\n"+
		"| 412 UpdateConditionNotSatisfied, ok |\n| ShortName `UpdateConditionNotSatisfied` |\n"))
	page, err := markdown.Render(src)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"412 Update<wbr>Condition<wbr>Not<wbr>Satisfied, ok<",
		">ShortName <code>Update<wbr>Condition<wbr>Not<wbr>Satisfied</code><",
	} {
		if got := page.Sections[0].Body; !strings.Contains(got, want) {
			t.Errorf("%s has no %s", got, want)
		}
	}
}

func FuzzRender(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.md")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("---\na: &x [*x]\n---\n"))
	f.Add([]byte("> **Rule**"))
	f.Add([]byte(">*ue*\xb3\n٤\xcbRl\"~5\xa8\xa1SP\xdf\x06H+=\"\xd6l\x00\x01\x00\x00\xe5\x8c*ue*\x80")) // not UTF-8
	f.Add([]byte("[<script>](x.http)\n\n![\"><script>](two.entity)\n"))
	f.Add([]byte("| a |\n| -: |\n| <script> | b\n"))
	f.Add([]byte("## <x> {#\"y}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		src := source("fuzz.md", text)
		src.Cell = func(name, caption string) (string, error) { return "<run-cell></run-cell>", nil }
		src.HTTP, src.Span = nil, nil
		page, err := markdown.Render(src)
		if err != nil {
			return
		}
		html := strings.ToLower(dump(page))
		_, html, _ = strings.Cut(html, "==== section")
		for _, bad := range []string{"<script", "<style", "<iframe", `href="javascript:`} {
			if strings.Contains(html, bad) {
				t.Errorf("Render(%q) lets %q through:\n%s", text, bad, html)
			}
		}
	})
}

func FuzzParseFigure(f *testing.F) {
	f.Add("layout boxes\npartition a\n+ row [x]y\ntitle t\n- Age Int32 41\n")
	f.Fuzz(func(t *testing.T, text string) {
		fig, err := markdown.ParseFigure("fuzz", text)
		if err == nil && len(fig.Frames) == 0 {
			t.Errorf("ParseFigure(%q): no frames and no error", text)
		}
	})
}

func FuzzParseSequence(f *testing.F) {
	f.Add("lifelines A, B\n# x\nA -> B: put\nB -> A: take\n")
	f.Add("lifelines A, \nA -> : :\n")
	f.Add("A -> B: x")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := markdown.ParseSequence("fuzz", text)
		if err != nil {
			return
		}
		for _, a := range s.Arrows {
			if a.From == a.To || max(a.From, a.To) >= len(s.Lifelines) || min(a.From, a.To) < 0 || a.Label == "" {
				t.Errorf("ParseSequence(%q): arrow %v", text, a)
			}
		}
	})
}

func TestParseClassesNamesTheLineThatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "empty drawing",
		"FirstName String":     "write \"class Name\"",
		"class A\nName":        "c.classes:2",
		"class A\nclass B : C": "not there yet",
		"class A B":            "write \"class Name\"",
		"class A : B : C":      "write \"class Name\"",
	} {
		if _, err := markdown.ParseClasses("c.classes", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
