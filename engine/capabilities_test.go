package engine_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// named finds the ids of capabilities. "ENG-U4-U5" names the first; a test of several names each in full.
var named = regexp.MustCompile(`ENG-[A-Z]+\d+`)

// TestEveryCapabilityHasATestThatNamesIt reads the names, and in tests also the text, of everything that
// is run: Go and browser tests, and the scripts below testdata.
func TestEveryCapabilityHasATestThatNamesIt(t *testing.T) {
	found := map[string]bool{}
	for _, dir := range []string{".", "../serve", "../site/app", "../site/e2e", "../tutorials"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			collect(t, found, path)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("testdata/capabilities.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		id, what, ok := strings.Cut(line, " ")
		if !ok || !named.MatchString(id) {
			continue
		}
		if n++; !found[id] {
			t.Errorf("no test names %s: %s", id, what)
		}
	}
	if n != 99 {
		t.Errorf("%d capabilities are listed, want 99", n)
	}
}

func collect(t *testing.T, found map[string]bool, path string) {
	t.Helper()
	names := path
	isTest := strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".test.ts") ||
		strings.HasSuffix(path, ".test.mjs")
	if isTest ||
		strings.Contains(path, "testdata") && filepath.Base(path) != "capabilities.txt" && !strings.HasSuffix(path, ".json") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		names += string(text)
	} else if !strings.Contains(path, "testdata") {
		return
	}
	for _, id := range named.FindAllString(names, -1) {
		found[id] = true
	}
}
