package content_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rowkey/serve/servetest"
	"rowkey/site/course"
)

// names are what a library has: the members of a type, by the name of the type and of variables that hold one.
type names map[string][]string

// listed returns a part of testdata/names.txt.
func listed(t *testing.T, name string) string {
	t.Helper()
	_, text, _ := part(read(t, "testdata/names.txt"), name)
	return text
}

// readNames reads lines such as "TableClient client = AddEntityAsync QueryAsync".
func readNames(t *testing.T, name string) names {
	t.Helper()
	all := names{}
	for line := range strings.Lines(listed(t, name)) {
		left, members, _ := strings.Cut(line, " =")
		for _, name := range strings.Fields(left) {
			all[name[strings.LastIndexByte(name, '.')+1:]] = strings.Fields(members)
		}
	}
	return all
}

// knows tells whether a name is a type or a member.
func (n names) knows(name string) bool {
	if _, ok := n[name]; ok {
		return true
	}
	for _, members := range n {
		if slices.Contains(members, name) {
			return true
		}
	}
	return false
}

// codeByPage returns the blocks of a language of all pages.
func codeByPage(t *testing.T, lang string) map[string][]string {
	t.Helper()
	tree, err := course.Load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, f := range tree.Pages {
		found[f.Dir] = blocks(string(f.Text))[lang]
	}
	for _, l := range tree.Lessons {
		for _, s := range l.Steps {
			found[s.Dir] = blocks(string(s.Text))[lang]
		}
	}
	maps.DeleteFunc(found, func(_ string, code []string) bool { return len(code) == 0 })
	return found
}

var (
	noCode     = regexp.MustCompile(`//.*|(?m:^#.*|  #.*)|"(?:[^"\\\n]|\\.)*"`) // comments and texts
	capital    = regexp.MustCompile(`\b[A-Z]\w*`)
	memberOf   = regexp.MustCompile(`\b(\w+)[!?]?\.(\w+)`)
	keyword    = regexp.MustCompile(`[(,]\s*(\w+)=[^=]`)
	underlined = regexp.MustCompile(`\.([a-z]\w*_\w+)`)
)

// misnamed lists names in code that nothing has: members of a type that are not its own, and words that are neither
// of the library nor among the others.
func misnamed(code string, of names, others []string, words *regexp.Regexp) []string {
	code = noCode.ReplaceAllString(code, `""`)
	var found []string
	for _, m := range memberOf.FindAllStringSubmatch(code, -1) {
		if members, ok := of[m[1]]; ok && !slices.Contains(members, m[2]) {
			found = append(found, m[0])
		}
	}
	for _, m := range words.FindAllStringSubmatch(code, -1) {
		if name := m[len(m)-1]; !of.knows(name) && !slices.Contains(others, name) {
			found = append(found, name)
		}
	}
	return found
}

// TestCSharpNamesWhatTheLibraryHas: what blocks of C# name is in Azure.Data.Tables 12, in .NET, or in the reader's
// program.
func TestCSharpNamesWhatTheLibraryHas(t *testing.T) {
	t.Parallel()
	of, others := readNames(t, "csharp"), strings.Fields(listed(t, "csharp-others"))
	for page, code := range codeByPage(t, "csharp") {
		if found := misnamed(strings.Join(code, "\n"), of, others, capital); len(found) > 0 {
			t.Errorf("%s: no such names: %s", page, strings.Join(found, ", "))
		}
	}
}

// TestPythonNamesWhatTheLibraryHas: the same for azure-data-tables 12, and the names of arguments.
func TestPythonNamesWhatTheLibraryHas(t *testing.T) {
	t.Parallel()
	of, others := readNames(t, "python"), strings.Fields(listed(t, "python-others"))
	keywords := strings.Fields(listed(t, "python-keywords"))
	for page, code := range codeByPage(t, "python") {
		text := strings.Join(code, "\n")
		found := append(misnamed(text, of, others, capital), misnamed(text, of, nil, underlined)...)
		for _, m := range keyword.FindAllStringSubmatch(noCode.ReplaceAllString(text, `""`), -1) {
			if !slices.Contains(keywords, m[1]) {
				found = append(found, m[1]+"=")
			}
		}
		if len(found) > 0 {
			t.Errorf("%s: no such names: %s", page, strings.Join(found, ", "))
		}
	}
}

// TestMisnamedFindsNames: a check of names that finds nothing would pass for ever.
func TestMisnamedFindsNames(t *testing.T) {
	t.Parallel()
	of := readNames(t, "csharp")
	code := `await client.InsertAsync(x); // client.Other
catch (StorageException e) { Show("client.Text", e.Status); }`
	found := strings.Join(misnamed(code, of, []string{"Show"}, capital), " ")
	if found != "client.InsertAsync InsertAsync StorageException" {
		t.Errorf("found %s", found)
	}
}

// TestPythonCompiles: each block of Python is the body of a function.
func TestPythonCompiles(t *testing.T) {
	t.Parallel()
	python := havePython(t)
	bodies := map[string]string{}
	for page, code := range codeByPage(t, "python") {
		for _, c := range code {
			bodies[page] += "async def block():\n" + indent(c, "    ") + "\n"
		}
	}
	python(`import json, sys
for page, code in json.load(sys.stdin).items(): compile(code, page, "exec")`, bodies)
}

// TestNamesOfPythonAreThere compares the list with the library, where it is installed.
func TestNamesOfPythonAreThere(t *testing.T) {
	t.Parallel()
	python := havePython(t, "azure.data.tables", "azure.storage.blob")
	types := map[string]string{}
	for line := range strings.Lines(listed(t, "python")) {
		left, members, _ := strings.Cut(line, " =")
		name, _, _ := strings.Cut(left, " ")
		types[name] = members
	}
	python(`import importlib, json, sys
for name, members in json.load(sys.stdin).items():
    module, _, kind = name.rpartition(".")
    it = getattr(importlib.import_module(module), kind)
    made = it(message="0:") if kind == "TableTransactionError" else it
    for member in set(members.split()) - {"error_code"}: getattr(made, member)`, types)
}

// havePython returns what runs a text with values as its input. The test is skipped where Python or a module is
// missing.
func havePython(t *testing.T, modules ...string) func(text string, in any) {
	t.Helper()
	wanted := "import " + strings.Join(append(modules, "sys"), ", ")
	python := servetest.Python(t, "..", wanted, "")
	if python == "" {
		t.Skip("no Python can do what this needs, " + wanted + ": " + servetest.Unpack)
	}
	return func(text string, in any) {
		t.Helper()
		data, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), python, "-c", text)
		cmd.Stdin = strings.NewReader(string(data))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
