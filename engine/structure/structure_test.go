//go:build !js

package structure_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// What somebody has to hold in mind at once stays small.
const (
	maxMethods = 40  // of one type
	maxFiles   = 40  // of Go in one folder, tests included
	maxColumns = 120 // of a line, in characters; a tab is one
)

// source is a file of Go in this module; its folder is relative to the module's root.
type source struct {
	folder, name string
	lines        []string
}

// sources reads all Go files of the module but the generated ones.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if !generated.Match(text) {
			all = append(all, source{path.Dir(name), d.Name(), strings.Split(string(text), "\n")})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)
	receiver  = regexp.MustCompile(`^func \((?:\w+ )?\*?(\w+)(?:\[[^]]*\])?\) \w`)
)

func TestNoTypeHasMoreMethodsThanOneCanHoldInMind(t *testing.T) {
	methods := map[string]int{}
	for _, s := range sources(t) {
		for _, line := range s.lines {
			if found := receiver.FindStringSubmatch(line); found != nil {
				methods[s.folder+"."+found[1]]++
			}
		}
	}
	atMost(t, methods, maxMethods, "methods: split the type by concern")
}

func TestNoFolderHasMoreFilesThanOneCanHoldInMind(t *testing.T) {
	files := map[string]int{}
	for _, s := range sources(t) {
		files[s.folder]++
	}
	atMost(t, files, maxFiles, "files of Go: make a folder of what belongs together")
}

func TestNoLineIsWiderThanAPage(t *testing.T) {
	var wide []string
	for _, s := range sources(t) {
		for i, line := range s.lines {
			if utf8.RuneCountInString(line) > maxColumns {
				wide = append(wide, fmt.Sprintf("%s:%d", path.Join(s.folder, s.name), i+1))
			}
		}
	}
	if len(wide) > 0 {
		t.Errorf("%d lines have more than %d columns:\n%s", len(wide), maxColumns, strings.Join(wide, "\n"))
	}
}

// atMost reports each name that counts more than the limit.
func atMost(t *testing.T, counts map[string]int, limit int, what string) {
	t.Helper()
	if len(counts) == 0 {
		t.Fatal("nothing was counted")
	}
	for name, n := range counts {
		if n > limit {
			t.Errorf("%s has %d %s", name, n, what)
		}
	}
}
