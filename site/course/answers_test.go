package course_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"rowkey/engine/golden"
	"rowkey/site/course"
)

// solved is a solution with a title that is there twice.
const solved = "@x = 1\n\n### A\nGET {{table}}/A\n\n### B\nGET {{table}}/B\n\n### B\nGET {{table}}/C\n"

// answered reads the small course with other answers to its task, and gathers the scripts of that step.
func answered(t *testing.T, answers string) (*course.Step, error) {
	t.Helper()
	files := golden.Files(t, mini)
	for name, text := range map[string]string{
		"solution.http": solved, "start.http": "### A\nGET {{table}}/Z\n", course.AnswersName: answers} {
		files[step+name] = &fstest.MapFile{Data: []byte(text)}
	}
	tree, err := course.Load(files)
	if err != nil {
		return nil, err
	}
	s := tree.Lessons[0].Steps[0]
	_, err = tree.StepSet(tree.Lessons[0], s)
	return s, err
}

func TestAnAnswerHoldsTheBlocksInWhichItDiffers(t *testing.T) {
	const x, a, b, c = "@x = 1\n", "### A\nGET {{table}}/A\n", "### B\nGET {{table}}/B\n", "### B\nGET {{table}}/C\n"
	const d, e, n, y = "### A\nGET {{table}}/D\n", "### B\nGET {{table}}/D\n", "### N\nGET {{table}}/N\n", "@y = 2\n"
	for name, test := range map[string]struct {
		answer string
		want   []string
	}{
		"a-block-with-the-title-of-one-replaces-it":   {"\n" + d, []string{x, d, b, c}},
		"the-second-with-a-title-replaces-the-second": {"\n### B ...\n\n### B\nGET {{table}}/D\n", []string{x, a, b, e}},
		"a-new-one-goes-after-the-one-before-it":      {"\n### A ...\n\n\n" + n, []string{x, a, n, b, c}},
		"a-new-one-alone-goes-before-all":             {"\n" + n + "\n### B -\n", []string{x, n, a, c}},
		"one-goes":                                    {"\n### B -\n", []string{x, a, c}},
		"one-moves-behind-the-one-before-it":          {"\n### B ...\n### A ...\n", []string{x, b, a, c}},
		"the-list-may-begin-where-another-goes":       {"\n### A -\n" + n, []string{x, n, b, c}},
		"what-stands-above-the-titles-replaces-that":  {"\n" + y + "\n### A -\n", []string{y, b, c}},
		"a-variant-of-the-start":                      {", from start\n" + n, []string{n, "### A\nGET {{table}}/Z\n"}},
		"the-start-itself":                            {", from start\n", []string{"### A\nGET {{table}}/Z\n"}},
		"a-variant-of-an-answer-above":                {", from other\n### N -\n### A -\n", []string{x, b, c}},
		"the-whole-script":                            {", whole\n" + y + n, []string{y, n}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := answered(t, "## right other\n"+n+"\n## right it"+test.answer)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := s.Files["right-it.http"], strings.Join(test.want, "\n"); got != want {
				t.Errorf("the script is\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestAnAnswerIsRightOrWrongAndNamesItsFeedback(t *testing.T) {
	s, err := answered(t, "\n## wrong short, from start: Too short, says: look\n\n## right long\n### B -\n")
	if err != nil {
		t.Fatal(err)
	}
	wrong, right := s.WrongAnswers(), s.RightAnswers()
	said := func(a course.Answer) string { return fmt.Sprintf("%d %s %q", a.Line, a.Name, a.Feedback) }
	if len(wrong) != 1 || said(wrong[0]) != `2 wrong-short.http "Too short, says: look"` {
		t.Errorf("wrong answers are %+v", wrong)
	}
	if len(right) != 1 || said(right[0]) != `4 right-long.http ""` {
		t.Errorf("right answers are %+v", right)
	}
	if s.Files[course.AnswersName] != "" {
		t.Error("answers.http is a script itself")
	}
}

func TestMistakesInAnswersAreToldWithTheirLine(t *testing.T) {
	const ok = "## right it\n### B -\n\n"
	for name, c := range map[string]struct{ answers, want string }{
		"no-heading":          {"\n### A\nGET /A\n", ":2: no answer begins above this line"},
		"no-such-kind":        {"## good it\n", `:1: ## good it: write "## right <name>"`},
		"wrong-without-words": {"## wrong it\n### B -\n", `:1: ## wrong it: write "## right <name>"`},
		"right-with-words":    {"## right it: Good\n### B -\n", ":1: ## right it: Good: write"},
		"a-name-twice":        {ok + "## wrong it: No\n### A -\n", ":4: there is a second it"},
		"unknown-base":        {"## right it, from below\n\n## right below\n### B -\n", ":1: there is no below above"},
		"unchanged":           {ok + "## right same\n", ":4: same is the same script as solution"},
		"as-another":          {ok + "## right same\n### B -\n", ":4: same is the same script as it"},
		"block-unchanged": {ok + "## right other\n### A\nGET {{table}}/A\n",
			`:5: ### A: is as it was: remove it, or write`},
		"nothing-to-drop":      {ok + "## right other\n\n### C -\n", ":6: ### C -: the script has no such block"},
		"nothing-to-keep":      {ok + "## right other, whole\n### A ...\n", ":5: ### A ...: the script has no such block"},
		"text-below-a-mark":    {ok + "## right other\n### A ...\n# @name a\n", ":5: ### A ...: nothing may follow"},
		"a-fixture-is-missing": {"## right it\n### A\n# @run no.http\n", ":3: there is no script no.http"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := answered(t, c.answers)
			if want := step + course.AnswersName + c.want; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error = %v, want %s", err, want)
			}
		})
	}
}

func TestAnswersAreInOneFileOfATask(t *testing.T) {
	const text = "## right it, whole\n### A\nGET {{table}}/A\n"
	for file, want := range map[string]string{
		step + "right-it.http":                  step + "right-it.http: known answers are in answers.http",
		lesson + "2-rest/" + course.AnswersName: lesson + "2-rest/answers.http: a task needs solution.http",
	} {
		if _, err := edited(t, file, "", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error = %v, want %s", err, want)
		}
	}
}
