package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rowkey/site/publish"

	"github.com/andybalholm/brotli"
)

// mini copies the small site of testdata to a folder of its own, some levels deep, and changes some
// of its files; the content "" removes one. Engine and search index are stand-ins, which takes seconds off each test.
func mini(t *testing.T, depth int, edits map[string]string) Options {
	t.Helper()
	root := filepath.Join(t.TempDir(), strings.Repeat("deep/", depth))
	if err := os.CopyFS(root, os.DirFS("testdata/mini")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(root, "site/i18n"), os.DirFS("i18n")); err != nil {
		t.Fatal(err)
	}
	for name, text := range edits {
		file := filepath.Join(root, name)
		if text != "" {
			writeFile(t, file, text)
		} else if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	return Options{
		Root: root, Out: filepath.Join(root, "dist"), Base: "https://example.org/rowkey/",
		engine: func(context.Context, publish.Module, string) ([]byte, error) { return []byte("\x00asm"), nil },
		node:   realNode,
		index: func(publish.Files) (publish.Files, error) {
			return publish.Files{"pagefind/pagefind.js": []byte("search")}, nil
		},
	}
}

// realNode is what Node runs for any build, made once.
var realNode = sync.OnceValues(func() ([]byte, error) {
	dir, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	return publish.NodeScript(dir)
})

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// built builds a small site and reads it back.
func built(t *testing.T, edits map[string]string) (Built, publish.Files) {
	t.Helper()
	o := mini(t, 0, edits)
	b, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return b, readTree(t, o.Out)
}

func readTree(t *testing.T, dir string) publish.Files {
	t.Helper()
	f := publish.Files{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f[name], err = os.ReadFile(filepath.Join(dir, name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestBuildDependsOnItsInputsAlone(t *testing.T) {
	one, two := publish.Files(nil), publish.Files(nil)
	for depth, f := range []*publish.Files{&one, &two} {
		o := mini(t, depth, nil) // another folder, another cache
		if _, err := Build(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		*f = readTree(t, o.Out)
	}
	for _, name := range slices.Sorted(maps.Keys(one)) {
		if !bytes.Equal(one[name], two[name]) {
			t.Errorf("%s: two builds of the same tree differ", name)
		}
	}
	if len(one) != len(two) {
		t.Errorf("two builds of the same tree have %d and %d files", len(one), len(two))
	}
}

func TestPartsOfTheCourseMayHaveNumbersOfAnyLength(t *testing.T) {
	texts, err := os.ReadFile("i18n/en.pages.json")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("templates/learn.html")
	if err != nil {
		t.Fatal(err)
	}
	_, f := built(t, map[string]string{
		"site/templates/learn.html":     string(page),
		"tutorials/01-keys/lesson.json": `{"part":"10_keys","fixture":"people","minutes":5,"score":["read"],"covers":["A-1 1-read/scan.http"]}`,
		"site/i18n/en.pages.json":       strings.Replace(string(texts), "part.1_keys", "part.10_keys", 1),
	})
	if learn := string(f["learn/index.html"]); !strings.Contains(learn, ` data-part="keys"`) {
		t.Error("the name of part 10_keys is not \"keys\" in the line of the course")
	}
}

func TestBuildWritesEveryPage(t *testing.T) {
	b, f := built(t, nil)
	for _, name := range []string{
		"index.html", "help/index.html", "learn/index.html", "learn/keys/index.html", "learn/keys/1/index.html",
		"learn/keys/2/index.html", "learn/keys/3/index.html", "play/index.html", "404.html", "robots.txt", "sitemap.xml",
	} {
		if f[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	if want := 7; b.Executed != want || b.Passed != want {
		t.Errorf("executed %d, passed %d, want %d: five examples, start, solution", b.Executed, b.Passed, want)
	}
	if !strings.Contains(string(f["sitemap.xml"]), "<loc>https://example.org/rowkey/learn/keys/1/</loc>") {
		t.Errorf("sitemap.xml lacks a lesson: %s", f["sitemap.xml"])
	}
	if strings.Contains(string(f["sitemap.xml"]), "404") {
		t.Error("sitemap.xml lists the page for unknown addresses")
	}
}

func TestPagesLinkRelativelyAndStandAlone(t *testing.T) {
	_, f := built(t, nil)
	step := string(f["learn/keys/1/index.html"])
	for _, want := range []string{
		`data-root="../../../"`, `<a href="../../../learn/">`, `<script type="application/json" id="step">{"id":"keys/1"`,
		`<run-cell data-kind="example" data-script="scan.http">`, `data-class="table-scan"`, `<b>3</b>`,
		`<link rel="canonical" href="https://example.org/rowkey/learn/keys/1/">`,
	} {
		if !strings.Contains(step, want) {
			t.Errorf("the step lacks %s", want)
		}
	}
	if home := string(f["404.html"]); !strings.Contains(home, `href="/rowkey/learn/"`) {
		t.Error("404.html is shown at any depth, but its links are relative")
	}
	for name, page := range f {
		if filepath.Ext(name) == ".html" && bytes.Contains(page, []byte(" style=")) {
			t.Errorf("%s holds a style attribute", name)
		}
	}
}

var policyMeta = regexp.MustCompile(`(?i)<meta http-equiv="?Content-Security-Policy"? content="([^"]*)"`)

func TestThePolicyNamesTheInlineScript(t *testing.T) {
	_, f := built(t, nil)
	page := f["learn/keys/1/index.html"]
	script := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindSubmatch(page)
	found := policyMeta.FindSubmatch(page)
	if script == nil || found == nil {
		t.Fatalf("the page has no inline script or no policy:\n%.600s", page)
	}
	sum := sha256.Sum256(script[1])
	want := "script-src 'self' 'wasm-unsafe-eval' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; style-src 'self'"
	if !strings.Contains(string(found[1]), want) {
		t.Errorf("policy %s, want %s in it", found[1], want)
	}
}

func TestCompressedFilesHoldTheSame(t *testing.T) {
	_, f := built(t, nil)
	packed := 0
	for name, data := range f {
		br, gz := f[name+".br"], f[name+".gz"]
		if br == nil {
			continue
		}
		packed++
		r, err := gzip.NewReader(bytes.NewReader(gz))
		if err != nil {
			t.Fatal(err)
		}
		fromGzip, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(fromGzip, data) {
			t.Errorf("%s.gz differs: %v", name, err)
		}
		fromBrotli, err := io.ReadAll(brotli.NewReader(bytes.NewReader(br)))
		if err != nil || !bytes.Equal(fromBrotli, data) {
			t.Errorf("%s.br differs: %v", name, err)
		}
	}
	if packed < 10 {
		t.Errorf("%d files have a compressed form, want every page, script and style", packed)
	}
}

func TestTheNameOfAnAssetChangesWithItsContent(t *testing.T) {
	_, one := built(t, nil)
	_, two := built(t, map[string]string{"site/app/later.ts": "export const later = 2;"})
	worker, page := regexp.MustCompile(`^a/worker\..*\.js$`), regexp.MustCompile(`<script[^>]* src="?[./]*(a/[^" >]+\.js)`)
	if match(one, worker) != match(two, worker) {
		t.Error("the worker got a new name though it did not change")
	}
	first, second := page.FindStringSubmatch(string(one["index.html"])), page.FindStringSubmatch(string(two["index.html"]))
	if first == nil || second == nil || first[1] == second[1] {
		t.Error("the page's script kept its name though what it loads changed:", first, second)
	}
}

func match(f publish.Files, name *regexp.Regexp) string {
	for _, n := range slices.Sorted(maps.Keys(f)) {
		if name.MatchString(n) {
			return n
		}
	}
	return ""
}

func TestBuildNamesTheMistake(t *testing.T) {
	const step = "tutorials/01-keys/1-read/"
	for name, c := range map[string]struct {
		file, text string
		want       string
	}{
		"example-whose-assertion-fails": {step + "scan.http", "### x\nGET {{table}}/People()\n\n# ?? count == 4\n", "1-read/scan.http: line 4: ?? count == 4: expected"},
		"example-with-a-typing-error":   {step + "scan.http", "### x\nGET {{table}}/People()\n\n# ?? cuont == 3\n", "1-read/scan.http: line 4"},
		"example-that-surprises":        {"content/point.http", "### x\nGET {{table}}/Nobody()\n", "content/point.http: line 2: 404 TableNotFound"},
		"solution-that-does-not-pass":   {step + "solution.http", "### x\nGET {{table}}/People()\n", "solution.http: does not pass check.http: It reads one row: line 5"},
		"start-that-passes":             {step + "start.http", "### x\nGET {{table}}/People(PartitionKey='A',RowKey='1')\n", "start.http: passes check.http already"},
		"check-without-assertion":       {step + "check.http", "\n", "check.http"},
		"solution-without-check":        {step + "check.http", "", "solution.http: a task needs check.http as well"},
		"task-without-heading":          {step + "en.md", "---\ntitle: a\ndescription: b\n---\n[x](scan.http)\n", `a heading "## Task" and solution.http belong together`},
		"page-without-title":            {"content/help/en.md", "---\ndescription: b\n---\n", "content/help/en.md:1: front matter: title and description"},
		"raw-html":                      {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n\n<b>x</b>\n", "content/help/en.md:6: raw HTML"},
		"template-that-does-not-exist":  {"content/help/en.md", "---\ntitle: a\ndescription: b\ntemplate: x\n---\n", `template "x": use one of 404, design, home`},
		"link-to-nowhere":               {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n[x](/nowhere/)\n", "help/index.html: <a> leads to ../nowhere/"},
		"anchor-to-nowhere":             {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n[x](/learn/keys/1/#x)\n", "has no such anchor"},
		"relative-link":                 {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n[x](../learn/)\n", "content/help/en.md:5: link to \"../learn/\": begin with /"},
		"missing-example":               {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n[x](no.http)\n", "there is no example content/help/no.http"},
		"example-that-nobody-sees":      {"content/help/x.http", "### x\nGET {{table}}/Tables\n", "content/help/en.md: no paragraph shows x.http"},
		"missing-fixture":               {"content/help/en.md", "---\ntitle: a\ndescription: b\nfixture: x\n---\n", `content/help/en.md: fixture "x": there is no script fixtures/x.http`},
		"missing-setup":                 {"content/point.http", "# @setup ./no.http\n\n### x\nGET {{table}}/People()\n", "content/point.http:1: there is no script ./no.http"},
		"setup-that-fails":              {"tutorials/fixtures/people.http", "### x\nGET {{table}}/People()\n", "fixtures/people.http"},
		"unknown-class":                 {"content/help/en.md", "---\ntitle: a\ndescription: b\n---\n`class:fast`\n", `class "fast"`},
		"lesson-with-an-unknown-score":  {"tutorials/01-keys/lesson.json", `{"part":"1_keys","score":["speed"]}`, `unknown counter "speed"`},
		"lesson-with-an-unknown-member": {"tutorials/01-keys/lesson.json", `{"part":"1_keys","sore":[]}`, `"sore"`},
		"lesson-that-needs-no-lesson":   {"tutorials/01-keys/lesson.json", `{"part":"1_keys","fixture":"people","score":["read"],"covers":["A-1 1-read/scan.http"],"needs":["keis"]}`, `tutorials/01-keys/lesson.json: "needs": there is no lesson "keis"`},
		"lesson-without-a-need":         {"tutorials/01-keys/en.md", "---\ntitle: a\ndescription: b\n---\n", "need is required"},
		"gap-between-steps":             {"tutorials/01-keys/5-late/en.md", "---\ntitle: a\ndescription: b\n---\n", "want step 4"},
		"folder-without-a-number":       {"tutorials/keys/en.md", "x", "tutorials/keys: name the folder"},
		"text-that-is-missing":          {"site/templates/play.html", `{{define "main"}}{{t "no.such"}}{{end}}`, `text "no.such" is missing`},
		"icon-that-is-missing":          {"site/templates/play.html", `{{define "main"}}{{icon "x"}}{{end}}`, `icon "x" is not in the sprite`},
		"style-attribute":               {"site/templates/play.html", `{{define "main"}}<p style="color:red"></p>{{end}}`, "forbids style attributes"},
		"id-that-is-there-twice":        {"site/templates/play.html", `{{define "main"}}<p id="a"></p><p id="a"></p>{{end}}`, `the id "a" is there twice`},
		"picture-from-elsewhere":        {"site/templates/play.html", `{{define "main"}}<img src="https://example.net/x.png">{{end}}`, "nothing may come from elsewhere"},
		"typescript-that-does-not-read": {"site/app/page.ts", "let = ;", "site/app/page.ts:1:"},
		"import-that-does-not-exist":    {"site/app/page.ts", "import './no.ts'", "site/app/page.ts:1:"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Build(t.Context(), mini(t, 0, map[string]string{c.file: c.text}))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want %s", err, c.want)
			}
		})
	}
}

// TestALessonIsBuiltWithItsKnownAnswers: a whole build leaves them to the tests of tutorials.
func TestALessonIsBuiltWithItsKnownAnswers(t *testing.T) {
	const step = "tutorials/01-keys/1-read/"
	for name, c := range map[string]struct{ file, text, want string }{
		"wrong-answer-that-passes":    {step + "wrong-row.http", "# @feedback x\n\n### x\nGET {{table}}/People(PartitionKey='A',RowKey='1')\n", "wrong-row.http: passes check.http, but"},
		"wrong-answer-told-otherwise": {step + "wrong-row.http", "# @feedback Other words\n\n### x\nGET {{table}}/People()\n", "wrong-row.http:1: want the feedback \"Other words\", got \"The whole table is read.\""},
		"right-answer-that-fails":     {step + "right-row.http", "### x\nGET {{table}}/People()\n", "right-row.http: does not pass check.http"},
		"wrong-answer-without-words":  {step + "wrong-row.http", "### x\nGET {{table}}/People()\n", "wrong-row.http:1: begin with"},
	} {
		t.Run(name, func(t *testing.T) {
			o := mini(t, 0, map[string]string{c.file: c.text})
			o.Only = []string{"learn/keys"}
			if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want %s", err, c.want)
			}
		})
	}
}

func TestOneLessonIsBuiltAsInTheWholeSite(t *testing.T) {
	o := mini(t, 0, nil)
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	whole := readTree(t, o.Out)
	writeFile(t, filepath.Join(o.Out, "learn/keys/1/index.html"), "an older page")
	o.Only = []string{"learn/keys"}
	b, err := Build(t.Context(), o)
	if err != nil || b.Pages != 4 || b.Executed != 6 {
		t.Fatalf("%d pages, %d snippets, %v; want those of the lesson, 4 and 6", b.Pages, b.Executed, err)
	}
	f := readTree(t, o.Out)
	for name, data := range whole {
		if ext := filepath.Ext(name); ext == ".br" || ext == ".gz" {
			continue
		}
		// the foot of a page tells how many snippets the build has executed
		if got := bytes.Replace(f[name], []byte("6 of 6"), []byte("7 of 7"), 1); !bytes.Equal(got, data) {
			t.Errorf("%s differs from that of the whole site", name)
		}
	}
	if f["learn/keys/1/index.html.br"] != nil || f["help/index.html.br"] == nil {
		t.Error("want the compressed forms of pages that stay, and none of those that were built")
	}
}

func TestAPageThatIsNotThereIsNotBuilt(t *testing.T) {
	o := mini(t, 0, nil)
	o.Only = []string{"learn/kyes"}
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), `there is no page "learn/kyes"`) {
		t.Errorf("error = %v, want that the page is missing", err)
	}
}

// An engine takes seconds to compile; a mistake does not wait for it.
func TestAMistakeStopsTheEngine(t *testing.T) {
	o := mini(t, 0, map[string]string{"content/point.http": "### x\nGET {{table}}/Nobody()\n"})
	stopped := make(chan error, len(publish.Modules))
	o.engine = func(ctx context.Context, _ publish.Module, _ string) ([]byte, error) {
		<-ctx.Done()
		stopped <- ctx.Err()
		return nil, ctx.Err()
	}
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "point.http: line 2") {
		t.Errorf("error = %v, want that of the script", err)
	}
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("the engine ended with %v, want it stopped", err)
	}
}

func TestTextsAreCheckedBeforeAnythingIsMade(t *testing.T) {
	o := mini(t, 0, map[string]string{"tutorials/01-keys/1-read/wrong-row.http": ""})
	o.engine = func(context.Context, publish.Module, string) ([]byte, error) {
		t.Error("the engine is compiled")
		return nil, nil
	}
	o.node = func() ([]byte, error) { t.Error("the front end is bundled"); return nil, errors.New("no") }
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "no known wrong answer") {
		t.Errorf("error = %v, want that of the lesson", err)
	}
}

func TestASavedStepIsBuiltAgain(t *testing.T) {
	o := mini(t, 0, nil)
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- watch(ctx, o) }()
	step, page := filepath.Join(o.Root, "tutorials/01-keys/2-rest/en.md"), filepath.Join(o.Out, "learn/keys/2/index.html")
	text, err := os.ReadFile(step)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ { // until the watch has begun and the page is there
		writeFile(t, step, strings.Replace(string(text), "That is all", strings.Repeat("Again, ", i%20+1)+"that is all", 1))
		time.Sleep(watchInterval)
		if data, err := os.ReadFile(page); err == nil && bytes.Contains(data, []byte("Again, that is all")) {
			break
		}
		if i > 150 {
			t.Fatal("the page is not built again within 30 seconds")
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestBuildKeepsItsHandsOffOtherFolders(t *testing.T) {
	o := mini(t, 0, nil)
	precious := filepath.Join(o.Out, "thesis.txt")
	writeFile(t, precious, "years of work")
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "is not a site") {
		t.Errorf("error = %v, want a refusal", err)
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
}

func TestBuildLeavesNothingOfAnEarlierOne(t *testing.T) {
	o := mini(t, 0, nil)
	writeFile(t, filepath.Join(o.Out, "index.html"), "old")
	old := filepath.Join(o.Out, "old/index.html")
	writeFile(t, old, "old")
	if _, err := Build(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", old, err)
	}
}

// TestSearchIndexIsStable runs Pagefind itself, if npm has installed it.
func TestSearchIndexIsStable(t *testing.T) {
	_, f := built(t, nil)
	var index [2]publish.Files
	for i := range index {
		var err error
		if index[i], err = (publish.Indexer{Site: ".", Cache: t.TempDir()}).Index(f); os.IsNotExist(err) {
			t.Skip("needs the packages of site/package.json")
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if len(index[0]) < 5 || index[0]["pagefind/pagefind.js"] == nil {
		t.Errorf("index has %d files, want pagefind.js among more", len(index[0]))
	}
	for name, data := range index[0] {
		if !bytes.Equal(data, index[1][name]) {
			t.Errorf("%s differs between two runs", name)
		}
		if strings.HasPrefix(name, "pagefind/pagefind-ui") {
			t.Errorf("%s is Pagefind's own interface", name)
		}
	}
}
