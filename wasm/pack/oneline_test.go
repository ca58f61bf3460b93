package pack_test

import (
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowkey/wasm/pack"
)

func TestOneLineKeepsTheProgram(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"ends-of-lines-become-semicolons", "package p\n\nvar a = 1\nvar b = 2\n", " package p; var a = 1; var b = 2;\n"},
		{"no-semicolon-inside-of-brackets", "package p\n\nvar a = f(\n\t1,\n\t2,\n)\n", " package p; var a = f ( 1 , 2 , );\n"},
		{"comments-go", "// Package p is.\npackage p // yes\n\n/* and\nno */ var a int\n", " package p; var a int;\n"},
		{"a-line-break-in-a-comment-ends-a-statement", "package p\n\nfunc f() { return /* a\nb */ }\n", " package p; func f ( ) { return; };\n"},
		{"directives-keep-their-lines", "package p\n\n//go:noinline\nfunc f() {}\n", " package p;\n//go:noinline\n/*line :1:1*/ func f ( ) { };\n"},
		{"lines-of-a-string-are-not-counted", "package p\n\nvar a, b = `x\ny`, 1\n", " package p; var a , b = `x\ny`/*line :1:1*/ , 1;\n"},
		{"operators-do-not-run-together", "package p\n\nvar a = b - -c &^ d\n", " package p; var a = b - - c &^ d;\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := pack.OneLine([]byte(test.src))
			if want := "/*line :1:1*/" + test.want; err != nil || string(got) != want {
				t.Errorf("OneLine = %q, %v, want %q", got, err, want)
			}
		})
	}
}

// The files that the engine is made of hold all that Go can say.
func TestOneLineMeansTheSameToGo(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err) // go test puts its own go in the path
	}
	standard := filepath.Join(strings.TrimSpace(string(root)), "src")
	var files []string
	for _, pattern := range []string{standard + "/runtime/*.go", standard + "/reflect/*.go", "../../engine/*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		line, err := pack.OneLine(src)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if !slices.Equal(tokens(line), tokens(src)) {
			t.Errorf("%s is another program on one line", file)
		}
		if got, want := directives(line), directives(src); got != want {
			t.Errorf("%s has the directives %q on one line, want %q", file, got, want)
		}
	}
}

// tokens is all that a parser reads of a file.
func tokens(src []byte) []string {
	var list []string
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), len(src)), src, nil, 0)
	for {
		_, tok, text := s.Scan()
		if tok == token.EOF {
			return list
		}
		if tok == token.SEMICOLON {
			text = "" // or the end of a line
		}
		list = append(list, tok.String()+" "+text)
	}
}

func directives(src []byte) string {
	var list []string
	for line := range strings.Lines(string(src)) {
		if strings.HasPrefix(line, "//go:") {
			list = append(list, line)
		}
	}
	return strings.Join(list, "")
}

func TestOneLineRefusesWhatIsNotGo(t *testing.T) {
	if got, err := pack.OneLine([]byte("package p\nvar a = `x")); err == nil {
		t.Errorf("OneLine = %q, nil, want an error", got)
	}
}
