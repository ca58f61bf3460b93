package sample_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

// Whatever a sheet without errors holds, its designs are verified and exported, or it is said why not.
func FuzzVerify(f *testing.F) {
	if testing.Short() {
		f.Skip("deep: fills a table for each seed")
	}
	for _, dir := range []string{"", "patterns"} {
		paths, _ := filepath.Glob(filepath.Join("..", "plan", "testdata", dir, "*.http"))
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	for _, text := range []string{
		"# @sheet s\n# @entity ä, 3\n# @attribute ä.ö, time second, identity\n" +
			"# @ask q, ä, newest ö, top 1\n# @do w, update ä, sets ö\n\n" +
			"### A\n# @keys {ö:second} | x",
		"# @sheet s\n# @entity a, 5\n# @entity b, 5\n# @attribute b.n, int, identity, 1 values\n" +
			"# @do x, insert a\n# @do y, update b, sets n\n# @together t, insert a, update b\n\n" +
			"### A\n# @keys x | {id} | T | of a\n# @keys {n:-} | x | T | of b",
		"# @sheet s\n# @entity a, 9/day\n# @attribute a.at, time, identity\n# @attribute a.id, guid, identity\n" +
			"# @ask q, a, at between 1 %\n# @ask r, a, at one 1s\n# @ask n, a, newest at, top 2000\n\n" +
			"### A\n# @keys {at:second} | {at:tick}_{id}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, messages := sheet.Parse(text)
		if sheet.Failed(messages) {
			return
		}
		for i := range s.Designs {
			r, err := sample.Verify(context.Background(), s, &s.Designs[i], 60, 1)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := sample.Script(context.Background(), s, &s.Designs[i], 1); err != nil && r.Refused == "" {
				t.Log(err)
			}
		}
	})
}
