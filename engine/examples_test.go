package engine_test

import (
	"os"
	"path/filepath"
	"testing"

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
