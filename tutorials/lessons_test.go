package tutorials_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"rowkey/site/markdown"
)

// lesson is a folder of a lesson.
type lesson struct {
	dir     string
	Score   []string
	Covers  []string
	Options map[string]any
	steps   []*step
}

// step is one page of a lesson with every script that it can name.
type step struct {
	dir     string
	text    string // en.md
	files   map[string]string
	options map[string]any // of the engine: those of the lesson, then those of the step
}

// hasTask says that the step asks for something: the others only show.
func (s *step) hasTask() bool { return s.files["solution.http"] != "" }

// cells returns the names of the examples.
func (s *step) cells() []string {
	return s.named(func(name string) bool {
		return !slices.Contains([]string{"setup.http", "start.http", "solution.http", "check.http"}, name) &&
			!strings.HasPrefix(name, "wrong-")
	})
}

// wrongs returns the names of the known wrong answers.
func (s *step) wrongs() []string {
	return s.named(func(name string) bool { return strings.HasPrefix(name, "wrong-") })
}

// named returns the scripts of the step itself that satisfy a condition, sorted.
func (s *step) named(is func(string) bool) []string {
	var names []string
	for name := range s.files {
		if strings.HasSuffix(name, ".http") && !strings.Contains(name, "/") && is(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// setUp opens a lab with the data of the step: the store first, then the options, as the pages do.
func (s *step) setUp(t *testing.T) *lab {
	t.Helper()
	l := newLab(t, s.files)
	l.fill(s.snapshot(t))
	var ignored any
	l.call("PUT", "/-/options", s.options, &ignored)
	return l
}

// filled are the snapshots that setups leave, by the text of the setup. Many steps share one.
var filled sync.Map

// snapshot returns the store that the step begins with.
func (s *step) snapshot(t *testing.T) []byte {
	t.Helper()
	key := s.setupKey()
	if data, ok := filled.Load(key); ok {
		return data.([]byte)
	}
	l := newLab(t, s.files)
	data := l.setup()
	filled.Store(key, data)
	return data
}

// setupKey is the same for steps whose setup does the same: fixtures have names of their own, scripts
// beside the setup have not.
func (s *step) setupKey() string {
	text := s.files["setup.http"]
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "# @setup "); ok && !strings.HasPrefix(name, "fixtures/") {
			return s.dir + "\n" + text
		}
	}
	return text
}

// fixtureFiles returns the scripts that every lesson can name.
func fixtureFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, path := range glob(t, "fixtures/*.http") {
		files[path] = read(t, path)
	}
	return files
}

// lessons returns all lessons with their steps.
func lessons(t *testing.T) []*lesson {
	t.Helper()
	var all []*lesson
	for _, path := range glob(t, "[0-9]*/lesson.json") {
		l := &lesson{dir: filepath.Dir(path)}
		if err := json.Unmarshal([]byte(read(t, path)), l); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, text := range glob(t, l.dir+"/[0-9]*/en.md") {
			l.steps = append(l.steps, newStep(t, l, text))
		}
		all = append(all, l)
	}
	return all
}

func newStep(t *testing.T, l *lesson, text string) *step {
	t.Helper()
	s := &step{dir: filepath.Dir(text), text: read(t, text), files: fixtureFiles(t), options: map[string]any{}}
	maps.Copy(s.options, l.Options)
	meta, err := markdown.Meta(text, []byte(s.text))
	if err != nil {
		t.Fatal(err)
	}
	own, _ := meta["options"].(map[string]any)
	maps.Copy(s.options, own)
	for _, path := range append(glob(t, s.dir+"/*.http"), glob(t, s.dir+"/*.json")...) {
		s.files[filepath.Base(path)] = read(t, path)
	}
	return s
}

// eachStep runs a test for every step of every lesson, side by side.
func eachStep(t *testing.T, test func(*testing.T, *step)) {
	t.Helper()
	for _, l := range lessons(t) {
		for _, s := range l.steps {
			t.Run(s.dir, func(t *testing.T) {
				t.Parallel()
				test(t, s)
			})
		}
	}
}

// eachTask runs a test for every step that asks for something, side by side.
func eachTask(t *testing.T, test func(*testing.T, *step)) {
	t.Helper()
	eachStep(t, func(t *testing.T, s *step) {
		if s.hasTask() {
			test(t, s)
		}
	})
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
