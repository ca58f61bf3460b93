package course

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	exampleLink = regexp.MustCompile(`(?m)^\[[^\]]+\]\(([^)]+\.http)\)$`)
	boldNumber  = regexp.MustCompile(`\*\*([0-9][0-9,]*)\*\*`)
	startReads  = regexp.MustCompile(`reads? ([0-9][0-9,]*) entities(?: to return ([0-9]+))?`)
)

// part is a piece of a text; it begins on a line of its file.
type part struct {
	text string
	line int
}

// at is the line of an offset.
func (p part) at(offset int) int { return p.line + lineAt(p.text, offset) - 1 }

// parts returns the prose of a step and its task with hints, empty if it has none.
func (s *Step) parts() (prose, task part, err error) {
	text := string(s.english)
	head := strings.Index(text, "\n---\n")
	if !strings.HasPrefix(text, "---\n") || head < 0 {
		return prose, task, fmt.Errorf("%s:1: begin with front matter: title and description between lines of ---",
			s.englishName())
	}
	head += len("\n---\n")
	prose = part{text[head:], lineAt(text, head)}
	const heading = "\n## Task\n"
	at := strings.Index(prose.text, heading)
	if (at >= 0) != s.HasTask() {
		return prose, task, fmt.Errorf("%s: a heading \"## Task\" and solution.http belong together: add the other one",
			s.englishName())
	}
	if at >= 0 {
		rest := at + len(heading)
		task = part{prose.text[rest:], prose.at(rest)}
		task.text, _, _ = strings.Cut(task.text, "\n## ")
		prose.text = prose.text[:at]
	}
	return prose, task, nil
}

func (s *Step) checkSize(m *mistakes, prose, task part) {
	file := Lang + ".md"
	if n := words(prose.text); n < minWords || n > maxWords {
		m.rule(file, prose.line, "%d words before the task: make it %d to %d", n, minWords, maxWords)
	}
	if n := strings.Count(task.text, "\n### "); s.HasTask() && n < minHints {
		m.rule(file, task.line, "the task has %d hints: write %d or more, each below a heading ### Hint", n, minHints)
	}
	if n := len(s.Examples()); n < 1 || n > maxExamples {
		m.rule(file, 0, "the step has %d examples: show 1 to %d", n, maxExamples)
	}
}

// words counts the words of paragraphs, lists and call-outs.
func words(prose string) int {
	n, code := 0, false
	for line := range strings.SplitSeq(prose, "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code || strings.HasPrefix(line, "[") || strings.HasPrefix(line, "![") || strings.HasPrefix(line, "|") {
			continue
		}
		n += len(strings.Fields(strings.Trim(line, "*> ")))
	}
	return n
}

// checkNumbers wants a number in bold, and an example that asserts each of them.
func (s *Step) checkNumbers(m *mistakes, prose part) {
	var asserted []string
	for _, name := range s.Examples() {
		for line := range strings.SplitSeq(s.Files[name], "\n") {
			if strings.HasPrefix(line, "# ?? ") {
				asserted = append(asserted, line[strings.LastIndexByte(line, ' ')+1:])
			}
		}
	}
	found := boldNumber.FindAllStringSubmatchIndex(prose.text, -1)
	for _, at := range found {
		number := prose.text[at[2]:at[3]]
		if !slices.Contains(asserted, strings.ReplaceAll(number, ",", "")) {
			m.rule(Lang+".md", prose.at(at[0]), "no example asserts **%s**: add # ?? and the counter that has this value",
				number)
		}
	}
	if len(found) == 0 {
		m.rule(Lang+".md", prose.line, "no number in bold: say which one the reader will see, and assert it in an example")
	}
}

// checkPrice compares what a task says about its start with what that costs.
func (s *Step) checkPrice(cost Counters) error {
	_, task, err := s.parts()
	if err != nil {
		return err
	}
	text, _, _ := strings.Cut(task.text, "\n### ")
	for _, at := range startReads.FindAllStringSubmatchIndex(text, -1) {
		for i, counter := range []string{"read", "returned"} {
			from, to := at[2*i+2], at[2*i+3]
			if from >= 0 && strings.ReplaceAll(text[from:to], ",", "") != fmt.Sprint(cost[counter]) {
				return fmt.Errorf("%s:%d: %q: %s of start.http is %d",
					s.englishName(), task.at(from), text[at[0]:at[1]], counter, cost[counter])
			}
		}
	}
	return nil
}
