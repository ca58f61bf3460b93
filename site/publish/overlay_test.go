package publish

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheOverlayHasTheSourcesOfEveryFormOfTheEngine(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	replace := overlay(t, root, cache)
	for _, file := range []string{"wasm/main.go", "engine/control/workbench.go", "engine/control/noworkbench.go"} {
		if replace[filepath.Join(root, file)] == "" {
			t.Errorf("%s is not on one line", file)
		}
	}
	standard := false
	for from, to := range replace {
		standard = standard || filepath.Base(from) == "print.go" && filepath.Base(filepath.Dir(from)) == "fmt"
		if strings.Contains(from, "buntdb") || strings.HasSuffix(from, "_test.go") {
			t.Errorf("%s is replaced", from)
		}
		if _, err := os.Stat(to); err != nil {
			t.Error(err)
		}
	}
	if !standard {
		t.Error("package fmt is not on one line")
	}
}

func TestTheOverlayLeavesAloneWhatHasNotChanged(t *testing.T) {
	cache := t.TempDir()
	list := overlay(t, "../..", cache)
	for _, to := range list {
		if err := os.Chmod(to, 0o400); err != nil {
			t.Fatal(err)
		}
	}
	overlay(t, "../..", cache)
	for from, to := range list {
		if info, err := os.Stat(to); err != nil || info.Mode() != 0o400 {
			t.Fatalf("the line of %s was written again", from)
		}
	}
}

// overlay returns what the overlay of the project replaces.
func overlay(t *testing.T, root, cache string) map[string]string {
	t.Helper()
	file, err := Overlay(t.Context(), root, cache)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var is struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &is); err != nil {
		t.Fatal(err)
	}
	return is.Replace
}
