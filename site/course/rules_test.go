package course_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"rowkey/engine/golden"
	"rowkey/site/course"
)

const (
	lesson = "tutorials/01-keys/"
	step   = lesson + "1-read/"

	mini = "../testdata/mini.txt" // a small course
)

// edited loads the small course after a change: in a file, old becomes new; "" is the whole file.
func edited(t *testing.T, file, old, new string) (*course.Tree, error) {
	t.Helper()
	files := golden.Files(t, mini)
	switch before := files[file]; {
	case old == "":
		files[file] = &fstest.MapFile{Data: []byte(new)}
	case !strings.Contains(string(before.Data), old):
		t.Fatalf("%s does not hold %q", file, old)
	default:
		files[file] = &fstest.MapFile{Data: []byte(strings.Replace(string(before.Data), old, new, 1))}
	}
	return course.Load(files)
}

func TestMistakesOfAuthorsAreToldWithPlaceAndFix(t *testing.T) {
	for name, c := range map[string]struct{ file, old, new, want string }{
		"too-few-words": {step + "en.md", "partition", "\n```\n",
			"1-read/en.md:5: 22 words before the task: make it 120 to 250"},
		"too-few-hints": {step + "en.md", "### Hint 2", "And",
			"1-read/en.md:21: the task has 1 hints: write 2 or more"},
		"task-without-heading": {step + "en.md", "## Task", "## Work",
			`1-read/en.md: a heading "## Task" and solution.http belong together`},
		"number-unproved": {step + "en.md", "**1**", "**7**", "1-read/en.md:7: no example asserts **7**: add # ??"},
		"no-number":       {step + "en.md", "**1**", "1", "1-read/en.md:5: no number in bold"},
		"example-missing": {step + "en.md", "(scan.http)", "(skan.http)",
			"1-read/en.md:9: there is no example skan.http"},
		"example-shown-twice": {step + "en.md", "(scan.http)", "(keys.http)",
			"1-read/en.md:18: keys.http is shown a second time"},
		"example-not-shown": {step + "more.http", "", "### x\nGET {{table}}/Tables\n\n# ?? status == 200\n",
			"1-read/en.md: no paragraph shows more.http"},
		"example-claims-none": {step + "scan.http", "# ?? count == 3", "",
			"1-read/scan.http:2: an example ends in an assertion"},
		"comment": {step + "scan.http", "GET", "# everybody\nGET",
			"1-read/scan.http:2: a comment: say it in the text"},
		"setup-of-its-own": {step + "start.http", "GET", "# @setup x.http\nGET",
			"1-read/start.http:2: an example has the setup of its step"},
		"no-front-matter": {step + "en.md", "---", "--", "1-read/en.md:1: begin with front matter"},
		"no-sources": {lesson + "en.md", "sources:", "source:",
			"01-keys/en.md:1: front matter: sources is required: name 2 to 5"},
		"case-without-sources": {"content/cases/a/en.md", "", "---\ntitle: A\ndescription: B\n---\n",
			"content/cases/a/en.md:1: front matter: sources is required"},
		"one-source": {lesson + "en.md", `, {title: B, url: "https://learn.microsoft.com/b"}`, "",
			"01-keys/en.md:1: front matter: sources: 1 entries: name 2 to 5"},
		"source-from-anywhere": {lesson + "en.md", "learn.microsoft.com/a", "a.example/a",
			"https://a.example/a: want https and one of"},
		"source-without-title": {lesson + "en.md", "title: A", "name: A", "sources: write {title: ..., url: ...}"},
		"source-twice": {lesson + "en.md", "learn.microsoft.com/b", "learn.microsoft.com/a",
			"learn.microsoft.com/a is there a second time"},
		"lesson-needs-need": {lesson + "en.md", "need:", "needs:", "01-keys/en.md:1: front matter: need is required"},
		"lesson-covers": {lesson + "lesson.json", `"covers":["A-1 1-read/scan.http"]`, `"covers":[]`,
			`01-keys/lesson.json:1: "covers" and "score" are required`},
		"unknown-id": {lesson + "lesson.json", "A-1", "A-2",
			`01-keys/lesson.json: covers "A-2", which content/coverage.txt does not have`},
		"id-claimed-twice": {lesson + "lesson.json", `"A-1 1-read/scan.http"`, `"A-1 1-read/scan.http","A-1"`,
			`01-keys/lesson.json: covers "A-1" twice`},
		"proof-missing": {lesson + "lesson.json", `"A-1 1-read/scan.http"`, `"A-1 1-first/none.http"`,
			`01-keys/lesson.json: covers "A-1" by 1-first/none.http, which is no example and no check there`},
		"proof-is-the-start": {lesson + "lesson.json", `"A-1 1-read/scan.http"`, `"A-1 1-first/start.http"`,
			`01-keys/lesson.json: covers "A-1" by 1-first/start.http, which is no example and no check there`},
		"id-without-proof": {lesson + "lesson.json", `"A-1 1-read/scan.http"`, `"A-1"`,
			"content/coverage.txt: no page that covers A-1 names the script that proves it"},
		"id-proven-after-all": {"content/coverage.txt", "", "A-1 {run} # why\n", "content/coverage.txt: a page proves A-1"},
		"id-not-covered":      {"content/coverage.txt", "", "A-1\nA-2\n", "content/coverage.txt: no page covers A-2"},
		"id-listed-twice": {"content/coverage.txt", "", "A-1\nA-1\n",
			"content/coverage.txt:2: A-1 is there a second time"},
		"id-malformed": {"content/coverage.txt", "", "a1\n", `content/coverage.txt:1: "a1": write one id`},
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := edited(t, c.file, c.old, c.new)
			if err == nil {
				err = tree.Check()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want %s", err, c.want)
			}
		})
	}
}

func TestMistakesOfTasksAreFoundByRunningThem(t *testing.T) {
	for name, c := range map[string]struct{ file, old, new, want string }{
		"price": {step + "en.md", "Read **one** row.", "The start reads 4 entities.",
			`1-read/en.md:22: "reads 4 entities": read of start.http is 3`},
		"silent-failure": {step + "check.http", "", "### It reads one row\n# ?? run read <= 1\n",
			`check.http: "It reads one row" fails without a word`},
		"idle-check": {step + "check.http", "# ?? run read <= 1\n",
			"# ?? run read <= 1\n\n### It asks\n# ?? run requests >= 1\n",
			`check.http: "It asks" never fails`},
		"figure-not-stored": {step + "row.entity", "", "# People\npartition A\nrow 1\nAge Int32 7\n",
			"row.entity: is not what the setup leaves: line 4"},
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := edited(t, c.file, c.old, c.new)
			if err != nil {
				t.Fatal(err)
			}
			l := tree.Lessons[0]
			set, err := tree.StepSet(l, l.Steps[0])
			if err != nil {
				t.Fatal(err)
			}
			r := course.NewRunner(course.OpenSandbox(""))
			if err = r.VerifyFigures(l.Steps[0], set); err == nil {
				_, err = r.Verify(l.Steps[0], set)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error = %v, want %s", err, c.want)
			}
		})
	}
}

func TestTheSmallCourseKeepsToTheRules(t *testing.T) {
	tree, err := course.Load(golden.Files(t, mini))
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
	tree.Lessons[0].Steps = tree.Lessons[0].Steps[:2]
	want := "01-keys/lesson.json: the lesson has 2 steps: make it 3 to 7 folders"
	if err := tree.Check(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error = %v, want %s", err, want)
	}
}
