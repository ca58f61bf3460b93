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
// engine answers. What a reader of each
// step sees first runs in one sandbox of each kind, with a reset in between.
func TestNativeAndWasmAgree(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles the engine to WebAssembly")
	}
	native, wasm := newLab(t, nil), newWasmLab(t)
	setups := map[string][]byte{} // that both have run, and agreed about
	for _, l := range lessons(t) {
		for _, s := range l.steps {
			if key := s.setupKey(); setups[key] == nil {
				setups[key] = native.refill(s)
				if at := difference(setups[key], wasm.refill(s)); at >= 0 {
					t.Errorf("%s/setup.http: the stores differ at byte %d", s.dir, at)
				}
			}
			for _, name := range s.compared() {
				want, got := native.replay(s, setups[s.setupKey()], name), wasm.replay(s, setups[s.setupKey()], name)
				if at := difference(want, got); at >= 0 {
					t.Errorf("%s/%s differs at byte %d:\nnative %s\nwasm   %s",
						s.dir, name, at, around(want, at), around(got, at))
				}
			}
		}
	}
}

// compared returns the scripts that a reader of the step sees first: the examples, the start and the
// solution.
func (s *step) compared() []string {
	if s.hasTask() {
		return append(s.cells(), "start.http", "solution.http")
	}
	return s.cells()
}

// refill runs the setup of a step in an empty store and returns what it leaves.
func (l *lab) refill(s *step) []byte {
	l.t.Helper()
	l.files = s.files
	var ignored any
	l.call("POST", "/-/reset", map[string]any{"seed": 1}, &ignored)
	return l.setup()
}

// replay runs one script on the store that the setup leaves, and returns all that was answered.
func (l *lab) replay(s *step, store []byte, name string) []byte {
	l.t.Helper()
	l.files = s.files
	var ignored any
	l.call("POST", "/-/reset", map[string]any{"seed": 1}, &ignored)
	l.fill(store)
	l.call("PUT", "/-/options", s.options, &ignored)
	r := l.run(name)
	in := map[string]any{"check": l.files["check.http"], "files": l.files, "session": r.ID}
	return append(r.Raw, l.call("POST", "/-/judge", in, &ignored)...)
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
