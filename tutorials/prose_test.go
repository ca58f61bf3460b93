package tutorials_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The limits of a step. Prose is what stands before the task, without scripts, figures and tables.
const (
	minWords = 120
	maxWords = 250
	maxCells = 3
	minHints = 2
)

var (
	cellLink     = regexp.MustCompile(`(?m)^\[[^\]]+\]\(([^)]+\.http)\)$`)
	boldNumber   = regexp.MustCompile(`\*\*([0-9][0-9,]*)\*\*`)
	figureNumber = regexp.MustCompile(`^F[0-9]{2}`)
	startReads   = regexp.MustCompile(`reads? ([0-9][0-9,]*) entities(?: to return ([0-9]+))?`)
)

// parts returns the prose of a step, its task with hints, and what follows.
func (s *step) parts(t *testing.T) (prose, task string) {
	t.Helper()
	_, text, ok := strings.Cut(strings.TrimPrefix(s.text, "---\n"), "\n---\n")
	if !ok {
		t.Fatal("en.md: no front matter")
	}
	prose, task, ok = strings.Cut(text, "\n## Task\n")
	if ok != s.hasTask() {
		t.Fatal("en.md: ## Task and solution.http belong together")
	}
	task, _, _ = strings.Cut(task, "\n## ")
	return prose, task
}

// TestStepsKeepToTheirSize: one idea, a few examples, one task, hints.
func TestStepsKeepToTheirSize(t *testing.T) {
	t.Parallel()
	eachStep(t, func(t *testing.T, s *step) {
		prose, task := s.parts(t)
		if n := words(prose); n < minWords || n > maxWords {
			t.Errorf("en.md: %d words before the task, want %d to %d", n, minWords, maxWords)
		}
		if n := strings.Count(task, "\n### "); s.hasTask() && n < minHints {
			t.Errorf("en.md: %d hints, want %d or more", n, minHints)
		}
		if n := len(s.cells()); n < 1 || n > maxCells {
			t.Errorf("%d examples, want 1 to %d", n, maxCells)
		}
	})
}

// words counts the words of the paragraphs, lists and call-outs.
func words(prose string) int {
	n, code := 0, false
	for _, line := range strings.Split(prose, "\n") {
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

// TestEveryCellIsShownOnce: the text shows each example, and no other file.
func TestEveryCellIsShownOnce(t *testing.T) {
	t.Parallel()
	eachStep(t, func(t *testing.T, s *step) {
		var shown []string
		for _, m := range cellLink.FindAllStringSubmatch(s.text, -1) {
			shown = append(shown, m[1])
		}
		slices.Sort(shown)
		if cells := s.cells(); !slices.Equal(shown, cells) {
			t.Errorf("en.md shows %q, the folder holds %q", shown, cells)
		}
	})
}

// TestBoldNumbersAreProved: a number that the prose prints bold is asserted by one of the examples.
func TestBoldNumbersAreProved(t *testing.T) {
	t.Parallel()
	eachStep(t, func(t *testing.T, s *step) {
		var asserted []string
		for _, name := range s.cells() {
			for _, line := range strings.Split(s.files[name], "\n") {
				if strings.HasPrefix(line, "# ?? ") {
					asserted = append(asserted, line[strings.LastIndexByte(line, ' ')+1:])
				}
			}
		}
		prose, _ := s.parts(t)
		numbers := boldNumber.FindAllStringSubmatch(prose, -1)
		for _, m := range numbers {
			if n := strings.ReplaceAll(m[1], ",", ""); !slices.Contains(asserted, n) {
				t.Errorf("en.md says **%s**, and no example asserts it: %q", m[1], asserted)
			}
		}
		if len(numbers) == 0 {
			t.Error("en.md: no bold number that the reader will see")
		}
	})
}

// TestTasksTellThePrice: what a task says about its script is what the script costs.
func TestTasksTellThePrice(t *testing.T) {
	t.Parallel()
	eachTask(t, func(t *testing.T, s *step) {
		_, task := s.parts(t)
		task, _, _ = strings.Cut(task, "\n### ")
		for _, m := range startReads.FindAllStringSubmatch(task, -1) {
			sum := s.setUp(t).run("start.http").Counters
			if n := strings.ReplaceAll(m[1], ",", ""); n != strconv.Itoa(sum["read"]) {
				t.Errorf("the task says %q, start.http reads %d", m[0], sum["read"])
			}
			if m[2] != "" && m[2] != strconv.Itoa(sum["returned"]) {
				t.Errorf("the task says %q, start.http returns %d", m[0], sum["returned"])
			}
		}
	})
}

// TestFiguresShowTheStore: a figure whose first line is "# Table" draws entities of that table as
// the setup of its step leaves them. A first line "# F06" only numbers the figure.
func TestFiguresShowTheStore(t *testing.T) {
	t.Parallel()
	eachStep(t, func(t *testing.T, s *step) {
		for _, path := range glob(t, s.dir+"/*.entity") {
			table, figure, _ := strings.Cut(read(t, path), "\n")
			if table, ok := strings.CutPrefix(table, "# "); ok && !figureNumber.MatchString(table) {
				l := s.setUp(t)
				l.files["figure.http"] = proofOf(table, figure)
				l.mustRun("figure.http")
			}
		}
	})
}

// proofOf returns a script that reads each entity of a figure and asserts its properties.
func proofOf(table, figure string) string {
	var b strings.Builder
	partition := ""
	for _, line := range strings.Split(strings.TrimSpace(figure), "\n") {
		line = strings.TrimPrefix(line, "+ ")
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "layout", "title", "#":
		case "partition":
			partition = rest
		case "row":
			row := strings.NewReplacer("[", "", "]", "").Replace(rest)
			key := "(PartitionKey='" + partition + "',RowKey='" + row + "')"
			b.WriteString("###\nGET {{table}}/" + table + key + "\n\n")
		default:
			_, value, _ := strings.Cut(rest, " ")
			b.WriteString("# ?? body " + word + " == " + strings.TrimSpace(value) + "\n")
		}
	}
	return b.String()
}

// TestCellsAreBare: examples, starts and solutions carry no comments, and no setup of their own.
func TestCellsAreBare(t *testing.T) {
	t.Parallel()
	eachStep(t, func(t *testing.T, s *step) {
		scripts := s.cells()
		if s.hasTask() {
			scripts = append(scripts, "start.http", "solution.http")
		}
		for _, name := range scripts {
			for i, line := range strings.Split(s.files[name], "\n") {
				comment := strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "###")
				meta := strings.HasPrefix(line, "# ??") || strings.HasPrefix(line, "# @")
				if comment && !meta || strings.HasPrefix(line, "# @setup") || strings.HasPrefix(line, "//") {
					t.Errorf("%s:%d: a comment: %s", name, i+1, line)
				}
			}
		}
	})
}
