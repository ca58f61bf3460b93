package message_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/message"
)

// sources parses what is not a test of all packages of the engine.
func sources(t *testing.T) (*token.FileSet, []*ast.File) {
	t.Helper()
	set, files := token.NewFileSet(), []*ast.File(nil)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		files = append(files, f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return set, files
}

var placeholders = regexp.MustCompile(`\{[0-9]\}`)

// params returns how many parameters a format has, -1 if it leaves one out.
func params(format string) int {
	seen := map[string]bool{}
	for _, p := range placeholders.FindAllString(format, -1) {
		seen[p] = true
	}
	for i := range len(seen) {
		if !seen["{"+strconv.Itoa(i)+"}"] {
			return -1
		}
	}
	return len(seen)
}

func TestEachCodeHasOneEnglishText(t *testing.T) {
	seen := map[message.Code]bool{}
	for code, format := range message.English() {
		if seen[code] {
			t.Errorf("%s stands twice in english.txt", code)
		}
		if seen[code] = true; strings.TrimSpace(format) != format || format == "" {
			t.Errorf("%s: %q has blanks around it", code, format)
		}
	}
	if len(seen) < 100 {
		t.Errorf("english.txt has %d codes", len(seen))
	}
}

// A code is used if it stands in the source of a package, whatever makes a message of it.
func TestEachCodeIsUsed(t *testing.T) {
	_, files := sources(t)
	used := map[string]bool{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, _ := strconv.Unquote(lit.Value)
				used[text] = true
			}
			return true
		})
	}
	for code := range message.English() {
		if !used[string(code)] {
			t.Errorf("nothing says %s", code)
		}
	}
}

// makers are the functions that take a code and its parameters, and the position of the code.
var makers = map[string]int{
	"message.New": 0, "p.fail": 2, "p.warn": 2, "p.failIn": 3, "p.warnBatch": 1, "f.warn": 2, "d.and": 0, "d.replace": 1,
	"missing": 0, "problemOn": 1, "problemAt": 1, "l.problem": 0, "problem": 0, "refuse": 1,
	"with": 1, "e.with": 1, "and": 0, "notImplemented": 2, "invalidInput": 2, "unrecognized": 3, "quotedWrongly": 4,
}

func TestEachMessageHasItsCodeAndItsParameters(t *testing.T) {
	set, files := sources(t)
	english := map[string]string{}
	for code, format := range message.English() {
		english[string(code)] = format
	}
	calls := 0
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			code, given, ok := codeIn(call)
			if !ok {
				return true
			}
			calls++
			at := set.Position(call.Pos())
			if format, known := english[code]; !known {
				t.Errorf("%s: %s is not in english.txt", at, code)
			} else if want := params(format); given != want {
				t.Errorf("%s: %s has %d parameters, its text %q has %d", at, code, given, format, want)
			}
			return true
		})
	}
	if calls < 200 {
		t.Errorf("found %d messages", calls)
	}
}

// codeIn returns the code that a call names, and how many parameters it gives.
func codeIn(call *ast.CallExpr) (code string, given int, ok bool) {
	at, known := makers[callee(call)]
	if !known || len(call.Args) <= at {
		return "", 0, false
	}
	lit, ok := call.Args[at].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", 0, false
	}
	code, _ = strconv.Unquote(lit.Value)
	return code, len(call.Args) - at - 1, true
}

// callee returns the name of a function with what stands before it, if that is a name.
func callee(call *ast.CallExpr) string {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		if x, ok := fun.X.(*ast.Ident); ok {
			return x.Name + "." + fun.Sel.Name
		}
		return fun.Sel.Name
	}
	return ""
}
