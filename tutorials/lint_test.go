package tutorials_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/lint"
	"rowkey/site/course"
)

// exceptions reads which rules speak in which solutions: a line has the step, the rule, and the reason.
func exceptions(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/lint-exceptions.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if words := strings.SplitN(strings.TrimSpace(line), " ", 3); len(words) == 3 && words[0] != "#" {
			out[words[0]+" "+words[1]] = words[2]
		}
	}
	return out
}

// findingsOf runs a solution on the data of its step, and returns what the linter says of it.
func findingsOf(t *testing.T, set *course.Set, text string) (rules []string) {
	t.Helper()
	if err := runner.Prepare(set); err != nil { // otherwise the last sandbox to open may be one that fills the store
		t.Fatal(err)
	}
	var box *course.Sandbox
	r := runner.Again()
	open := r.Open
	r.Open = func() (b *course.Sandbox, err error) {
		box, err = open()
		return box, err
	}
	if _, err := r.Run(set, "solution.http", text); err != nil {
		t.Fatal(err)
	}
	status, body := box.Ask("POST", "/-/findings", []byte("{}"))
	var report lint.Report
	if err := json.Unmarshal(body, &report); status != 200 || err != nil {
		t.Fatalf("findings = %d %s: %v", status, body, err)
	}
	for _, f := range report.Findings {
		if !slices.Contains(rules, string(f.Rule)) {
			rules = append(rules, string(f.Rule))
		}
	}
	return rules
}

// TestTheLinterIsSilentAboutSolutions: what a lesson teaches is not told off, except where the list of exceptions
// says why.
func TestTheLinterIsSilentAboutSolutions(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: runs every solution under the linter")
	}
	t.Parallel()
	allowed, n := exceptions(t), 0
	for _, l := range tree(t).Lessons {
		for _, s := range l.Steps {
			if !s.HasTask() {
				continue
			}
			n++
			for _, rule := range findingsOf(t, stepSet(t, l, s), s.Files["solution.http"]) {
				at := strings.TrimPrefix(s.Dir, "tutorials/") + " " + rule
				if allowed[at] == "" {
					t.Errorf("%s speaks", at)
				}
				delete(allowed, at)
			}
		}
	}
	for at := range allowed {
		t.Errorf("%s is silent: take it off the list of exceptions", at)
	}
	if n < 100 {
		t.Errorf("%d solutions, want all of them", n)
	}
}
