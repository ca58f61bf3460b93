// Package golden compares results with golden files: the cases of a file one by one, or a text with a whole file. And
// it reads small folders that are written as one file. Only tests import it. Not here: what a case is made of.
package golden

import (
	"flag"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// Update is the flag -update. Tests that compare in a way of their own ask for it too.
var Update = flag.Bool("update", false, "rewrite the golden files")

// A case is a title after caseMark, an input, and after resultMark what comes out.
const (
	caseMark   = "======== "
	resultMark = "--------\n"
)

// Run gives the input of every case of a file to result, and compares. With -update it writes the
// results into the file.
func Run(t *testing.T, file string, result func(input string) string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, c := range strings.Split(string(content), caseMark)[1:] {
		title, rest, _ := strings.Cut(c, "\n")
		text, want, _ := strings.Cut(rest, resultMark)
		got := result(text)
		out.WriteString(caseMark + title + "\n" + text + resultMark + got + "\n")
		if *Update {
			continue
		}
		t.Run(strings.ReplaceAll(title, " ", "-"), func(t *testing.T) {
			if got+"\n" != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	if *Update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// File compares a text with a whole file, and names the first line that differs. With -update it writes the file.
func File(t *testing.T, file, text string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text == string(content) {
		return
	}
	got, want := strings.Split(text, "\n"), strings.Split(string(content), "\n")
	line := 0
	for line < min(len(got), len(want))-1 && got[line] == want[line] {
		line++
	}
	t.Errorf("%s:%d: got %q, want %q; -update rewrites the file", file, line+1, got[line], want[line])
}

// Files returns the files of a folder that is written as one file, as txtar has it: each of them after a line
// "-- name --".
func Files(t testing.TB, file string) fstest.MapFS {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, part := range strings.Split("\n"+strings.TrimSuffix(string(content), "\n"), "\n-- ")[1:] {
		name, text, ok := strings.Cut(part+"\n", " --\n")
		if !ok {
			t.Fatalf("%s: -- %.40s: want a line \"-- name --\"", file, part)
		}
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}
