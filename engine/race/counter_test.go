package race_test

import (
	"regexp"
	"strings"
	"testing"

	"rowkey/engine/lab"
	"rowkey/engine/race"
)

func TestACounterThatTriesAgainKeepsEveryIncrement(t *testing.T) {
	_, r := searched(t, read(t, "counter.http"), race.Options{})
	if r.Broken != 0 || r.Orders < 6 {
		t.Errorf("%v of %v orders lose an increment, want 0", r.Broken, r.Orders)
	}
}

// Of the six orders of two reads and two writes, two have each client finish before the other one begins.
func TestACounterThatWritesOverAnyVersionLosesIncrements(t *testing.T) {
	text := regexp.MustCompile(`If-Match: .*`).ReplaceAllString(read(t, "counter.http"), "If-Match: *")
	_, r := searched(t, text, race.Options{})
	if r.Broken != 4 || r.Orders != 6 {
		t.Errorf("%v of %v orders lose an increment, want 4 of 6", r.Broken, r.Orders)
	}
}

func TestAMistakeThatStopsAClientIsNoOutcome(t *testing.T) {
	text := strings.ReplaceAll(read(t, "counter.http"), "a.response.body.Views + 1", "a.response.body.View + 1")
	for x := begun(t, text, race.Options{}); ; {
		s, err := x.Step(t.Context())
		switch {
		case err != nil:
			t.Fatal(err)
		case !s.Done:
			continue
		case s.Problem == nil || s.Problem.Code != lab.NotSent || s.Problem.Line != 24 || s.Report != nil:
			t.Errorf("the exploration ends with %+v and %+v, want a problem in line 24", s.Problem, s.Report)
		case !strings.Contains(s.Problem.Message, "the answer of `a` has no `View`"):
			t.Errorf("the problem is %q", s.Problem.Message)
		}
		return
	}
}
