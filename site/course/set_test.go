package course_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"rowkey/engine/golden"
	"rowkey/site/course"
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

func TestAStepHasSeveralFixturesInTheOrderOfItsText(t *testing.T) {
	files := golden.Files(t, mini)
	files["tutorials/fixtures/more.http"] = &fstest.MapFile{Data: []byte("GET {{table}}/People()\n")}
	text := strings.Replace(string(files[step+"en.md"].Data), "title:", "fixture: [people, more]\ntitle:", 1)
	files[step+"en.md"] = &fstest.MapFile{Data: []byte(text)}
	tree, err := course.Load(files)
	if err != nil {
		t.Fatal(err)
	}
	set, err := tree.StepSet(tree.Lessons[0], tree.Lessons[0].Steps[0])
	if err != nil {
		t.Fatal(err)
	}
	want := "# @setup fixtures/people.http\n# @setup fixtures/more.http\n"
	if got := set.Files[set.Setup]; got != want || set.Files["fixtures/more.http"] == "" {
		t.Errorf("the setup is %q, want %q and its files", got, want)
	}
}
