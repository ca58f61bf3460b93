package course

import (
	"fmt"
	"path"
	"strings"
)

// Task is a step that was verified: the reference passes, the start fails; with Runner.Answers, every known right
// answer passes, every known wrong one gets the feedback that it should get, and every check fails for at least one
// of them.
type Task struct {
	Start    *Run
	Solution *Run
	Checks   []string // titles
	Par      Counters

	failed map[string]bool // titles of checks that failed for the start or a wrong answer
}

// Verify runs the scripts of a task against its checks.
func (r *Runner) Verify(step *Step, set *Set) (*Task, error) {
	more := []any{step.Start, step.english, step.Answers}
	return remembered(r, set, "task", more, 2, func() (*Task, error) {
		task, err := r.verify(step, set)
		if err == nil {
			task.Start.session, task.Solution.session = nil, nil
		}
		return task, err
	})
}

func (r *Runner) verify(step *Step, set *Set) (*Task, error) {
	t := &Task{failed: map[string]bool{}}
	if err := r.verifySolution(t, step, set); err != nil {
		return nil, err
	}
	if err := r.verifyStart(t, step, set); err != nil {
		return nil, err
	}
	if !r.Answers {
		return t, nil
	}
	return t, r.verifyAnswers(t, step, set)
}

// verifyAnswers runs the known answers, and demands that every check fails for the start or for one of them.
func (r *Runner) verifyAnswers(t *Task, step *Step, set *Set) error {
	for _, a := range step.Answers {
		if err := r.verifyAnswer(t, step, set, a); err != nil {
			return err
		}
	}
	for _, title := range t.Checks {
		if !t.failed[title] && !step.Lenient {
			return fmt.Errorf("%s/check.http: %q never fails: add a wrong answer that it catches", step.Dir, title)
		}
	}
	return nil
}

func (r *Runner) verifySolution(t *Task, step *Step, set *Set) error {
	file := path.Join(step.Dir, "solution.http")
	run, err := r.example(set, "solution.http")
	if err != nil {
		return err
	}
	verdict, err := r.judge(step, run)
	if err != nil {
		return err
	}
	for _, c := range verdict.Checks {
		t.Checks = append(t.Checks, c.Title)
	}
	if !verdict.Pass {
		return fmt.Errorf("%s: does not pass check.http: %s", file, verdict.complaint())
	}
	if design := strings.Contains(run.Text, "# @workload"); run.Counters["transactions"] == 0 && !design {
		return fmt.Errorf("%s: sends nothing: its cost is par", file)
	}
	t.Solution, t.Par = run, run.Counters
	return nil
}

// verifyStart demands that the start fails, and that every check which fails says why.
func (r *Runner) verifyStart(t *Task, step *Step, set *Set) error {
	run, err := r.Run(set, "start.http", step.Start)
	if err != nil {
		return err
	}
	verdict, err := r.judge(step, run)
	if err != nil {
		return err
	}
	if verdict.Pass {
		return fmt.Errorf("%s/start.http: passes check.http already: there is nothing to do", step.Dir)
	}
	for _, c := range verdict.Checks {
		if !c.Pass && c.Feedback == "" {
			return fmt.Errorf("%s/check.http: %q fails without a word: add # @feedback", step.Dir, c.Title)
		}
	}
	t.note(verdict)
	t.Start = run
	r.Passed.Add(1)
	return step.checkPrice(run.Counters)
}

// verifyAnswer demands that a right answer, which differs from the reference in its idea, passes, and that a wrong one
// fails with the feedback that its heading names.
func (r *Runner) verifyAnswer(t *Task, step *Step, set *Set, a Answer) error {
	run, err := r.try(set, a.Name, step.Files[a.Name])
	if err != nil {
		return err
	}
	verdict, err := r.judge(step, run)
	if err != nil {
		return err
	}
	place := fmt.Sprintf("%s/%s:%d", step.Dir, AnswersName, a.Line)
	got := verdict.feedback()
	switch {
	case a.Right() && !verdict.Pass:
		return fmt.Errorf("%s: does not pass check.http: %s%s", place, verdict.complaint(), run.where(step))
	case a.Right():
		return nil
	case verdict.Pass:
		return fmt.Errorf("%s: passes check.http, but is known to be wrong", place)
	case !strings.HasPrefix(got, a.Feedback):
		return fmt.Errorf("%s: want the feedback %q, got %q%s", place, a.Feedback, got, run.where(step))
	}
	t.note(verdict)
	return nil
}

// note remembers which checks failed.
func (t *Task) note(v Verdict) {
	for _, c := range v.Checks {
		t.failed[c.Title] = t.failed[c.Title] || !c.Pass
	}
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
				return fmt.Sprintf("%s: line %d: ?? %s: expected %s, got %s", c.Title, d.Line, d.Text, d.Expected, d.Got)
			}
		}
		return c.Title
	}
	return "no check"
}
