package pack_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/wasm/pack"
)

// program prints, collects garbage with goroutines under way, recovers from a panic, and dies of one.
const program = `package main

import (
	"fmt"
	"runtime"
)

func main() {
	done := make(chan string)
	go func() {
		defer func() { done <- fmt.Sprint(recover()) }()
		var list []int
		_ = list[len(done)]
	}()
	runtime.GC()
	fmt.Println(<-done)
	_, file, line, ok := runtime.Caller(0)
	fmt.Println(file, line, ok)
	doom()
}

//go:noinline
func doom() { panic("the end") }
`

// compile returns the program, linked for the browser with some flags.
func compile(t *testing.T, ldflags string) []byte {
	t.Helper()
	dir := t.TempDir()
	source, out := filepath.Join(dir, "main.go"), filepath.Join(dir, "main.wasm")
	if err := os.WriteFile(source, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", ldflags, "-o", out, source)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, text)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// run returns what the program prints in Node.
func run(t *testing.T, wasm []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	loader := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	text, _ := exec.Command("node", loader, file).CombinedOutput() // it ends with a panic
	return string(text)
}

func TestAStrippedProgramRunsAndSaysWhatWentWrong(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node to run WebAssembly with")
	}
	fat := compile(t, "-s -w")
	joined, err := pack.Join(fat)
	if err != nil {
		t.Fatal(err)
	}
	thin, err := pack.Strip(joined)
	if err != nil {
		t.Fatal(err)
	}
	if len(thin) != len(joined) {
		t.Errorf("length = %d, want that of the program, %d", len(thin), len(joined))
	}
	text := run(t, thin)
	for _, want := range []string{"index out of range [0] with length 0", "0 true", "panic: the end"} {
		if !strings.Contains(text, want) {
			t.Errorf("output lacks %q:\n%s", want, text)
		}
	}
	if name := []byte("runtime.gcMarkTermination"); !bytes.Contains(joined, name) || bytes.Contains(thin, name) {
		t.Error("the names of functions are still there, or never were")
	}
	if before := run(t, fat); !strings.Contains(before, "main.go") {
		t.Errorf("the program itself names no file, so the test proves nothing:\n%s", before)
	}
}

func TestStripRefusesWhatHasNoTables(t *testing.T) {
	if _, err := pack.Strip(module(1, 0, 0x41, 8, 0x0b, 2, 'a', 'b')); !errors.Is(err, pack.ErrLayout) {
		t.Errorf("Strip of a module without tables = %v, want ErrLayout", err)
	}
	for _, bad := range [][]byte{nil, []byte("hello, world"), module(1, 0, 0x41, 8, 0x0b, 2, 'a')} {
		if _, err := pack.Strip(bad); err == nil {
			t.Errorf("Strip(% x) = nil, want an error", bad)
		}
	}
}

func FuzzStrip(f *testing.F) {
	f.Add(module(1, 0, 0x41, 8, 0x0b, 1, 'a'))
	header := []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8, 1, 0, 0, 0, 0, 0, 0, 0}
	f.Add(module(append([]byte{1, 0, 0x41, 8, 0x0b, 16}, header...)...))
	f.Fuzz(func(t *testing.T, b []byte) {
		if out, err := pack.Strip(b); err == nil && len(out) != len(b) {
			t.Errorf("length = %d, want %d", len(out), len(b))
		}
	})
}
