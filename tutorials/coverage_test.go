package tutorials_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/site/markdown"
)

// page is something that says which ids it covers: a lesson, or a page of content/.
type page struct {
	name string
	runs bool // it holds a script that is executed
	ids  []string
}

// pages returns all that claim something.
func pages(t *testing.T) []page {
	t.Helper()
	var out []page
	for _, l := range lessons(t) {
		p := page{name: l.dir, ids: l.Covers}
		for _, s := range l.steps {
			p.runs = p.runs || len(s.cells()) > 0 || s.hasTask()
		}
		out = append(out, p)
	}
	err := filepath.WalkDir("../content", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "en.md" {
			return err
		}
		meta, err := markdown.Meta(path, []byte(read(t, path)))
		list, _ := meta["covers"].([]any)
		p := page{name: path, runs: len(glob(t, filepath.Dir(path)+"/*.http")) > 0}
		for _, id := range list {
			text, _ := id.(string)
			p.ids = append(p.ids, text)
		}
		out = append(out, p)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEveryIDIsCoveredAndWhatIsToRunRuns(t *testing.T) {
	t.Parallel()
	known, covered, run := coverage(t), map[string]bool{}, map[string]bool{}
	for _, p := range pages(t) {
		for _, id := range p.ids {
			if !known[id] {
				t.Errorf("%s: covers %q, which is unknown", p.name, id)
			}
			covered[id], run[id] = true, run[id] || p.runs
		}
	}
	runnable := 0
	for line := range strings.Lines(read(t, "../content/coverage.txt")) {
		id, mark, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !covered[id] {
			t.Errorf("%s: no page covers it", id)
		}
		if mark == "{run}" {
			if runnable++; !run[id] {
				t.Errorf("%s: no page that covers it runs anything", id)
			}
		}
	}
	if runnable != 356 {
		t.Errorf("%d ids are to run, want 356", runnable)
	}
}
