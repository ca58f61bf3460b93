package course

import (
	"fmt"
	"path"
	"strings"
)

// Task is a step that was verified: the reference passes, the start fails, and every known wrong
// answer is told what it should be told.
type Task struct {
	Start    *Run
	Solution *Run
	Checks   []string // titles
	Par      Counters
}

// Verify runs every script of a task against its checks.
func (r *Runner) Verify(step *Step, set *Set) (*Task, error) {
	t := &Task{}
	var err error
	if t.Solution, err = r.verifySolution(step, set, t); err != nil {
		return nil, err
	}
	t.Par = t.Solution.Counters
	if t.Start, err = r.verifyStart(step, set); err != nil {
		return nil, err
	}
	for _, name := range step.Scripts() {
		if strings.HasPrefix(name, "wrong-") {
			if err := r.verifyWrong(step, set, name); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func (r *Runner) verifySolution(step *Step, set *Set, t *Task) (*Run, error) {
	file := path.Join(step.Dir, "solution.http")
	run, err := r.Example(set, "solution.http")
	if err != nil {
		return nil, err
	}
	verdict, err := r.judge(step, run)
	if err != nil {
		return nil, err
	}
	for _, c := range verdict.Checks {
		t.Checks = append(t.Checks, c.Title)
	}
	if !verdict.Pass {
		return nil, fmt.Errorf("%s: does not pass check.http: %s", file, verdict.complaint())
	}
	return run, nil
}

func (r *Runner) verifyStart(step *Step, set *Set) (*Run, error) {
	run, err := r.Run(set, "start.http", step.Start)
	if err != nil {
		return nil, err
	}
	verdict, err := r.judge(step, run)
	if err != nil {
		return nil, err
	}
	if verdict.Pass {
		return nil, fmt.Errorf("%s/start.http: passes check.http already: there is nothing to do", step.Dir)
	}
	r.Passed.Add(1)
	return run, nil
}

// verifyWrong demands that a known wrong answer fails with the feedback that its first line names.
func (r *Runner) verifyWrong(step *Step, set *Set, name string) error {
	file := path.Join(step.Dir, name)
	first, _, _ := strings.Cut(step.Files[name], "\n")
	want, ok := strings.CutPrefix(strings.TrimSpace(first), "# @feedback ")
	if want = strings.TrimSpace(want); !ok || want == "" {
		return fmt.Errorf("%s:1: begin with \"# @feedback <beginning of the feedback it must get>\"", file)
	}
	run, err := r.Run(set, name, step.Files[name])
	if err != nil {
		return err
	}
	verdict, err := r.judge(step, run)
	if err != nil {
		return err
	}
	if verdict.Pass {
		return fmt.Errorf("%s: passes check.http, but is known to be wrong", file)
	}
	got := verdict.feedback()
	if !strings.HasPrefix(got, want) {
		return fmt.Errorf("%s:1: want the feedback %q, got %q", file, want, got)
	}
	r.Passed.Add(1)
	return nil
}

func (r *Runner) judge(step *Step, run *Run) (Verdict, error) {
	verdict, err := run.session.judge(step.Files["check.http"], run.files)
	if err != nil {
		return verdict, fmt.Errorf("%s: %w", path.Join(step.Dir, "check.http"), err)
	}
	if len(verdict.Checks) == 0 {
		return verdict, fmt.Errorf("%s/check.http: no checks: write blocks with a title and assertions", step.Dir)
	}
	return verdict, nil
}

// feedback returns what the learner reads first.
func (v Verdict) feedback() string {
	for _, c := range v.Checks {
		if !c.Pass {
			return c.Feedback
		}
	}
	return ""
}

// complaint says why a verdict is not a pass.
func (v Verdict) complaint() string {
	for _, c := range v.Checks {
		if c.Pass {
			continue
		}
		for _, d := range c.Details {
			if !d.Pass {
				return fmt.Sprintf("%s: line %d: ?? %s: expected %s, got %s",
					c.Title, d.Line, d.Text, d.Expected, d.Got)
			}
		}
		return c.Title
	}
	return "no check"
}
