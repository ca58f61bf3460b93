package content_test

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"rowkey/engine/golden"
	"rowkey/site/course"
)

// TestWorkersOfCardsMayBeSlow: what a card recommends holds in every order in which the requests of its worker and
// of somebody else can interleave, and the same worker without what makes it safe fails.
func TestWorkersOfCardsMayBeSlow(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: tries thousands of orders of requests")
	}
	t.Parallel()
	tree, err := course.Load(raceTree(t))
	if err != nil {
		t.Fatal(err)
	}
	runner := course.NewRunner(course.OpenSandbox(""))
	for _, l := range tree.Lessons {
		for _, s := range l.Steps {
			t.Run(path.Base(s.Dir), func(t *testing.T) {
				set, err := tree.StepSet(l, s)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := runner.Verify(s, set); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// raceTree has a lesson with a step for each folder of testdata/races.txt: the worker of a card is the solution, and
// one that is not safe is the start.
func raceTree(t *testing.T) fs.FS {
	t.Helper()
	root := fstest.MapFS{"content/coverage.txt": {Data: []byte("RACE-01")}}
	put := func(name, text string) { root[name] = &fstest.MapFile{Data: []byte(text)} }
	const text = "---\ntitle: A slow worker\ndescription: Of a card.\nneed: safety\n---\nText.\n"
	const lesson = "tutorials/01-workers/"
	put(lesson+"lesson.json", `{"part": "1_keys", "minutes": 1, "score": ["read"]}`)
	put(lesson+"en.md", text)
	fixtures, err := filepath.Glob("../tutorials/fixtures/*.http")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range fixtures {
		put("tutorials/fixtures/"+filepath.Base(name), read(t, name))
	}
	for name, file := range golden.Files(t, "testdata/races.txt") {
		root[lesson+name] = file
	}
	for _, dir := range []string{"1-inter-partition-index", "2-eventually-consistent-transactions"} {
		put(lesson+dir+"/en.md", text+"\n## Task\n\nNothing is lost.\n")
	}
	safe := inLane(read(t, "patterns/eventually-consistent-transactions/worker.http"))
	put(lesson+"2-eventually-consistent-transactions/solution.http", safe)
	put(lesson+"2-eventually-consistent-transactions/start.http",
		strings.ReplaceAll(safe, "If-Match: {{employee.response.headers.ETag}}", "If-Match: *"))
	return root
}

// inLane puts every request of a script into the lane of a worker.
func inLane(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "###") {
			lines[i] += "\n# @client worker"
		}
	}
	return strings.Join(lines, "\n")
}
