package sheet_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/sheet"
)

// testdata holds the sheets of the archetypes and the patterns with their designs, which package plan judges.
const testdata = "../plan/testdata"

// files returns all sheets of testdata.
func files(t testing.TB) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(testdata, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".http" {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// load reads a sheet of testdata.
func load(t testing.TB, name string) *sheet.Sheet {
	t.Helper()
	return parse(t, files(t)[filepath.Join(testdata, name+".http")])
}

// parse reads a sheet that has no errors.
func parse(t testing.TB, text string) *sheet.Sheet {
	t.Helper()
	s, messages := sheet.Parse(text)
	if sheet.Failed(messages) {
		t.Fatalf("Parse: %+v, in\n%s", messages, numbered(text))
	}
	return s
}

func numbered(text string) string {
	var b strings.Builder
	for i, l := range strings.Split(text, "\n") {
		b.WriteString(string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)) + " " + l + "\n")
	}
	return b.String()
}

// kindOf returns the position of a kind.
func kindOf(t testing.TB, s *sheet.Sheet, name string) int {
	t.Helper()
	for i := range s.Kinds {
		if s.Kinds[i].Name == name {
			return i
		}
	}
	t.Fatalf("there is no kind %q", name)
	return -1
}

// knownOf reads attributes with a plus between them.
func knownOf(names string) []sheet.Known {
	var list []sheet.Known
	for _, n := range strings.Split(names, "+") {
		list = append(list, sheet.Known{Attr: n})
	}
	return list
}
