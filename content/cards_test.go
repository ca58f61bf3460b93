// Package content_test runs the code of the pattern cards: what a card shows in Go and in JavaScript
// works against the local endpoint, and both do the same.
package content_test

import (
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"rowkey/site/course"
)

// card is a page of patterns/ with the code of its tabs.
type card struct {
	slug    string
	table   string // that of "client"
	avoid   bool
	related []string
	place   [2]int              // column and row on the map
	code    map[string][]string // by language
	set     *course.Set
}

// newCard reads the text of a card and gathers its scripts.
func newCard(t *testing.T, tree *course.Tree, f *course.Folder) *card {
	t.Helper()
	meta, err1 := f.Meta()
	set, err2 := tree.PageSet(f)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	c := &card{slug: path.Base(f.Dir), code: blocks(string(f.Text)), set: set}
	c.table, _ = meta["table"].(string)
	c.avoid, _ = meta["avoid"].(bool)
	list, _ := meta["related"].([]any)
	for _, entry := range list {
		to, _ := entry.(map[string]any)
		c.related = append(c.related, fmt.Sprint(to["pattern"]))
	}
	if place, ok := meta["place"].([]any); ok {
		if _, err := fmt.Sscan(fmt.Sprint(place...), &c.place[0], &c.place[1]); err != nil {
			t.Fatalf("%s: place %v: %v", f.Dir, place, err)
		}
	}
	return c
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

// cards returns all cards by their slugs.
func cards(t *testing.T) map[string]*card {
	t.Helper()
	tree, err := course.Load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*card{}
	for _, f := range tree.Pages {
		if path.Dir(f.Dir) == "content/patterns" {
			c := newCard(t, tree, f)
			all[c.slug] = c
		}
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
