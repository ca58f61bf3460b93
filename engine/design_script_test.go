package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/sample"
	"rowkey/engine/script"
	"rowkey/engine/sheet"
)

// The script of each design of each archetype runs as it is: no request is refused, and questions cost what it says.
func TestTheScriptsOfDesignsRun(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("plan/testdata/*.http")
	if err != nil || len(paths) != 6 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := sheet.Parse(string(text))
		for i := range s.Designs {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".http")+"/"+s.Designs[i].Name, func(t *testing.T) {
				text, err := sample.Script(context.Background(), s, &s.Designs[i], 1)
				if err != nil {
					t.Fatal(err)
				}
				x := script.Parse("design.http", text, nil)
				for _, d := range x.Diagnostics {
					t.Errorf("line %d: %s", d.Line, d.Message)
				}
				if checks := run(t, open(t), x); checks < 2*len(s.Asks) {
					t.Errorf("%d checks of %d questions", checks, len(s.Asks))
				}
			})
		}
	}
}
