package engine_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/control"
	"rowkey/engine/evidence"
	"rowkey/engine/script"
)

func TestWorkedExamplesHoldWhatTheyAssert(t *testing.T) {
	dir := evidence.Path(t, "design", "script-examples")
	files, err := filepath.Glob(filepath.Join(dir, "*.http"))
	if err != nil || len(files) != 10+1 {
		t.Fatalf("found %d examples, want 11 (%v)", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) { runFile(t, dir, name) })
	}
}

// runFile runs a script of a folder in a new sandbox, and fails for every check that fails.
func runFile(t *testing.T, dir, name string) {
	t.Helper()
	e := open(t)
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	s := script.Parse(name, string(text), func(name string) (string, bool) {
		b, err := os.ReadFile(filepath.Join(dir, name))
		return string(b), err == nil
	})
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	if n := run(t, e, s); n == 0 {
		t.Error("the script checks nothing")
	}
}

func open(t testing.TB) *control.Handler {
	t.Helper()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// run returns how many assertions were made.
func run(t *testing.T, e *control.Handler, s *script.Script) int {
	t.Helper()
	checks := 0
	run := client.Start(s, e, client.Options{Now: e.Clock().Now, Advance: e.Clock().Advance})
	for {
		x, err := run.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return checks
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range x.Checks {
			checks++
			if !c.Pass {
				t.Errorf("%s:%d: expected %s, got %s", s.Name, c.Line, c.Text, c.Got)
			}
		}
		if x.Problem != nil {
			t.Errorf("%s:%d: %s", s.Name, x.Problem.Line, x.Problem.Message)
		}
		if x.Stopped {
			t.Fatalf("%s:%d: stopped with %d %s %s", s.Name, x.Line, x.Status, x.Code, x.Message)
		}
	}
}
