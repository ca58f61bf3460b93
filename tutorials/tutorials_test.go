package tutorials_test

import (
	"regexp"
	"rowkey/site/markdown"
	"strings"
	"testing"
)

// TestCellsHoldTheirAssertions: what an example claims is true on the data of its step.
func TestCellsHoldTheirAssertions(t *testing.T) {
	t.Parallel()
	eachStep(t, func(t *testing.T, s *step) {
		for _, name := range s.cells() {
			r := s.setUp(t).mustRun(name)
			if n := len(r.Exchanges); n == 0 || len(r.Exchanges[n-1].Checks) == 0 {
				t.Errorf("%s: the last request asserts nothing", name)
			}
		}
	})
}

// TestStartFailsItsCheck: a step asks for something, and every failing check says what.
func TestStartFailsItsCheck(t *testing.T) {
	t.Parallel()
	eachTask(t, func(t *testing.T, s *step) {
		l := s.setUp(t)
		v := l.judge("check.http", l.run("start.http"))
		if v.Pass {
			t.Error("start.http passes: the task is solved before it begins")
		}
		for _, c := range v.Checks {
			if !c.Pass && c.Feedback == "" {
				t.Errorf("check.http: %q fails without a word", c.Title)
			}
		}
	})
}

// TestSolutionPassesItsCheck: the reference is right, and its counters make a par.
func TestSolutionPassesItsCheck(t *testing.T) {
	t.Parallel()
	eachTask(t, func(t *testing.T, s *step) {
		l := s.setUp(t)
		r := l.mustRun("solution.http")
		for _, c := range l.judge("check.http", r).Checks {
			if !c.Pass {
				t.Errorf("check.http: %q fails: %s %+v", c.Title, c.Feedback, c.Details)
			}
		}
		design := strings.Contains(s.files["solution.http"], "# @workload")
		if r.Counters["transactions"] < 1 && !design {
			t.Errorf("solution.http: par is %v: nothing is sent", r.Counters)
		}
	})
}

// TestWrongAnswersGetTheirFeedback: each known wrong answer fails with the words that it names, and
// together with the start they make every check fail once: a check that cannot fail checks nothing.
func TestWrongAnswersGetTheirFeedback(t *testing.T) {
	t.Parallel()
	eachTask(t, func(t *testing.T, s *step) {
		if len(s.wrongs()) == 0 {
			t.Error("no wrong-*.http: which answer do learners give first?")
		}
		failed := map[string]bool{}
		titles := map[string]bool{}
		for _, name := range append(s.wrongs(), "start.http") {
			l := s.setUp(t)
			v := l.judge("check.http", l.run(name))
			if name != "start.http" {
				expectFeedback(t, name, s.files[name], v)
			}
			for _, c := range v.Checks {
				titles[c.Title] = true
				failed[c.Title] = failed[c.Title] || !c.Pass
			}
		}
		for title := range titles {
			if !failed[title] {
				t.Errorf("check.http: %q never fails: add a wrong answer that it catches", title)
			}
		}
	})
}

// expectFeedback compares what the judge says with the first line of a wrong answer.
func expectFeedback(t *testing.T, name, text string, v *verdict) {
	t.Helper()
	first, _, _ := strings.Cut(text, "\n")
	want, ok := strings.CutPrefix(first, "# @feedback ")
	if !ok || want == "" {
		t.Errorf("%s: the first line is not # @feedback and the words that it must get", name)
		return
	}
	if got := v.feedback(); !strings.HasPrefix(got, want) {
		t.Errorf("%s: feedback %q, want %q", name, got, want)
	}
}

// coverageLine is one line of content/coverage.txt: an id, and whether readers must be able to run it.
var coverageLine = regexp.MustCompile(`^([A-Z0-9]+(?:-[A-Z0-9]+)+)( \{run\})?$`)

// coverage returns the ids that the site has to cover.
func coverage(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSpace(read(t, "../content/coverage.txt")), "\n") {
		m := coverageLine.FindStringSubmatch(line)
		if m == nil || known[m[1]] {
			t.Errorf("content/coverage.txt:%d: %q: want one new id a line", i+1, line)
			continue
		}
		known[m[1]] = true
	}
	return known
}

// TestCoverage: lessons claim ids that exist, and none twice.
func TestCoverage(t *testing.T) {
	t.Parallel()
	known := coverage(t)
	if len(known) != 434 {
		t.Errorf("content/coverage.txt: %d ids, want 434", len(known))
	}
	for _, l := range lessons(t) {
		claimed := map[string]bool{}
		for _, id := range l.Covers {
			if !known[id] || claimed[id] {
				t.Errorf("%s/lesson.json: covers %s, which is unknown or there twice", l.dir, id)
			}
			claimed[id] = true
		}
		if len(l.Covers) == 0 || len(l.Score) == 0 {
			t.Errorf("%s/lesson.json: covers and score are needed", l.dir)
		}
		meta, err := markdown.Meta(l.dir+"/en.md", []byte(read(t, l.dir+"/en.md")))
		if err != nil || meta["title"] == nil || meta["need"] == nil || meta["description"] == nil {
			t.Errorf("%s/en.md: the lesson needs title, need and description (%v)", l.dir, err)
		}
		if n := len(l.steps); n < 3 || n > 7 {
			t.Errorf("%s: %d steps, want 3 to 7", l.dir, n)
		}
	}
}
