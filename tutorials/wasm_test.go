package tutorials_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNativeAndWasmAgree: what the build bakes into a page is, byte for byte, what the page's own
// engine answers. All scripts of all steps run in one sandbox of each kind, with a reset in between.
func TestNativeAndWasmAgree(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles the engine to WebAssembly")
	}
	native, wasm := newLab(t, nil), newWasmLab(t)
	for _, l := range lessons(t) {
		for _, s := range l.steps {
			wants, gots := native.replay(s), wasm.replay(s)
			for name, want := range wants {
				if at := difference(want, gots[name]); at >= 0 {
					t.Errorf("%s/%s differs at byte %d:\nnative %s\nwasm   %s",
						s.dir, name, at, around(want, at), around(gots[name], at))
				}
			}
		}
	}
}

// replay runs the scripts of a step, each on the data of its setup, and returns all that was answered.
func (l *lab) replay(s *step) map[string][]byte {
	l.t.Helper()
	l.files = s.files
	var ignored any
	l.call("POST", "/-/reset", map[string]any{"seed": 1, "options": s.options}, &ignored)
	all := map[string][]byte{"setup.http": l.run("setup.http").Raw}
	_, filled := l.serve("GET", "/-/snapshot", nil)
	scripts := append(s.cells(), s.wrongs()...)
	if s.hasTask() {
		scripts = append(scripts, "start.http", "solution.http")
	}
	for _, name := range scripts {
		if status, text := l.serve("PUT", "/-/snapshot", filled); status >= 400 {
			l.t.Fatalf("PUT /-/snapshot: %d %s", status, text)
		}
		r := l.run(name)
		in := map[string]any{"check": l.files["check.http"], "files": l.files, "session": r.ID}
		all[name] = append(r.Raw, l.call("POST", "/-/judge", in, &ignored)...)
	}
	return all
}

// difference returns where two texts begin to differ, -1 if they do not.
func difference(a, b []byte) int {
	if bytes.Equal(a, b) {
		return -1
	}
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func around(text []byte, at int) []byte { return text[max(0, at-60):min(len(text), at+60)] }

// newWasmLab starts the engine as WebAssembly in node.
func newWasmLab(t *testing.T) *lab {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	wasm := filepath.Join(t.TempDir(), "engine.wasm")
	build := exec.Command("go", "build", "-o", wasm, "rowkey/wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the engine: %v\n%s", err, text)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	loader := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	return &lab{t: t, serve: pipe(t, exec.Command(node, "testdata/serve.mjs", loader, wasm))}
}

// pipe starts a process that answers one request a line.
func pipe(t *testing.T, cmd *exec.Cmd) func(method, path string, body []byte) (int, []byte) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("node: %v", err)
		}
	})
	answers := bufio.NewReader(out)
	return func(method, path string, body []byte) (int, []byte) {
		line, err := json.Marshal(map[string]any{"method": method, "path": path, "body": body})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.Write(append(line, '\n')); err != nil {
			t.Fatal(err)
		}
		text, err := answers.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		var answer struct {
			Status int
			Body   []byte
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			t.Fatal(err)
		}
		return answer.Status, answer.Body
	}
}
