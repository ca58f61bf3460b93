package course

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// lessonsDir has the lessons of the course.
const lessonsDir = "tutorials"

// Lesson is a folder of tutorials/, or of a folder of one's own.
type Lesson struct {
	Folder
	Slug   string
	Number int
	Config Config
	Steps  []*Step
}

// Config is lesson.json, what a lesson says in every language alike.
type Config struct {
	Part    string   `json:"part"`
	Fixture string   `json:"fixture"`
	Pattern string   `json:"pattern"`
	Needs   []string `json:"needs"` // slugs of lessons to do first
	Minutes int      `json:"minutes"`
	Score   []string `json:"score"`
	Covers  []string `json:"covers"`
	House   *bool    `json:"house"` // false: the rules of the course are advice, as without it outside of tutorials/

	Options map[string]any `json:"options"` // of the engine; those of a step come on top
}

// Lenient is true for a lesson that need not keep to the rules of the course.
func (c *Config) Lenient() bool { return c.House != nil && !*c.House }

// Step is a folder of a lesson.
type Step struct {
	Folder
	N       int
	Lenient bool     // its lesson need not keep to the rules of the course
	Start   string   // start.http, or the solution of the step before
	Answers []Answer // in the order of answers.http; Files has their scripts
}

var numbered = regexp.MustCompile(`^([0-9]+)-([a-z0-9]+(?:-[a-z0-9]+)*)$`)

// loadLessons adds the lessons of a folder after those that are there.
func (t *Tree) loadLessons(root fs.FS, folder string) error {
	entries, err := fs.ReadDir(root, folder)
	if err != nil {
		return fmt.Errorf("lessons of %s: %w", folder, err)
	}
	last := 0
	if n := len(t.Lessons); n > 0 {
		last = t.Lessons[n-1].Number
	}
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "fixtures" || e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		l, err := t.loadLesson(root, folder, e.Name())
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(t.Lessons, func(o *Lesson) bool { return o.Slug == l.Slug }); i >= 0 {
			return fmt.Errorf("%s: the slug %q is taken by %s: rename one of them", l.Dir, l.Slug, t.Lessons[i].Dir)
		}
		l.Number += last
		t.Lessons = append(t.Lessons, l)
	}
	sort.SliceStable(t.Lessons, func(i, j int) bool { return t.Lessons[i].Number < t.Lessons[j].Number })
	return nil
}

func (t *Tree) loadLesson(root fs.FS, folder, name string) (*Lesson, error) {
	dir := path.Join(folder, name)
	number, slug, err := splitName(dir)
	if err != nil {
		return nil, err
	}
	l := &Lesson{Slug: slug, Number: number}
	if l.Folder, err = t.loadFolder(root, dir); err != nil {
		return nil, fmt.Errorf("lesson %s: %w", dir, err)
	}
	if l.Config, err = loadConfig(root, path.Join(dir, "lesson.json")); err != nil {
		return nil, err
	}
	if l.Config.House == nil {
		l.Config.House = new(folder == lessonsDir)
	}
	entries, err := fs.ReadDir(root, dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() {
			if err := t.loadStep(l, root, path.Join(dir, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	return l, l.order()
}

// splitName parts "tutorials/02-data-series" into 2 and "data-series".
func splitName(dir string) (int, string, error) {
	m := numbered.FindStringSubmatch(path.Base(dir))
	if m == nil {
		return 0, "", fmt.Errorf("%s: name the folder <number>-<slug>, of a to z, digits and hyphens", dir)
	}
	n, err := strconv.Atoi(m[1])
	return n, m[2], err
}

func loadConfig(root fs.FS, name string) (Config, error) {
	var c Config
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return c, err
	}
	if err := decode(data, &c); err != nil {
		return c, fmt.Errorf("%s: %w", name, err)
	}
	if c.Part == "" {
		return c, fmt.Errorf(`%s: "part" is missing, for example "1_keys"`, name)
	}
	for _, s := range c.Score {
		if !slices.Contains(counters, s) {
			return c, fmt.Errorf(`%s: "score": unknown counter %q: use read or transactions`, name, s)
		}
	}
	return c, nil
}

// decode reads JSON without members that nobody knows.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

func (t *Tree) loadStep(l *Lesson, root fs.FS, dir string) error {
	n, _, err := splitName(dir)
	if err != nil {
		return err
	}
	folder, err := t.loadFolder(root, dir)
	if err != nil {
		return fmt.Errorf("step %s: %w", dir, err)
	}
	l.Steps = append(l.Steps, &Step{Folder: folder, N: n, Lenient: l.Config.Lenient()})
	return nil
}

// order sorts the steps and gives each the text that it starts with.
func (l *Lesson) order() error {
	sort.Slice(l.Steps, func(i, j int) bool { return l.Steps[i].N < l.Steps[j].N })
	before := ""
	for i, s := range l.Steps {
		if s.N != i+1 {
			return fmt.Errorf("%s: want step %d: number the steps 1, 2, 3 without gaps", s.Dir, i+1)
		}
		s.Start = cmp.Or(s.Files["start.http"], before)
		if err := s.complete(); err != nil {
			return err
		}
		if err := s.loadAnswers(); err != nil {
			return err
		}
		if s.HasTask() {
			before = s.Files["solution.http"]
		}
	}
	if len(l.Steps) == 0 {
		return fmt.Errorf("%s: a lesson without steps: add a folder 1-<name>", l.Dir)
	}
	return nil
}

// Examples returns the names of the scripts that the text shows, sorted.
func (s *Step) Examples() []string {
	return slices.DeleteFunc(s.Scripts(), func(name string) bool { return !IsExample(name) })
}

// WrongAnswers returns the known wrong answers.
func (s *Step) WrongAnswers() []Answer {
	return slices.DeleteFunc(slices.Clone(s.Answers), Answer.Right)
}

// RightAnswers returns the known right answers besides the reference.
func (s *Step) RightAnswers() []Answer {
	return slices.DeleteFunc(slices.Clone(s.Answers), func(a Answer) bool { return !a.Right() })
}

// Score returns the counters that the step scores: those of its lesson, unless its text says which. A prediction scores
// none of the numbers that it asks for, because par is beside the task.
func (s *Step) Score(l *Lesson) ([]string, error) {
	meta, err := s.Meta()
	if err != nil {
		return nil, err
	}
	own, ok := meta["score"]
	if !ok {
		return l.Config.Score, nil
	}
	list, ok := own.([]any)
	names := []string{}
	for _, v := range list {
		name, _ := v.(string)
		ok = ok && slices.Contains(counters, name)
		names = append(names, name)
	}
	if !ok {
		return nil, fmt.Errorf("%s: front matter: score: write a list of counters, for example [transactions]", s.Name())
	}
	return names, nil
}

// HasTask is true for a step that the learner solves.
func (s *Step) HasTask() bool { return s.Files["solution.http"] != "" }

// complete checks that the files of a task come together.
func (s *Step) complete() error {
	if !s.HasTask() {
		for _, name := range []string{"check.http", "start.http"} {
			if s.Files[name] != "" {
				return fmt.Errorf("%s/%s: a task needs solution.http as well", s.Dir, name)
			}
		}
		return nil
	}
	if s.Files["check.http"] == "" {
		return fmt.Errorf("%s/solution.http: a task needs check.http as well", s.Dir)
	}
	if s.Start == "" {
		return fmt.Errorf("%s: no start.http, and no step before has a solution to start with", s.Dir)
	}
	return nil
}
