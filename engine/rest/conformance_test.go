package rest_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/script"
)

// TestConformanceCorpus runs every script of testdata against an empty account of its own. The same
// scripts are run over HTTP and in WebAssembly elsewhere.
func TestConformanceCorpus(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "*.http"))
	if err != nil || len(files) < 12 {
		t.Fatalf("found %d scripts, want at least 12 (%v)", len(files), err)
	}
	if runtime.GOOS != "js" { // a browser goes without these
		native, err := filepath.Glob(filepath.Join("testdata", "native", "*.http"))
		if err != nil || len(native) == 0 {
			t.Fatalf("found no scripts of what a browser goes without (%v)", err)
		}
		files = append(files, native...)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := script.Parse(file, string(text), func(string) (string, bool) { return "", false })
			if err := s.Err(); err != nil {
				t.Fatal(err)
			}
			runScript(t, s)
		})
	}
}

// runScript runs all blocks. Every request has to be checked, and every check has to pass.
func runScript(t *testing.T, s *script.Script) {
	t.Helper()
	session := client.Start(s, newAPI(t), client.Options{})
	for {
		x, err := session.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if x.Problem != nil {
			t.Fatalf("line %d: %s", x.Problem.Line, x.Problem.Message)
		}
		if len(x.Checks) == 0 {
			t.Errorf("line %d: the answer is not checked", x.Line)
		}
		for _, c := range x.Checks {
			if !c.Pass {
				t.Errorf("line %d: %s: expected %s, got %s\n%s: %d %s", c.Line, c.Text, c.Expected, c.Got, x.Title, x.Status,
					x.Body)
			}
		}
		if x.Stopped {
			t.Fatalf("line %d: %s: the run stopped: %d %s", x.Line, x.Title, x.Status, x.Body)
		}
	}
}
