package content_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCodeOfCardsRuns: every block of Go and of JavaScript is the body of a function. All of a language
// are one program; each runs on the data of its card, and both ask the service for the same.
func TestCodeOfCardsRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the local endpoint and a program with the official client")
	}
	all := cards(t)
	s := startServer(t)
	programs := map[string]*program{"go": goProgram(t, all, s.connection()), "js": jsProgram(t, all, s.connection())}
	empty := s.ask("GET", "snapshot", nil)
	for _, slug := range slices.Sorted(maps.Keys(all)) {
		t.Run(slug, func(t *testing.T) {
			s := &server{t, s.urls}
			s.ask("PUT", "snapshot", empty)
			s.fill(all[slug])
			filled := s.ask("GET", "snapshot", nil)
			var asked []string
			for _, lang := range []string{"go", "js"} {
				if programs[lang] == nil {
					continue
				}
				for i := range all[slug].code[lang] {
					s.ask("PUT", "snapshot", filled)
					from := s.last()
					if msg := programs[lang].run(t, fmt.Sprintf("%s %d %s", slug, i, all[slug].table)); msg != "ok" {
						t.Fatalf("%s block %d: %s", lang, i+1, msg)
					}
					asked = append(asked, s.describe(s.requests(from)))
				}
			}
			compare(t, asked)
		})
	}
}

// compare fails if the second half of what was asked, by JavaScript, differs from the first, by Go.
func compare(t *testing.T, asked []string) {
	t.Helper()
	for i, text := range asked {
		if text == "[]" {
			t.Errorf("block %d asks nothing of a table", i+1)
		}
		if n := len(asked) / 2; i >= n && n > 0 && text != asked[i-n] {
			t.Errorf("the tabs differ:\nGo         %s\nJavaScript %s", asked[i-n], text)
		}
	}
}

// describe writes down what was asked.
func (s *server) describe(requests []done) string {
	s.t.Helper()
	if len(requests) == 0 {
		return "[]"
	}
	text, err := json.Marshal(requests)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// program runs one block after the other: a line says which, a line says how it went.
type program struct {
	in  io.Writer
	out *bufio.Scanner
}

func startProgram(t *testing.T, connection, name string, args ...string) *program {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = append(os.Environ(), "CONNECTION="+connection)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait() // an error shows in what a block answers
	})
	return &program{in, bufio.NewScanner(out)}
}

func (p *program) run(t *testing.T, line string) string {
	t.Helper()
	if _, err := fmt.Fprintln(p.in, line); err != nil {
		t.Fatal(err)
	}
	if !p.out.Scan() {
		t.Fatalf("the program ended: %v", p.out.Err())
	}
	return p.out.Text()
}

// goProgram compiles the blocks of Go. The function that they share stands in the index of the cards.
func goProgram(t *testing.T, all map[string]*card, connection string) *program {
	t.Helper()
	text := read(t, "testdata/program.go.txt") + "\n" + strings.Join(blocks(read(t, "patterns/en.md"))["go"], "\n") + "\n"
	names := "var blocks = map[string]func(context.Context, *aztables.ServiceClient, *aztables.Client) error{\n"
	for _, slug := range slices.Sorted(maps.Keys(all)) {
		for i, code := range all[slug].code["go"] {
			name := fmt.Sprintf("%s%d", strings.ReplaceAll(slug, "-", "_"), i)
			text += fmt.Sprintf("func %s(ctx context.Context, service *aztables.ServiceClient, client *aztables.Client) error {\n"+
				"//line %s.go:1\n%s\n}\n", name, slug, code)
			names += fmt.Sprintf("%q: %s,\n", fmt.Sprintf("%s %d", slug, i), name)
		}
	}
	file := write(t, "main.go", text+names+"}\n")
	bin := filepath.Join(filepath.Dir(file), "cards")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return startProgram(t, connection, bin)
}

// jsProgram gathers the blocks of JavaScript; nil if Node or the clients are missing.
func jsProgram(t *testing.T, all map[string]*card, connection string) *program {
	t.Helper()
	site, err := filepath.Abs("../site")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Log("there is no Node: JavaScript is left out")
		return nil
	}
	if _, err := os.Stat(filepath.Join(site, "node_modules/@azure/data-tables")); err != nil {
		t.Log("the clients are not installed, ./build.sh does that: JavaScript is left out")
		return nil
	}
	text := strings.ReplaceAll(read(t, "testdata/program.mjs.txt"), "SITE", site+"/")
	for _, slug := range slices.Sorted(maps.Keys(all)) {
		for i, code := range all[slug].code["js"] {
			text += fmt.Sprintf("blocks[%q] = async ({ service, client, container, queue }) => {\n%s\n};\n", fmt.Sprintf("%s %d", slug, i), code)
		}
	}
	return startProgram(t, connection, "node", write(t, "cards.mjs", text+"await answer();\n"))
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
