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
	dir, err := newLesson(o.Root, "my-cafe")
	if err != nil || dir != "tutorials/02-my-cafe" {
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

func TestANewLessonOverwritesNothing(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "tutorials/07-cafe"), 0o755); err != nil {
		t.Fatal(err)
	}
	for slug, want := range map[string]string{"cafe": "tutorials/07-cafe is there already", "Mein Café": "of a to z"} {
		if _, err := newLesson(root, slug); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", slug, err, want)
		}
	}
	if dir, err := newLesson(root, "tea"); err != nil || dir != "tutorials/08-tea" {
		t.Errorf("%q, %v, want the next number", dir, err)
	}
}
