// Package tutorials_test runs every script of every lesson with the engine as the build does, compares what a
// page's own engine answers, and proves what pages say about the fixtures.
package tutorials_test

import (
	"maps"
	"os"
	"sync"
	"testing"

	"rowkey/site/course"
)

// loaded is everything that authors wrote.
var loaded = sync.OnceValues(func() (*course.Tree, error) { return course.Load(os.DirFS("..")) })

// runner is shared, so that each fixture is laid out once.
var runner = course.NewRunner(course.OpenSandbox(""))

func tree(t *testing.T) *course.Tree {
	t.Helper()
	all, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTextsKeepToTheRules(t *testing.T) {
	t.Parallel()
	if err := tree(t).Check(); err != nil {
		t.Error(err)
	}
}

// TestStepsDoWhatTheySay: examples and figures are true on the data of their step, solutions pass their
// checks, starts fail them, and known wrong answers get the feedback that they name.
func TestStepsDoWhatTheySay(t *testing.T) {
	t.Parallel()
	for _, l := range tree(t).Lessons {
		for _, s := range l.Steps {
			t.Run(s.Dir, func(t *testing.T) {
				t.Parallel()
				verify(t, runner, s, stepSet(t, l, s))
			})
		}
	}
}

func verify(t *testing.T, r *course.Runner, s *course.Step, set *course.Set) {
	t.Helper()
	for _, name := range s.Examples() {
		if _, err := r.Example(set, name); err != nil {
			t.Error(err)
		}
	}
	if err := r.VerifyFigures(s, set); err != nil {
		t.Error(err)
	}
	if s.HasTask() {
		if _, err := r.Verify(s, set); err != nil {
			t.Error(err)
		}
	}
}

// TestTasksHaveKnownAnswers: a check was tried with several ideas before learners meet it.
func TestTasksHaveKnownAnswers(t *testing.T) {
	t.Parallel()
	for _, l := range tree(t).Lessons {
		for _, s := range l.Steps {
			right, wrong := len(s.RightAnswers()), len(s.WrongAnswers())
			if s.HasTask() && !s.Lenient && (right < 3 || wrong < 2) {
				t.Errorf("%s: %d right and %d wrong answers of answers.http, want 3 and 2 at least", s.Dir, right, wrong)
			}
		}
	}
}

func stepSet(t *testing.T, l *course.Lesson, s *course.Step) *course.Set {
	t.Helper()
	set, err := tree(t).StepSet(l, s)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// runOn runs a text on what a fixture lays out.
func runOn(t *testing.T, fixture, text string) *course.Run {
	t.Helper()
	set := &course.Set{Dir: "tutorials", Files: maps.Clone(tree(t).Fixtures), Setup: "fixtures/" + fixture + ".http"}
	run, err := runner.Run(set, "test.http", text)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestTheCoverageListIsWhole: nothing gets lost from what the site has to cover; course checks that it does.
func TestTheCoverageListIsWhole(t *testing.T) {
	t.Parallel()
	list := tree(t).Coverage
	runnable, unproven := 0, 0
	for _, demand := range list {
		if demand.Run {
			runnable++
		}
		if demand.Why != "" {
			unproven++
		}
	}
	if len(list) != 434 || runnable != 356 || unproven != 2 {
		t.Errorf("content/coverage.txt has %d ids, %d of them to run, %d without a proof; want 434, 356 and 2",
			len(list), runnable, unproven)
	}
}
