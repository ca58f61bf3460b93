package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/site/course"
)

func TestANewLessonBuildsAndKeepsNoHouseRules(t *testing.T) {
	o := mini(t, 0, nil)
	dir, err := newLesson(filepath.Join(o.Root, "tutorials"), "my-cafe")
	if err != nil || filepath.Base(dir) != "02-my-cafe" {
		t.Fatalf("%q, %v", dir, err)
	}
	o.Only = []string{"learn/my-cafe"}
	b, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	f := readTree(t, o.Out)
	page := string(f["learn/my-cafe/1/index.html"])
	if !strings.Contains(page, "Find the tea with one read") || b.Passed != b.Executed {
		t.Errorf("%d of %d pass\n%s", b.Passed, b.Executed, page)
	}
	tree, err := course.Load(os.DirFS(o.Root))
	if err != nil {
		t.Fatal(err)
	}
	var warnings strings.Builder
	for _, w := range tree.Warnings() {
		warnings.WriteString(w.Error() + "\n")
	}
	for _, want := range []string{"02-my-cafe/lesson.json: the lesson has 1 steps: make it 3 to 7",
		"sources is required", `"covers" and "score" are required`, "words before the task", "1 hints"} {
		if !strings.Contains(warnings.String(), want) {
			t.Errorf("no warning says %q:\n%s", want, warnings.String())
		}
	}
}

// A folder outside of the project, whose lessons say nothing about house rules and share a fixture.
func TestLessonsOfAFolderOfOnesOwnComeAfterTheCourse(t *testing.T) {
	o := mini(t, 0, nil)
	o.Lessons = filepath.Join(t.TempDir(), "mine")
	dir, err := newLesson(o.Lessons, "cafe")
	if err != nil {
		t.Fatal(err)
	}
	setup := filepath.Join(dir, "1-both-keys/setup.http")
	rows, err := os.ReadFile(setup)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(o.Lessons, "fixtures/menu.http"), string(rows))
	writeFile(t, setup, "# @setup fixtures/menu.http\n")
	writeFile(t, filepath.Join(dir, "lesson.json"), `{"part": "10_own", "minutes": 10, "score": ["read"]}`)
	writeFile(t, filepath.Join(o.Lessons, ".git/HEAD"), "ref")

	o.Only = []string{"learn/cafe", "learn"}
	b, err := Build(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	f := readTree(t, o.Out)
	learn := string(f["learn/index.html"])
	course, own := strings.Index(learn, "/keys/"), strings.Index(learn, "/cafe/")
	if b.Passed != b.Executed || f["learn/cafe/1/index.html"] == nil || course < 0 || own < course {
		t.Errorf("%d of %d pass, the course is at %d of its page, the lesson at %d", b.Passed, b.Executed, course, own)
	}
	if err := os.Rename(dir, filepath.Join(o.Lessons, "1-keys")); err != nil {
		t.Fatal(err)
	}
	want := `mine/1-keys: the slug "keys" is taken`
	if _, err := Build(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestANewLessonOverwritesNothing(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "tutorials/07-cafe"), 0o755); err != nil {
		t.Fatal(err)
	}
	lessons := filepath.Join(root, "tutorials")
	for slug, want := range map[string]string{"cafe": "07-cafe is there already", "Mein Café": "of a to z"} {
		if _, err := newLesson(lessons, slug); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", slug, err, want)
		}
	}
	if dir, err := newLesson(lessons, "tea"); err != nil || filepath.Base(dir) != "08-tea" {
		t.Errorf("%q, %v, want the next number", dir, err)
	}
}
