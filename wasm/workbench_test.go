//go:build !js

package main_test

import (
	"os"
	"path/filepath"
	"testing"

	"rowkey/site/publish"
)

// sheets are the archetypes with their designs.
const sheets = "../engine/plan/testdata"

// What the design workbench says of a sheet is the same natively and in a browser, byte for byte: its arithmetic, its
// designs, a sample of each, and the proposals.
func TestTheWorkbenchSaysTheSameInABrowserByteForByte(t *testing.T) {
	ours, theirs := native(t), browser(t, publish.Workbench)
	files, err := filepath.Glob(filepath.Join(sheets, "*.http"))
	if err != nil || len(files) != 6 {
		t.Fatalf("%d archetypes in %s (%v)", len(files), sheets, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			both := func(path string, body map[string]any) []byte { return same(t, ours, theirs, "POST", path, body) }
			both("/-/sheet", map[string]any{"text": string(text)})
			both("/-/compare", map[string]any{"text": string(text)})
			both("/-/verify?design=0&entities=300", map[string]any{"text": string(text)})
			var found struct {
				Progress struct{ Done bool }
				State    int
			}
			for body := map[string]any{"text": string(text),
				"slice": 1000}; !found.Progress.Done; body = map[string]any{"state": found.State, "slice": 1000} {
				decode(t, both("/-/propose", body), &found)
			}
		})
	}
}
