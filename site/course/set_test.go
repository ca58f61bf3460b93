package course_test

import (
	"strings"
	"testing"
)

func TestAStepHasTheFixtureOfItsText(t *testing.T) {
	tree, err := edited(t, step+"en.md", "title:", "fixture: none\ntitle:")
	if err != nil {
		t.Fatal(err)
	}
	l := tree.Lessons[0]
	want := step + `en.md: fixture "none": there is no script fixtures/none.http`
	if _, err := tree.StepSet(l, l.Steps[0]); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error = %v, want %s", err, want)
	}
	if set, err := tree.StepSet(l, l.Steps[1]); err != nil || set.Setup != "fixtures/people.http" {
		t.Errorf("the setup of the next step is %v (%v), want that of the lesson", set, err)
	}
}
