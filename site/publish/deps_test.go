package publish_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// levels is the import direction: a package may import what stands on a lower level.
var levels = map[string]int{"markdown": 0, "parallel": 0, "types": 0, "changes": 0, "picture": 0, "course": 1,
	"pages":   2,
	"publish": 3, "": 4}

func TestPackagesOfTheSiteImportOnlyWhatIsBelowThem(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "rowkey/site"), "/")
		level, known := levels[name]
		if !known {
			t.Errorf("%s has no level", p.ImportPath)
		}
		for _, i := range p.Imports {
			if below, ours := strings.CutPrefix(i, "rowkey/site/"); ours && levels[below] >= level {
				t.Errorf("%s imports %s, which is not below it", p.ImportPath, i)
			}
			if strings.HasPrefix(i, "rowkey/engine") && name != "course" && name != "types" {
				t.Errorf("%s imports %s: only course and types know the engine", p.ImportPath, i)
			}
		}
	}
}

type imported struct {
	ImportPath string
	Imports    []string
}

// packages returns those of the site with what each imports.
func packages(t *testing.T) []imported {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "rowkey/site/...").Output()
	if err != nil {
		t.Skipf("go list is not available: %v", err)
	}
	var all []imported
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p imported
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
