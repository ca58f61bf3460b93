// Package content_test runs the code of the pattern cards: what a card shows in Go and in JavaScript
// works against the local endpoint, and both do the same.
package content_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/site/markdown"
)

// card is a page of patterns/ with the code of its tabs.
type card struct {
	slug, fixture string
	table         string // that of "client"
	avoid         bool
	related       []string
	place         [2]int              // column and row on the map
	code          map[string][]string // by language
	files         map[string]string   // scripts of the folder and the fixtures
}

// loadCard reads the text and the scripts of a folder.
func loadCard(t *testing.T, dir string) *card {
	t.Helper()
	c := &card{slug: filepath.Base(dir), files: map[string]string{}}
	text, err := os.ReadFile(filepath.Join(dir, "en.md"))
	if err != nil {
		t.Fatal(err)
	}
	meta, err := markdown.Meta(dir, text)
	if err != nil {
		t.Fatal(err)
	}
	c.fixture, _ = meta["fixture"].(string)
	c.table, _ = meta["table"].(string)
	c.avoid, _ = meta["avoid"].(bool)
	list, _ := meta["related"].([]any)
	for _, entry := range list {
		to, _ := entry.(map[string]any)
		c.related = append(c.related, fmt.Sprint(to["pattern"]))
	}
	if place, ok := meta["place"].([]any); ok {
		if _, err := fmt.Sscan(fmt.Sprint(place...), &c.place[0], &c.place[1]); err != nil {
			t.Fatalf("%s: place %v: %v", dir, place, err)
		}
	}
	c.code = blocks(string(text))
	c.scripts(t, filepath.Join(dir, "*.http"), "")
	c.scripts(t, "../tutorials/fixtures/*.http", "fixtures/")
	return c
}

func (c *card) scripts(t *testing.T, pattern, prefix string) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c.files[prefix+filepath.Base(name)] = string(text)
	}
}

// blocks returns the fenced code of a text by language.
func blocks(text string) map[string][]string {
	found := map[string][]string{}
	lang, start := "", 0
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		word, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && start == 0:
			lang, start = word, i+1
		case fence:
			found[lang] = append(found[lang], strings.Join(lines[start:i], "\n"))
			start = 0
		}
	}
	return found
}

// setup is the script that fills the store, "" if it stays empty.
func (c *card) setup() string {
	if c.files["setup.http"] != "" {
		return "setup.http"
	}
	if c.fixture != "" {
		return "fixtures/" + c.fixture + ".http"
	}
	return ""
}

// cards returns all cards by their slugs.
func cards(t *testing.T) map[string]*card {
	t.Helper()
	texts, err := filepath.Glob("patterns/*/en.md")
	if err != nil || len(texts) == 0 {
		t.Fatalf("no cards: %v", err)
	}
	all := map[string]*card{}
	for _, text := range texts {
		c := loadCard(t, filepath.Dir(text))
		all[c.slug] = c
	}
	return all
}

// figureF05 is which pattern leads to which.
var figureF05 = map[string]string{
	"intra-partition-index":              "inter-partition-index compound-key",
	"inter-partition-index":              "eventually-consistent-transactions intra-partition-index compound-key",
	"eventually-consistent-transactions": "",
	"index-entities":                     "compound-key eventually-consistent-transactions",
	"denormalization":                    "compound-key",
	"compound-key":                       "eventually-consistent-transactions",
	"log-tail":                           "prepend-append",
	"high-volume-delete":                 "",
	"data-series":                        "large-entities eventually-consistent-transactions",
	"wide-entities":                      "",
	"large-entities":                     "eventually-consistent-transactions wide-entities",
	"prepend-append":                     "compound-key log-tail",
	"log-data":                           "prepend-append",
}

func TestCardsRelateAsFigureF05Says(t *testing.T) {
	all := cards(t)
	for slug, want := range figureF05 {
		c := all[slug]
		if c == nil {
			t.Errorf("there is no card %s", slug)
			continue
		}
		if got := strings.Join(c.related, " "); got != want {
			t.Errorf("%s leads to %q, want %q", slug, got, want)
		}
		if avoid := slug == "prepend-append" || slug == "log-data"; c.avoid != avoid {
			t.Errorf("%s: avoid = %t, want %t", slug, c.avoid, avoid)
		}
	}
	if len(all) != len(figureF05) {
		t.Errorf("%d cards, want %d", len(all), len(figureF05))
	}
}

// TestLinesOfTheMapCrossNoBox: lines run in the gaps between columns, or from a box to the next one below.
func TestLinesOfTheMapCrossNoBox(t *testing.T) {
	all := cards(t)
	taken := map[[2]int]string{}
	for slug, c := range all {
		if other := taken[c.place]; other != "" {
			t.Errorf("%s stands where %s is", slug, other)
		}
		taken[c.place] = slug
	}
	for slug, c := range all {
		for _, to := range c.related {
			columns, rows := all[to].place[0]-c.place[0], all[to].place[1]-c.place[1]
			if columns < -1 || columns > 1 || columns == 0 && (rows < -1 || rows > 1) {
				t.Errorf("the line from %s to %s crosses a box or may: it goes %d columns and %d rows", slug, to, columns, rows)
			}
		}
	}
}

func TestEveryCardShowsFourLanguages(t *testing.T) {
	for slug, c := range cards(t) {
		counts := fmt.Sprint(len(c.code["go"]), len(c.code["js"]), len(c.code["csharp"]), len(c.code["python"]))
		if len(c.code["go"]) == 0 || counts != strings.Repeat(counts[:1]+" ", 3)+counts[:1] {
			t.Errorf("%s has %s blocks of Go, JavaScript, C# and Python, want as many of each", slug, counts)
		}
	}
}
