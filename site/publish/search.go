package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"rowkey/site/pages"
)

// SearchDir is the folder of the index for full-text search.
const SearchDir = "pagefind"

// Indexer makes the search index of finished pages with Pagefind, whose program comes with its npm
// package. The index is kept in a folder by the hash of the pages, of the program and of its arguments.
type Indexer struct {
	Site  string // folder that holds node_modules
	Cache string
}

// Index returns the index of the pages in a tree.
func (x Indexer) Index(f Files) (Files, error) {
	texts := Files{}
	for name, data := range f {
		if path.Ext(name) == ".html" && name != pages.NotFound && !strings.HasPrefix(name, pages.AssetDir+"/") &&
			!leadsOn(data) {
			texts[name] = prosePreferred(apart(edged(data)))
		}
	}
	program, err := x.program()
	if err != nil {
		return nil, err
	}
	version, err := os.ReadFile(filepath.Join(filepath.Dir(program), "../package.json"))
	if err != nil {
		return nil, fmt.Errorf("%w: run npm ci in site/", err)
	}
	dir := filepath.Join(x.Cache, indexKey(texts, version, searchArgs))
	if _, err := os.Stat(filepath.Join(dir, SearchDir)); err != nil {
		if err := index(program, texts, dir); err != nil {
			return nil, err
		}
	}
	return readIndex(dir)
}

var (
	head  = regexp.MustCompile(`([\pL\pN)”])((?:</\w+>)*)</(dt|summary|caption|label)>`)
	cells = regexp.MustCompile(`(?s)<th\b([^>]*)>(.*?)</th>(\s*</tr>)?`)
	boxes = regexp.MustCompile(`</(?:dt|dd|th|td|caption|summary|figcaption|label)>`)
	glued = regexp.MustCompile(`(?s)<(?:pre|code)\b.*?</(?:pre|code)>|</[a-z-]+><(?:a|button|span|b|i)\b`)
)

// apart puts a space after each box, because Pagefind would join its last word with the first one of the next box. What
// is the head of something gets a sign after it, which Pagefind itself writes after headings and paragraphs.
func apart(page []byte) []byte {
	page = head.ReplaceAll(page, []byte("$1:$2</$3>"))
	page = cells.ReplaceAllFunc(page, endCell)
	page = boxes.ReplaceAll(page, []byte("$0 "))
	return glued.ReplaceAllFunc(page, func(found []byte) []byte {
		if found[1] != '/' { // code, whose words may touch each other
			return found
		}
		return bytes.Replace(found, []byte("><"), []byte("> <"), 1)
	})
}

// endCell writes a sign at the end of a head of a row, of a column, or of the last column.
func endCell(cell []byte) []byte {
	part := cells.FindSubmatch(cell)
	sign := ","
	switch {
	case bytes.Contains(part[1], []byte(`scope="row"`)), bytes.Contains(part[1], []byte("scope=row")):
		sign = ":"
	case len(part[3]) > 0:
		sign = "."
	}
	if text := bytes.TrimSpace(part[2]); len(text) == 0 || bytes.IndexByte([]byte(".:,?!"), text[len(text)-1]) >= 0 {
		sign = ""
	}
	return bytes.Replace(cell, []byte("</th>"), []byte(sign+"</th>"), 1)
}

// edge is where a script begins and ends, so that excerpts can leave it out (app/page/search-excerpt.ts).
const edge = " \u2063 "

var sample = regexp.MustCompile(`(?s)(<pre[^>]*>)(.*?)</pre>`)

func edged(page []byte) []byte {
	return sample.ReplaceAll(page, []byte("${1}"+edge+"${2}"+edge+"</pre>"))
}

// prosePreferred gives code a small weight: it is found as it is typed, but a page shows where its text says the word.
func prosePreferred(page []byte) []byte {
	return bytes.ReplaceAll(page, []byte("<pre"), []byte(`<pre data-pagefind-weight="0.2"`))
}

// indexKey names an index by all that it depends on.
func indexKey(texts Files, version []byte, args []string) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q\n", version, args)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(texts[name]))
		sum.Write(texts[name])
	}
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

// program finds Pagefind's program for this machine. The extended one also segments Chinese,
// Japanese and Korean.
func (x Indexer) program() (string, error) {
	cpu := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	system, ext := runtime.GOOS, ""
	if system == "windows" {
		ext = ".exe"
	}
	file := filepath.Join(x.Site, "node_modules/@pagefind", system+"-"+cpu, "bin/pagefind_extended"+ext)
	if _, err := os.Stat(file); err != nil {
		return "", fmt.Errorf("%w: run npm ci in site/", err)
	}
	return file, nil
}

// aside is what is not worth searching: bars, lists of links, and answers of the engine.
const aside = ".lesson-bar, .bottom-bar, .on-page, .next, .crumbs, " +
	"run-output, .scale-run, site-search, .try-bar, .try > code-editor, lesson-check, .hints, [data-coverage]"

// searchArgs are what Pagefind is told besides the folder of the pages.
var searchArgs = []string{"--output-subdir", SearchDir, "--root-selector", "main", "--exclude-selectors", aside,
	"--quiet"}

// index runs Pagefind over the pages in a folder of their own, which takes its place when all is done.
func index(program string, texts Files, dir string) error {
	tmp := dir + ".new"
	if err := errors.Join(os.RemoveAll(tmp), os.RemoveAll(dir), texts.Write(tmp)); err != nil {
		return err
	}
	cmd := exec.Command(program, append([]string{"--site", tmp}, searchArgs...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("pagefind: %w\n%s", err, out)
	}
	return os.Rename(tmp, dir)
}

// unwanted are parts of Pagefind's own interface, which the site does not use.
func unwanted(name string) bool {
	return strings.HasPrefix(name, "pagefind-ui.") || strings.HasPrefix(name, "pagefind-modular-ui.") ||
		strings.HasPrefix(name, "pagefind-component-ui.") || name == "pagefind-highlight.js"
}

func readIndex(dir string) (Files, error) {
	f := Files{}
	root := filepath.Join(dir, SearchDir)
	return f, filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || unwanted(d.Name()) {
			return err
		}
		data, err := os.ReadFile(file)
		if err == nil && d.Name() == "pagefind-entry.json" {
			data, err = canonical(data)
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		f[filepath.ToSlash(name)] = data
		return err
	})
}

// canonical sorts the members of a JSON text: Pagefind writes them in the order of a hash table.
func canonical(data []byte) ([]byte, error) {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, fmt.Errorf("pagefind-entry.json: %w", err)
	}
	return json.Marshal(v)
}
