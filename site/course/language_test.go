package course_test

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"rowkey/engine/golden"
	"rowkey/site/course"
)

// translated is the small site with files of another language.
func translated(t *testing.T, files map[string]string) *course.Tree {
	t.Helper()
	tree, err := load(t, files)
	if err != nil {
		t.Fatal(err)
	}
	return tree.In("fr")
}

func load(t *testing.T, files map[string]string) (*course.Tree, error) {
	t.Helper()
	all := golden.Files(t, mini)
	all["site/i18n/fr.pages.json"] = &fstest.MapFile{}
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return course.Load(all)
}

const help = "---\ntitle: Help\ndescription: What helps.\n---\nSee [home](/) and [the task](/learn/keys/1/#top).\n"

func TestATranslationFollowsAVersionOfTheEnglishText(t *testing.T) {
	const page = "content/help/fr.md"
	of := "of: " + course.Hash([]byte(help)) + "\n"
	for name, c := range map[string]struct {
		files    map[string]string
		lang     string
		outdated bool
	}{
		"missing":  {nil, "en", false},
		"current":  {map[string]string{page: "---\n" + of + "title: Aide\n---\n"}, "fr", false},
		"outdated": {map[string]string{page: "---\nof: 01234567\ntitle: Aide\n---\n"}, "fr", true},
		"unsigned": {map[string]string{page: "---\ntitle: Aide\n---\n"}, "fr", true},
	} {
		t.Run(name, func(t *testing.T) {
			f := translated(t, c.files).Pages[1]
			if f.Lang != c.lang || f.Outdated != c.outdated {
				t.Errorf("text in %s, outdated %t; want %s, %t", f.Lang, f.Outdated, c.lang, c.outdated)
			}
			meta, err := f.Meta()
			if err != nil || meta["description"] != "What helps." {
				t.Errorf("description %q, %v; want that of the English text", meta["description"], err)
			}
		})
	}
}

func TestATextOfNoLanguageIsAMistake(t *testing.T) {
	_, err := load(t, map[string]string{"content/help/pl.md": "---\ntitle: x\n---\n"})
	if want := `content/help/pl.md: there is no language "pl"`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error = %v, want %s", err, want)
	}
}

func TestOnlyWhatReadersReadIsTranslated(t *testing.T) {
	say := func(text string) string { return strings.ToUpper(text) }
	for name, c := range map[string]struct{ text, want string }{
		"a.http": {"### Find ann\n# @feedback look again\n# @when run read > 1\nGET /People\n",
			"### FIND ANN\n# @feedback LOOK AGAIN\n# @when run read > 1\nGET /People\n"},
		"a.entity": {"partition Sales\nrow 1\ntitle found by name\nName String Ann\n",
			"partition Sales\nrow 1\ntitle FOUND BY NAME\nName String Ann\n"},
		"a.sequence": {"# F12\nlifelines Client, Queue\nClient -> Queue: put: one, two\n",
			"# F12\nlifelines CLIENT, QUEUE\nCLIENT -> QUEUE: PUT: ONE, TWO\n"},
		"workload-a.json": {`{"patterns":[{"name": "by id", "known": ["id"]}]}`,
			`{"patterns":[{"name": "BY ID", "known": ["id"]}]}`},
		"a.classes": {"class Person\nName String\n", "class Person\nName String\n"},
	} {
		if got := course.Translate(name, c.text, say); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestAScriptRunsOnceAndSpeaksEveryLanguage(t *testing.T) {
	tree := translated(t, map[string]string{"tutorials/01-keys/fr.json": `{"Everybody": "Tout le monde"}`})
	opened := 0
	open := course.OpenSandbox("")
	runner := course.NewRunner(func() (*course.Sandbox, error) { opened++; return open() })
	runner.Remember = true
	lesson := tree.Lessons[0]
	set, err := tree.StepSet(lesson, lesson.Steps[0])
	if err != nil {
		t.Fatal(err)
	}
	run, err := runner.Example(set, "scan.http")
	if err != nil {
		t.Fatal(err)
	}
	before := opened
	again := runner.Again()
	if _, err := again.Example(set, "scan.http"); err != nil || opened != before || again.Executed.Load() != 1 {
		t.Errorf("%v, %d more engines, %d executed; want none and 1", err, opened-before, again.Executed.Load())
	}
	french, err := runner.In(lesson.Steps[0].Words, run)
	if err != nil {
		t.Fatal(err)
	}
	if got := french.Last().Title; got != "Tout le monde" || run.Last().Title != "Everybody" {
		t.Errorf("title %q, before %q", got, run.Last().Title)
	}
	want := "### Tout le monde\nGET"
	if !strings.HasPrefix(french.Text, want) || !strings.Contains(string(french.Tokens), `[0,17,"title"]`) {
		t.Errorf("text %q, tokens %s", french.Text, french.Tokens)
	}
	if !maps.Equal(french.Counters, run.Counters) {
		t.Errorf("counters %v, want %v", french.Counters, run.Counters)
	}
}
