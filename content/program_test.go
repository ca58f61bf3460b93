package content_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/serve/servetest"
)

// block is code of a page. The line CODE of its frame stands for it; what is around it is left out on the page.
type block struct {
	id    string // good for a name of a function
	page  string
	lang  string
	code  string
	frame string
}

// program runs one block after the other: a line says which, a line says how it went.
type program struct {
	in  io.Writer
	out *bufio.Scanner
}

// outcome is what a program answers.
type outcome struct{ Error, Printed string }

// startPrograms starts a program for each language that this machine has.
func startPrograms(t *testing.T, blocks []*block, connection string) map[string]*program {
	t.Helper()
	programs := map[string]*program{"go": goProgram(t, blocks, connection)}
	if p := jsProgram(t, blocks, connection); p != nil {
		programs["js"] = p
	}
	if p := pyProgram(t, blocks, connection); p != nil {
		programs["py"] = p
	}
	return programs
}

func startProgram(t *testing.T, connection, name string, args ...string) *program {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	// The clock is behind UTC, so a token that is signed with local time has expired.
	cmd.Env = append(os.Environ(), "CONNECTION="+connection, "TZ=America/New_York")
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

func (p *program) run(t *testing.T, id, table string) outcome {
	t.Helper()
	if _, err := fmt.Fprintln(p.in, id, table); err != nil {
		t.Fatal(err)
	}
	if !p.out.Scan() {
		t.Fatalf("the program ended: %v", p.out.Err())
	}
	var o outcome
	if err := json.Unmarshal(p.out.Bytes(), &o); err != nil {
		t.Fatalf("%v: %s", err, p.out.Text())
	}
	return o
}

// goProgram compiles the blocks of Go. The function that they share stands in the index of the cards. What is
// above the line RUN of a frame is outside of functions.
func goProgram(t *testing.T, all []*block, connection string) *program {
	t.Helper()
	text := read(t, "testdata/program.go.txt") + "\n" + blocks(read(t, "patterns/en.md"))["go"][0] + "\n"
	names := "var blocks = map[string]" +
		"func(context.Context, *aztables.ServiceClient, *aztables.Client, *aztables.Client) error{\n"
	for _, b := range all {
		if b.lang != "go" {
			continue
		}
		name := strings.ReplaceAll(b.id, "-", "_")
		framed := strings.Replace(b.frame, "CODE", fmt.Sprintf("\n//line %s.go:1\n%s", b.page, b.code), 1)
		above, body, found := strings.Cut(framed, "RUN\n")
		if !found {
			above, body = "", framed
		}
		text += fmt.Sprintf("%s\nfunc %s(ctx context.Context, service *aztables.ServiceClient, "+
			"client, table *aztables.Client) error {\n%s\n}\n", above, name, body)
		names += fmt.Sprintf("%q: %s,\n", b.id, name)
	}
	file := write(t, "main.go", text+names+"}\n")
	bin := filepath.Join(filepath.Dir(file), "code")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return startProgram(t, connection, bin)
}

// jsProgram gathers the blocks of JavaScript; nil if Node or the clients are missing.
func jsProgram(t *testing.T, all []*block, connection string) *program {
	t.Helper()
	site, err := filepath.Abs("../site")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		return leftOut(t, "JavaScript", "there is no Node")
	}
	if _, err := os.Stat(filepath.Join(site, "node_modules/@azure/data-tables")); err != nil {
		return leftOut(t, "JavaScript", "the clients are not installed: ./build.sh does that")
	}
	text := strings.ReplaceAll(read(t, "testdata/program.mjs.txt"), "SITE", site+"/")
	for _, b := range all {
		if b.lang == "js" {
			text += fmt.Sprintf("blocks[%q] = async ({ service, client, table, container, queue }) => {{\n%s\n}};\n",
				b.id, strings.Replace(b.frame, "CODE", b.code, 1))
		}
	}
	return startProgram(t, connection, "node", write(t, "code.mjs", text+"await answer();\n"))
}

// pyProgram gathers the blocks of Python; nil if Python or the client is missing.
func pyProgram(t *testing.T, all []*block, connection string) *program {
	t.Helper()
	python := servetest.Python(t, "..", "import aiohttp, azure.data.tables.aio, azure.storage.blob", "")
	if python == "" {
		return leftOut(t, "Python", "no Python has aiohttp, azure-data-tables and azure-storage-blob, which Debian has: "+
			servetest.Unpack)
	}
	text := read(t, "testdata/program.py.txt")
	for _, b := range all {
		if b.lang == "py" {
			text += fmt.Sprintf("\nasync def block(service, client, table, container):\n%s\nblocks[%q] = block\n",
				indent(framePython(b), "    "), b.id)
		}
	}
	return startProgram(t, connection, python, write(t, "code.py", text+"\nasyncio.run(answer())\n"))
}

// leftOut notes as a skipped test that the code of a language does not run here, and why.
func leftOut(t *testing.T, language, why string) *program {
	t.Helper()
	t.Run(language, func(t *testing.T) { t.Skip(why) })
	return nil
}

// framePython puts the code in its frame, as deep as the line CODE is.
func framePython(b *block) string {
	before, after, _ := strings.Cut(b.frame, "CODE")
	depth := before[strings.LastIndexByte(before, '\n')+1:]
	return strings.TrimSuffix(before, depth) + indent(b.code, depth) + after
}

// indent puts text in front of each line that is not empty.
func indent(code, text string) string {
	lines := strings.Split(code, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = text + line
		}
	}
	return strings.Join(lines, "\n")
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
