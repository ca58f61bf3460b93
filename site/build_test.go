package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"image/png"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rowkey/site/pages"
	"rowkey/site/publish"

	"github.com/andybalholm/brotli"
)

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
		"site/templates/learn.html": string(page),
		"tutorials/01-keys/lesson.json": `{"part":"10_keys","fixture":"people","minutes":5,"score":["read"],` +
			`"covers":["A-1 1-read/scan.http"]}`,
		"site/i18n/en.pages.json": strings.Replace(string(texts), "part.1_keys", "part.10_keys", 1),
	})
	if learn := string(f["learn/index.html"]); !strings.Contains(learn, ` data-part="keys"`) {
		t.Error("the name of part 10_keys is not \"keys\" in the line of the course")
	}
}

func TestBuildWritesEveryPage(t *testing.T) {
	b, f := built(t, nil)
	for _, name := range []string{
		"index.html", "help/index.html", "learn/index.html", "learn/keys/index.html", "learn/keys/1/index.html",
		"learn/keys/2/index.html", "learn/keys/3/index.html", "play/index.html", "404.html", "robots.txt", "llms.txt",
		"sitemap.xml",
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
	if !strings.Contains(string(f["llms.txt"]), "](https://example.org/rowkey/learn/keys/1/): ") {
		t.Errorf("llms.txt lacks a lesson: %s", f["llms.txt"])
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
	want := "script-src 'self' 'wasm-unsafe-eval' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; style-src 'self'"
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
	_, two := built(t, map[string]string{"site/app/play/playground.ts": "export const later = 2;"})
	worker, page := regexp.MustCompile(`^a/worker\..*\.js$`), regexp.MustCompile(`<script[^>]* src="?[./]*(a/[^" >]+\.js)`)
	if match(one, worker) != match(two, worker) {
		t.Error("the worker got a new name though it did not change")
	}
	first, second := page.FindStringSubmatch(string(one["index.html"])), page.FindStringSubmatch(string(two["index.html"]))
	if first == nil || second == nil || first[1] == second[1] {
		t.Error("the page's script kept its name though what it loads changed:", first, second)
	}
}

func TestThePlaygroundNamesTheModulesThatItLoads(t *testing.T) {
	_, f := built(t, nil)
	hint := []byte(`<link rel="modulepreload" fetchpriority="low" href="../a/`)
	if n := bytes.Count(f["play/index.html"], hint); n != 2 {
		t.Errorf("play/ names %d modules, want the playground and the editor", n)
	}
	if bytes.Contains(f["index.html"], hint) {
		t.Error("index.html names modules of the playground")
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

func TestAnAddressThatWasLeadsOnWithoutAScript(t *testing.T) {
	const moves = "2026-11-29\nold -> keys\nold/4 -> keys/2\n"
	_, f := built(t, map[string]string{"tutorials/moved.txt": moves})
	page := string(f["learn/old/4/index.html"])
	for _, want := range []string{
		`<meta name="robots" content="noindex">`, `http-equiv="refresh" content="0; url=../../../learn/keys/2/"`,
		`<a class="button" data-kind="primary" href="../../../learn/keys/2/">`, "The rest", ` data-moves="1"`,
		`<link rel="canonical" href="https://example.org/rowkey/learn/keys/2/">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	if !strings.Contains(string(f["learn/old/index.html"]), "url=../../learn/keys/") {
		t.Error("the lesson that was leads nowhere")
	}
	for _, list := range []string{"sitemap.xml", "go-to.json", "learn/index.html"} {
		if strings.Contains(string(f[list]), "learn/old/") {
			t.Errorf("%s lists an address that only leads on", list)
		}
	}
	o := mini(t, 0, map[string]string{"tutorials/moved.txt": moves,
		"content/help/en.md": "---\ntitle: Help\ndescription: Help.\n---\n[Keys](/learn/old/4/)\n"})
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), "which only leads on") {
		t.Errorf("error = %v, want that a link leads to an address that was", err)
	}
}

var pictureMeta = regexp.MustCompile(
	`<meta property="og:image" content="https://example.org/rowkey/(a/link\.[0-9a-f]+\.png)"`)

func TestEveryPageHasAPictureForLinks(t *testing.T) {
	_, f := built(t, nil)
	seen := map[string]string{}
	for name, page := range f {
		if filepath.Ext(name) != ".html" || name == pages.NotFound || strings.HasPrefix(name, pages.AssetDir) {
			continue
		}
		found := pictureMeta.FindSubmatch(page)
		if found == nil {
			t.Errorf("%s names no picture", name)
			continue
		}
		file := string(found[1])
		if other := seen[file]; other != "" {
			t.Errorf("%s and %s have the same picture", name, other)
		}
		seen[file] = name
		shown, err := png.DecodeConfig(bytes.NewReader(f[file]))
		if err != nil || shown.Width != 1200 || shown.Height != 630 {
			t.Errorf("%s: %s is %d by %d pixels, %v", name, file, shown.Width, shown.Height, err)
		}
	}
	if len(seen) < 5 {
		t.Errorf("%d pages have pictures", len(seen))
	}
}
