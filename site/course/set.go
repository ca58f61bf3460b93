package course

import (
	"fmt"
	"maps"
	"path"
	"strings"
)

// SetupName is the script that prepares the store of a folder.
const SetupName = "setup.http"

// ProgramName is the file that surrounds the JavaScript of a page when it runs in the playground.
const ProgramName = "program.mjs"

// Set is the scripts that one page can name, and which of them runs first.
type Set struct {
	Dir   string            // for messages
	Files map[string]string // by the name that scripts use: "point.http", "fixtures/hr.http"
	Setup string            // "" if the store begins empty
	Store string            // hash of the store that Setup leaves, see Runner.Stores; "" if it begins empty

	Table   string // that "client" speaks to in the code of the page, "" if it has none
	Program string // what surrounds that code in the playground, with a line "// CODE"; "" for what every page has

	Options map[string]any // of the engine, for PUT /-/options
	Words   Words          // what the folder's files say to readers of another language

	snapshot []byte                             // the store
	place    func(name string, line int) string // of a line of a file, for messages
}

// PageSet gathers the scripts of a page of content/, with the fixture and the options that its text asks for.
func (t *Tree) PageSet(f *Folder) (*Set, error) {
	meta, err := f.Meta()
	if err != nil {
		return nil, err
	}
	set, err := newSet(f, f.place, t.Fixtures, fixturesOf(meta))
	if err != nil {
		return nil, err
	}
	set.Options, _ = meta["options"].(map[string]any)
	set.Table, _ = meta["table"].(string)
	return set, nil
}

// LessonSet gathers the scripts of the overview of a lesson.
func (t *Tree) LessonSet(l *Lesson) (*Set, error) {
	return newSet(&l.Folder, l.place, t.Fixtures, []string{l.Config.Fixture})
}

// StepSet gathers the scripts of a step. The fixtures are those of its text, or that of the lesson; the options are
// those of the lesson and, on top of them, of the text.
func (t *Tree) StepSet(l *Lesson, s *Step) (*Set, error) {
	meta, err := s.Meta()
	if err != nil {
		return nil, err
	}
	own := fixturesOf(meta)
	if own == nil {
		own = []string{l.Config.Fixture}
	}
	set, err := newSet(&s.Folder, s.place, t.Fixtures, own)
	if err != nil {
		return nil, err
	}
	set.Table, _ = meta["table"].(string)
	set.Options = maps.Clone(l.Config.Options)
	if own, _ := meta["options"].(map[string]any); set.Options == nil {
		set.Options = own
	} else {
		maps.Copy(set.Options, own)
	}
	return set, nil
}

// fixturesOf returns the fixtures that a text asks for, a name or a list of them; nil if it asks for none.
func fixturesOf(meta map[string]any) []string {
	switch v := meta["fixture"].(type) {
	case string:
		return []string{v}
	case []any:
		names := make([]string, len(v))
		for i := range v {
			names[i], _ = v[i].(string)
		}
		return names
	}
	return nil
}

// newSet gathers the scripts of a folder and the fixtures that they reach. Its own setup comes before fixtures.
func newSet(f *Folder, place func(string, int) string, all map[string]string, fixtures []string) (*Set, error) {
	s := &Set{Dir: f.Dir, Files: map[string]string{}, Words: f.Words, Program: f.Files[ProgramName], place: place}
	for name, text := range f.Files {
		if path.Ext(name) == ".http" || isWorkload(name) {
			s.Files[name] = text
		}
	}
	if _, ok := s.Files[SetupName]; ok {
		s.Setup = SetupName
	} else if err := s.begin(f, all, fixtures); err != nil {
		return nil, err
	}
	for _, name := range f.Scripts() {
		if err := s.addDependencies(name, all); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// begin makes fixtures the setup; of several, a script that names them in turn.
func (s *Set) begin(f *Folder, all map[string]string, fixtures []string) error {
	lines := ""
	for _, name := range fixtures {
		if name == "" {
			continue
		}
		s.Setup = "fixtures/" + name + ".http"
		lines += "# @setup " + s.Setup + "\n"
		if err := s.addDependency("", s.Setup, all); err != nil {
			return fmt.Errorf("%s: fixture %q: %w", f.Name(), name, err)
		}
	}
	if len(fixtures) > 1 {
		s.Setup, s.Files[SetupName] = SetupName, lines
	}
	return nil
}

// addDependencies adds the fixtures that a script of the set names, and those that they name.
func (s *Set) addDependencies(name string, fixtures map[string]string) error {
	for i, line := range strings.Split(s.Files[name], "\n") {
		target, ok := NamedLine(line)
		if !ok {
			continue
		}
		if err := s.addDependency(name, target, fixtures); err != nil {
			return fmt.Errorf("%s: %w", s.place(name, i+1), err)
		}
	}
	return nil
}

// addDependency adds what the script from calls target.
func (s *Set) addDependency(from, target string, fixtures map[string]string) error {
	for _, name := range candidates(from, target) {
		if _, ok := s.Files[name]; ok {
			return nil
		}
		if text, ok := fixtures[name]; ok {
			s.Files[name] = text
			return s.addDependencies(name, fixtures)
		}
	}
	return fmt.Errorf("there is no script %s: put it into the folder, or into tutorials/fixtures/", target)
}

// NamedLine returns the file that a line of a script names: "# @setup ./x.http", "# @run x.http as
// worker", "# @trial race worker x.http", "# @workload x", which is workload-x.json.
func NamedLine(line string) (string, bool) {
	line = strings.TrimSpace(line)
	rest, ok := strings.CutPrefix(line, "#")
	if !ok {
		rest, ok = strings.CutPrefix(line, "//")
	}
	if !ok {
		return "", false
	}
	words := strings.Fields(rest)
	if len(words) < 2 {
		return "", false
	}
	switch words[0] {
	case "@setup":
		return words[1], true
	case "@run":
		return words[1], words[1] != learnerName
	case "@trial":
		if len(words) == 4 && words[1] == "race" {
			return words[3], true
		}
	case "@workload":
		return "workload-" + words[1] + ".json", true
	}
	return "", false
}

// learnerName is the name of the learner's own text where a check runs it.
const learnerName = "learner"

// candidates are the names under which the engine looks for a target, in its order.
func candidates(from, target string) []string {
	top := path.Clean(target)
	bare := top
	for strings.HasPrefix(bare, "../") {
		bare = bare[len("../"):]
	}
	return []string{path.Join(path.Dir(from), target), top, bare}
}

// resolve returns the name of the file that a target means, "" if the set does not hold it.
func (s *Set) resolve(from, target string) string {
	for _, name := range candidates(from, target) {
		if _, ok := s.Files[name]; ok {
			return name
		}
	}
	return ""
}

// Reach returns the files that a text needs to run: the setup and everything that is named.
func (s *Set) Reach(text string) map[string]string {
	out := map[string]string{}
	var add func(name string)
	follow := func(from, text string) {
		for _, line := range strings.Split(text, "\n") {
			if target, ok := NamedLine(line); ok {
				add(s.resolve(from, target))
			}
		}
	}
	add = func(name string) {
		if _, ok := out[name]; ok || name == "" {
			return
		}
		out[name] = s.Files[name]
		follow(name, s.Files[name])
	}
	if s.Setup != "" {
		add(s.Setup)
	}
	follow("", text)
	return out
}

// IsExample is true for scripts that a page shows; the others have a role in a task.
func IsExample(name string) bool {
	switch name {
	case SetupName, ProgramName, "start.http", "solution.http", "check.http":
		return false
	}
	return !isAnswer(name)
}
