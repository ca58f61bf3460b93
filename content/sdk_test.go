package content_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestCodeRuns: the blocks of cards and of lessons run on the data of their page. All of a language are one
// program, and the programs ask the service for the same.
func TestCodeRuns(t *testing.T) {
	all, lessons := cards(t), lessonCode(t)
	blocks := append(codeOfCards(all), codeOfLessons(t, lessons)...)
	s := startServer(t)
	programs := startPrograms(t, blocks, s.connection())
	empty := s.ask("GET", "snapshot", nil)
	for _, slug := range slices.Sorted(maps.Keys(all)) {
		t.Run("patterns/"+slug, func(t *testing.T) {
			on := s.filled(t, empty, all[slug].set)
			compare(t, on.runCard(programs, all[slug]))
		})
	}
	for _, l := range lessons {
		t.Run(l.page, func(t *testing.T) {
			l.check(t, s.filled(t, empty, l.set), programs)
		})
	}
}

// codeOfCards returns what cards show in the languages that run. Each block is the body of a function.
func codeOfCards(all map[string]*card) []*block {
	var found []*block
	for _, slug := range slices.Sorted(maps.Keys(all)) {
		for _, lang := range []string{"go", "js", "py"} {
			for i, code := range all[slug].code[fences[lang]] {
				found = append(found, &block{id: fmt.Sprint(slug, i), page: slug, lang: lang, code: code, frame: "CODE"})
			}
		}
	}
	return found
}

// runCard returns what each block asks for, by language.
func (s *filled) runCard(programs map[string]*program, c *card) map[string][]string {
	s.t.Helper()
	asked := map[string][]string{}
	for _, lang := range []string{"go", "js", "py"} {
		if programs[lang] == nil {
			continue
		}
		for i := range c.code[fences[lang]] {
			_, requests := s.run(programs[lang], fmt.Sprint(c.slug, i), c.table)
			asked[lang] = append(asked[lang], describe(s.t, requests))
		}
	}
	return asked
}

// compare fails if what the blocks of a language ask for differs from what those of Go do.
func compare(t *testing.T, asked map[string][]string) {
	t.Helper()
	for lang, all := range asked {
		for i, text := range all {
			if text == "[]" {
				t.Errorf("block %d asks nothing of a table", i+1)
			}
			if text != asked["go"][i] {
				t.Errorf("the tabs differ:\ngo %s\n%s %s", asked["go"][i], lang, text)
			}
		}
	}
}

// describe writes down what was asked.
func describe(t *testing.T, requests []done) string {
	t.Helper()
	if len(requests) == 0 {
		return "[]"
	}
	text, err := json.Marshal(requests)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}
