package course

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// AnswersName is the file with the known answers to a task. Below the heading of each answer are only the blocks in
// which it differs from another script of its step, see [variant]:
//
//	## wrong text, from start: The age is text
//	### Insert the copy
//	POST {{table}}/Copies
const AnswersName = "answers.http"

// Answer is a known answer to a task.
type Answer struct {
	Name     string // of its script in Files: "wrong-text.http"
	Feedback string // the beginning of what a wrong one must get
	Line     int    // of its heading
	blocks   []block
}

// Right is true for an answer that must pass.
func (a Answer) Right() bool { return strings.HasPrefix(a.Name, "right-") }

var answerHeading = regexp.MustCompile(`^## (right|wrong) ([a-z0-9-]+)(?:, (whole|from ([a-z0-9-]+)))?(?:: (.+))?$`)

const headingForm = `write "## right <name>" or "## wrong <name>: <beginning of the feedback it must get>", ` +
	`with ", from <answer>" or ", whole" after the name`

// loadAnswers makes a script of each answer, under the name that it has in messages.
func (s *Step) loadAnswers() error {
	for _, name := range s.Scripts() {
		if isAnswer(name) {
			return fmt.Errorf("%s/%s: known answers are in %s: move it there", s.Dir, name, AnswersName)
		}
	}
	text, ok := s.Files[AnswersName]
	delete(s.Files, AnswersName)
	if ok && !s.HasTask() {
		return fmt.Errorf("%s/%s: a task needs solution.http as well", s.Dir, AnswersName)
	}
	r := answerReader{step: s, known: map[string][]block{
		"solution": cut("solution.http", s.Files["solution.http"], 0), "start": cut("start.http", s.Start, 0)}}
	return r.read(strings.Split(text, "\n"))
}

// isAnswer is true for the name of the script of an answer.
func isAnswer(name string) bool {
	return strings.HasPrefix(name, "wrong-") || strings.HasPrefix(name, "right-")
}

// answerReader reads the answers of a step.
type answerReader struct {
	step  *Step
	known map[string][]block // what an answer may be a variant of, by name
}

func (r *answerReader) read(lines []string) error {
	at := nextHeading(lines, 0)
	if i := slices.IndexFunc(lines[:at], func(l string) bool { return strings.TrimSpace(l) != "" }); i >= 0 {
		return r.mistake(i+1, "no answer begins above this line: %s", headingForm)
	}
	for at < len(lines) {
		end := nextHeading(lines, at+1)
		if err := r.answer(at+1, lines[at], strings.Join(lines[at+1:end], "\n")); err != nil {
			return err
		}
		at = end
	}
	return nil
}

func nextHeading(lines []string, from int) int {
	for from < len(lines) && (!strings.HasPrefix(lines[from], "##") || strings.HasPrefix(lines[from], "###")) {
		from++
	}
	return from
}

// answer reads the answer whose heading is in a line, with the text below it.
func (r *answerReader) answer(line int, heading, text string) error {
	m := answerHeading.FindStringSubmatch(strings.TrimRight(heading, " "))
	if m == nil || (m[1] == "wrong") != (m[5] != "") {
		return r.mistake(line, "%s: %s", heading, headingForm)
	}
	base, err := r.base(line, m[3], m[4])
	if err != nil {
		return err
	}
	a := Answer{Name: m[1] + "-" + m[2] + ".http", Feedback: m[5], Line: line}
	if a.blocks, err = variant(base, cut(AnswersName, text, line, stays, goes)); err != nil {
		return fmt.Errorf("%s/%w", r.step.Dir, err)
	}
	return r.add(m[2], a)
}

// base returns what an answer differs from, by the end of its heading: "", "whole" or "from start".
func (r *answerReader) base(line int, end, from string) ([]block, error) {
	switch {
	case end == "whole":
		return nil, nil
	case from == "":
		from = "solution"
	}
	base, ok := r.known[from]
	if !ok {
		return nil, r.mistake(line, "there is no %s above this line: name start or an answer that stands above", from)
	}
	return base, nil
}

// add keeps an answer that is unlike the others. A wrong one may be the start itself, to say what feedback that gets.
func (r *answerReader) add(name string, a Answer) error {
	if _, ok := r.known[name]; ok {
		return r.mistake(a.Line, "there is a second %s: give each answer of a step a name of its own", name)
	}
	text := joined(a.blocks)
	for _, other := range slices.Sorted(maps.Keys(r.known)) {
		if other != "start" && text == joined(r.known[other]) {
			return r.mistake(a.Line, "%s is the same script as %s: remove one of them", name, other)
		}
	}
	r.known[name] = a.blocks
	r.step.Answers, r.step.Files[a.Name] = append(r.step.Answers, a), text
	return nil
}

func (r *answerReader) mistake(line int, format string, args ...any) error {
	return fmt.Errorf("%s/%s:%d: %w", r.step.Dir, AnswersName, line, fmt.Errorf(format, args...))
}

// place names the line that authors wrote for a line of one of the step's scripts.
func (s *Step) place(name string, line int) string {
	for _, a := range s.Answers {
		if a.Name == name {
			return path.Join(s.Dir, placeIn(a.blocks, line))
		}
	}
	return s.Folder.place(name, line)
}
