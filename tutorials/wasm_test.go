package tutorials_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowkey/site/course"
	"rowkey/site/publish"
)

// recorder is an engine that notes all that it answers.
type recorder struct {
	ask     engine
	answers []byte
}

// runner runs every script in this one engine, with a reset before each.
func (r *recorder) runner() *course.Runner {
	return course.NewRunner(func() (*course.Sandbox, error) {
		if status, answer := r.ask("POST", "/-/reset", []byte(`{"seed":1}`)); status >= 400 {
			return nil, fmt.Errorf("reset: %d %s", status, answer)
		}
		return &course.Sandbox{Ask: func(method, path string, body []byte) (int, []byte) {
			status, answer := r.ask(method, path, body)
			r.answers = append(r.answers, answer...)
			return status, answer
		}}, nil
	})
}

// TestNativeAndWasmAgree: what the build draws is, byte for byte, what the page's own engine answers. Each half of
// the lessons has its own pair of engines, so that both cores work. With -short a third of the lessons begin: the
// corpus of the wire runs in both engines always (package wasm).
func TestNativeAndWasmAgree(t *testing.T) {
	t.Parallel()
	start := compiled(t, publish.Engine)
	for half := range 2 {
		t.Run(fmt.Sprintf("half-%d", half+1), func(t *testing.T) {
			t.Parallel()
			stepsAgree(t, start, func(i int, s *course.Step) bool {
				return i%2 == half && !judgesDesigns(s) && (!testing.Short() || s.N == 1 && i%6 < 2)
			})
		})
	}
}

// TestNativeAndWasmJudgeDesignsAlike is the same for steps whose pages have the engine that judges designs.
func TestNativeAndWasmJudgeDesignsAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: compiles the engine of the workbench")
	}
	t.Parallel()
	stepsAgree(t, compiled(t, publish.Workbench), func(_ int, s *course.Step) bool { return judgesDesigns(s) })
}

func judgesDesigns(s *course.Step) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(s.Files)), func(text string) bool {
		return strings.Contains(text, "# @workload")
	})
}

// stepsAgree compares a native engine with a compiled one on the steps that are wanted, of lesson i.
func stepsAgree(t *testing.T, start func(*testing.T) engine, wanted func(i int, s *course.Step) bool) {
	t.Helper()
	both := []*recorder{{ask: native(t)}, {ask: start(t)}}
	runners := []*course.Runner{both[0].runner(), both[1].runner()}
	for i, l := range tree(t).Lessons {
		for _, s := range l.Steps {
			if wanted(i, s) {
				agree(t, both, runners, l, s)
			}
		}
	}
}

// agree runs the scripts of a step with both engines, and compares all that they answer. Both begin with the store that
// the build makes for the page: no page lays it out again.
func agree(t *testing.T, both []*recorder, runners []*course.Runner, l *course.Lesson, s *course.Step) {
	t.Helper()
	set := stepSet(t, l, s)
	if err := runner.Prepare(set); err != nil {
		t.Fatal(err)
	}
	for i, r := range runners {
		both[i].answers = nil
		replay(t, r, s, set)
	}
	if want, got := both[0].answers, both[1].answers; !bytes.Equal(want, got) {
		at := difference(want, got)
		t.Errorf("%s differs at byte %d:\nnative %s\nwasm   %s", s.Dir, at, around(want, at), around(got, at))
	}
}

// replay runs what a reader of the step sees first: the examples, the start and the solution.
func replay(t *testing.T, r *course.Runner, s *course.Step, set *course.Set) {
	t.Helper()
	scripts := map[string]string{}
	for _, name := range s.Examples() {
		scripts[name] = s.Files[name]
	}
	if s.HasTask() {
		scripts["start.http"], scripts["solution.http"] = s.Start, s.Files["solution.http"]
	}
	for _, name := range slices.Sorted(maps.Keys(scripts)) {
		if _, err := r.Run(set, name, scripts[name]); err != nil {
			t.Error(err)
		}
	}
}

// difference returns where two texts begin to differ.
func difference(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func around(text []byte, at int) []byte { return text[max(0, at-60):min(len(text), at+60)] }

// native opens the engine as the build does.
func native(t *testing.T) engine {
	t.Helper()
	box, err := course.OpenSandbox("")()
	if err != nil {
		t.Fatal(err)
	}
	return box.Ask
}

// engine is one that answers until its test ends.
type engine func(method, path string, body []byte) (status int, answer []byte)

// compiled compiles the engine as pages have it, and returns what starts it in node.
func compiled(t *testing.T, m publish.Module) func(t *testing.T) engine {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	code, err := m.Build(t.Context(), "..", t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	module := filepath.Join(t.TempDir(), "engine.wasm")
	if err := os.WriteFile(module, code, 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := publish.Goroot()
	if err != nil {
		t.Fatal(err)
	}
	loader := filepath.Join(root, "lib", "wasm", "wasm_exec.js")
	return func(t *testing.T) engine {
		t.Helper()
		return pipe(t, exec.Command(node, "testdata/serve.mjs", loader, module))
	}
}

// pipe starts a process that answers one request a line.
func pipe(t *testing.T, cmd *exec.Cmd) engine {
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
