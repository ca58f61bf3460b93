package course

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rowkey/engine/lists"
)

// The size of a lesson: one idea a step, a few examples, one task, hints. Prose is what comes before the
// task, without scripts, figures and tables.
const (
	minSteps    = 3
	maxSteps    = 7
	minWords    = 120
	maxWords    = 250
	maxExamples = 3
	minHints    = 2
)

// Check tells what authors can correct before a script runs: lessons and steps that are not complete or too
// large, numbers that nothing proves, ids of the coverage list. It names file, line and fix of every mistake.
func (t *Tree) Check() error {
	errs := []error{t.checkCoverage(), t.checkMoved(), t.checkPaths()}
	errs = append(errs, lists.Map(t.Pages, (*Folder).checkSources)...)
	for _, l := range t.Lessons {
		for _, m := range l.mistakes() {
			errs = append(errs, m.errs...)
		}
	}
	return errors.Join(errs...)
}

// Warnings tells what would be mistakes if the rules of the course held for every lesson.
func (t *Tree) Warnings() []error {
	var all []error
	for _, l := range t.Lessons {
		for _, m := range l.mistakes() {
			all = append(all, m.warnings...)
		}
	}
	return all
}

// mistakes are those of one folder.
type mistakes struct {
	dir      string
	lenient  bool // rules of the course are advice
	errs     []error
	warnings []error
}

// add notes a mistake; line 0 is the whole file.
func (m *mistakes) add(file string, line int, format string, args ...any) {
	m.errs = append(m.errs, m.mistake(file, line, format, args...))
}

// rule notes what a rule of the course forbids, and what can be built all the same.
func (m *mistakes) rule(file string, line int, format string, args ...any) {
	if err := m.mistake(file, line, format, args...); m.lenient {
		m.warnings = append(m.warnings, err)
	} else {
		m.errs = append(m.errs, err)
	}
}

func (m *mistakes) mistake(file string, line int, format string, args ...any) error {
	place := m.dir + "/" + file
	if line > 0 {
		place += fmt.Sprintf(":%d", line)
	}
	return fmt.Errorf("%s: %w", place, fmt.Errorf(format, args...))
}

// mistakes are those of the lesson and of its steps.
func (l *Lesson) mistakes() []*mistakes {
	return append([]*mistakes{l.check()}, lists.Map(l.Steps, (*Step).check)...)
}

func (l *Lesson) check() *mistakes {
	m := &mistakes{dir: l.Dir, lenient: l.Config.Lenient()}
	meta, err := l.Meta()
	if err != nil {
		m.errs = append(m.errs, err)
		return m
	}
	for _, key := range []string{"title", "need", "description"} {
		if text, _ := meta[key].(string); text == "" {
			m.add(Lang+".md", 1, "front matter: %s is required", key)
		}
	}
	if list, err := Sources(meta); err != nil {
		m.add(Lang+".md", 1, "%w", err)
	} else if len(list) == 0 {
		m.rule(Lang+".md", 1, "front matter: sources is required: name %d to %d public documents", minSources, maxSources)
	}
	if len(l.Config.Covers) == 0 || len(l.Config.Score) == 0 {
		m.rule("lesson.json", 1, `"covers" and "score" are required: name what the lesson covers, and the counters that `+
			`it scores`)
	}
	if n := len(l.Steps); n < minSteps || n > maxSteps {
		m.rule("lesson.json", 0, "the lesson has %d steps: make it %d to %d folders", n, minSteps, maxSteps)
	}
	return m
}

func (s *Step) check() *mistakes {
	m := &mistakes{dir: s.Dir, lenient: s.Lenient}
	prose, task, err := s.parts()
	if err != nil {
		m.errs = append(m.errs, err)
		return m
	}
	s.checkSize(m, prose, task)
	s.checkShown(m)
	s.checkNumbers(m, prose)
	if s.HasTask() && len(s.WrongAnswers()) == 0 {
		m.rule(AnswersName, 0, "no known wrong answer: add \"## wrong <name>: <feedback>\", the answer that learners "+
			"give first")
	}
	for _, name := range s.Examples() {
		if last := lastLine(s.Files[name]); !strings.HasPrefix(last, "# ??") {
			m.rule(name, strings.Count(strings.TrimRight(s.Files[name], "\n"), "\n")+1,
				"an example ends in an assertion: add # ?? and what its last request shows")
		}
		s.checkBare(m, name)
	}
	if s.HasTask() {
		s.checkBare(m, "start.http")
		s.checkBare(m, "solution.http")
	}
	return m
}

// checkBare finds comments: what a script shows is said by the text, and its setup is that of the step.
func (s *Step) checkBare(m *mistakes, name string) {
	for i, line := range strings.Split(s.Files[name], "\n") {
		comment := strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "###")
		meta := strings.HasPrefix(line, "# ??") || strings.HasPrefix(line, "# @")
		switch {
		case strings.HasPrefix(line, "# @setup"):
			m.rule(name, i+1, "an example has the setup of its step: move %s to %s", line, SetupName)
		case comment && !meta, strings.HasPrefix(line, "//"):
			m.rule(name, i+1, "a comment: say it in the text: %s", line)
		}
	}
}

// checkShown wants each example to have one paragraph of its own.
func (s *Step) checkShown(m *mistakes) {
	var shown []string
	text := string(s.Text)
	for _, at := range exampleLink.FindAllStringSubmatchIndex(text, -1) {
		name := text[at[2]:at[3]]
		if s.Files[name] == "" || !IsExample(name) {
			m.add(Lang+".md", lineAt(text, at[0]), "there is no example %s: write it, or remove the link", name)
		} else if slices.Contains(shown, name) {
			m.add(Lang+".md", lineAt(text, at[0]), "%s is shown a second time: remove one of the links", name)
		}
		shown = append(shown, name)
	}
	for _, name := range s.Examples() {
		if !slices.Contains(shown, name) {
			m.add(Lang+".md", 0, "no paragraph shows %s: link to it, or remove it", name)
		}
	}
}

func lastLine(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// lineAt is the number of the line of an offset, from 1.
func lineAt(text string, at int) int { return strings.Count(text[:at], "\n") + 1 }
