package client_test

import (
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/script"
)

// ENG-V1: a check asks what the learner's requests did. ENG-V2: it asks what is stored, with requests
// of its own.
func TestJudgeGivesOneResultPerBlock(t *testing.T) {
	const learner = "GET /pages\n###\nGET /A\n\n# ?? status == 200\n"
	tests := []struct {
		name, check string
		want        string // title, pass, feedback of each check
	}{
		{"a-check-that-passes", "### One\nGET /A\n\n# ?? status == 200\n", "One|true|"},
		{"unconditional-feedback", "### One\n# @feedback No.\nGET /A\n\n# ?? status == 404\n", "One|false|No."},
		{"a-refusal-is-no-surprise", "### One\n# @feedback No.\nGET /fail/404\n\n# ?? body A == 1\n###\nGET /A\n\n" +
			"# ?? status == 200\n", "One|false|No. |true|"},
		{"the-first-condition-that-holds", "### One\n# @feedback Last.\n# @when status == 500\n# @feedback Five.\n" +
			"# @when status == 404\n# @feedback Four.\n" +
			"# @when status >= 400\n# @feedback Any.\nGET /fail/404\n\n# ?? status == 200\n", "One|false|Four."},
		{"conditions-in-a-row-hold-together", "### One\n# @when status == 404\n# @when error == Other\n# @feedback Both.\n" +
			"# @feedback Else.\nGET /fail/404\n\n# ?? status == 200\n",
			"One|false|Else."},
		{"a-block-without-assertions-is-no-check", "### Look\n# @name r\nGET /fail/404\n### One\n" +
			"GET /B?x={{r.response.status}}\n\n# ?? body query == x=404\n", "One|true|"},
		{"the-run-of-the-learner", "### One\n# ?? run requests == 2\n### Two\n# ?? run plan == tableScan\n### Three\n" +
			"# ?? run status == 200,200\n", "One|true| Two|true| Three|true|"},
		{"the-last-answer-of-the-learner", "### One\n# ?? answer body path == /A\n### Two\n# ?? answer plan == none\n",
			"One|true| Two|true|"},
		{"the-answer-that-is-meant", "### One\n# @answer plan == tableScan\n# @when answer read == 10\n" +
			"# @feedback Pages.\n# ?? answer body path == /A\n", "One|false|Pages."},
		{"keys-as-a-list", "### One\n# ?? run keys == []\n", "One|true|"},
		{"the-last-answer-if-none-is-meant", "### One\n# @answer status == 500\n# ?? answer body path == /A\n", "One|true|"},
		{"writes-and-reads-of-the-learner", "### One\n# ?? run writes == 0\n### Two\n# ?? run reads == 2\n### Three\n" +
			"# ?? run methods excludes POST\n### Four\n# ?? run methods excludes GET\n",
			"One|true| Two|true| Three|true| Four|false|"},
		{"a-condition-on-the-learner", "### One\n# @when run requests > 1\n# @feedback Twice.\n# ?? run requests == 1\n",
			"One|false|Twice."},
		{"the-answer-of-a-reference", "### Reference\n# @name r\nGET /A\n### One\n" +
			"# ?? answer body value[*].N != {{r.response.body.value[*].N}}\n", "One|true|"},
		{"a-reference-that-failed", "### Reference\n# @name r\nGET /A\n### One\n# @feedback No.\n" +
			"# ?? answer body value == {{r.response.body.values}}\n", "One|false|No."},
		{"a-problem-fails-its-check-alone", "### One\n# @feedback No.\nGET /A?x={{later.response.status}}\n\n" +
			"# ?? status == 200\n### Two\n# @name later\nGET /A\n\n# ?? status == 200\n",
			"One|false|No. Two|true|"},
		{"a-loop-is-one-check", "### One\n# @feedback No.\n# @loop for 3\nGET /A\n\n# ?? body value[0].N < 5\n",
			"One|false|No."},
		{"a-batch-is-one-check", "### One\n# @batch b\nPOST /A\n\n{}\n\n# ?? status == 204\n###\n# @batch b\n" +
			"# @feedback No.\n# @when rolledBack isFalse\n# @feedback Second.\nPOST /A\n\n{}\n\n# ?? status == 409\n",
			"One|false|Second."},
		{"an-error-in-the-script", "### One\nGET /A\n\n# ?? status = 200\n", "One|false|"},
		{"a-setup-that-fails", "# @setup missing.http\n### One\nGET /A\n\n# ?? status == 200\n", "|false|"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			run := start(t, &echo{}, learner, client.Options{})
			drain(t, run)
			before := run.Counters()
			s := script.Parse("check.http", test.check, files)
			v, err := client.Judge(t.Context(), s, &echo{requests: 2}, client.Options{Learner: run})
			if err != nil {
				t.Fatal(err)
			}
			if got := results(v); got != test.want {
				t.Errorf("Judge = %s, want %s", got, test.want)
			}
			if want := !strings.Contains(test.want, "false"); v.Pass != want {
				t.Errorf("Pass = %v, want %v", v.Pass, want)
			}
			if run.Counters() != before {
				t.Error("the run of the learner was charged for the check")
			}
		})
	}
}

func results(v client.Verdict) string {
	var list []string
	for _, c := range v.Checks {
		list = append(list, c.Title+"|"+map[bool]string{true: "true", false: "false"}[c.Pass]+"|"+c.Feedback)
	}
	return strings.Join(list, " ")
}

func TestTheErrorOfATransactionIsThatOfItsOperation(t *testing.T) {
	const learner = "# @batch b\nPOST /A\n\n{}\n###\n# @batch b\nPOST /conflict\n\n{}\n\n# ?? status == 409\n"
	run := start(t, &echo{}, learner, client.Options{})
	drain(t, run)
	check := script.Parse("check.http", "### One\n# ?? answer status == 202\n# ?? answer error == EntityAlreadyExists\n",
		files)
	v, err := client.Judge(t.Context(), check, &echo{}, client.Options{Learner: run})
	if err != nil || !v.Pass {
		t.Errorf("Judge = %+v, %v", v, err)
	}
}

func TestAnswersOfLearnersAreComparedLoosely(t *testing.T) {
	tests := []struct {
		name, want string
		pass       bool
	}{
		{"what-the-service-adds-does-not-count", `[{"N":1}]`, true},
		{"another-value", `[{"N":2}]`, false},
		{"another-type", `[{"N":"1"}]`, false},
		{"one-more", `[{"N":1},{"N":1}]`, false},
		{"no-json", `[{"N":1}`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			run := start(t, &echo{}, "GET /A\n", client.Options{})
			drain(t, run)
			v, err := client.Judge(t.Context(), script.Parse("check.http", "# ?? answer body value == "+test.want+"\n", nil),
				&echo{}, client.Options{Learner: run})
			if err != nil || v.Pass != test.pass {
				t.Errorf("Judge = %+v, %v, want %v", v, err, test.pass)
			}
		})
	}
}

// A script that sends nothing keeps to every limit, and has done nothing.
func TestALimitNeedsARunThatSentSomething(t *testing.T) {
	tests := []struct {
		name, learner, check string
		want                 string
	}{
		{"at-most", "GET /A\n", "### One\n# @feedback More.\n# ?? run requests <= 1\n", "One|true|"},
		{"less-than-of-nothing", "# no request\n", "### One\n# @feedback More.\n# ?? run elapsed < 9\n", "One|false|"},
		{"what-else-fails-has-its-feedback", "# no request\n",
			"### One\n# @feedback Fewer.\n# ?? run returned >= 1\n# ?? run elapsed < 9\n", "One|false|Fewer."},
		{"exactly-nothing", "# no request\n", "### One\n# ?? run requests == 0\n", "One|true|"},
		{"a-condition", "# no request\n", "### One\n# @when run requests < 1\n# @feedback None.\n# ?? run requests == 1\n",
			"One|false|None."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			run := start(t, &echo{}, test.learner, client.Options{})
			drain(t, run)
			v, err := client.Judge(t.Context(), script.Parse("check.http", test.check, nil), &echo{},
				client.Options{Learner: run})
			if err != nil {
				t.Fatal(err)
			}
			if got := results(v); got != test.want {
				t.Errorf("Judge = %s, want %s", got, test.want)
			}
		})
	}
}

// A text that is not a number is neither more nor less than a number; a percentage is its number.
func TestNumbersAreOrderedWithNumbersAlone(t *testing.T) {
	tests := []struct{ value, holds, fails string }{
		{`"50"`, ">= 48", "> 50"},
		{`"50 %"`, ">= 48", "<= 49"},
		{`"50%"`, "<= 52", "> 52"},
		{`"5%"`, "< 10", ">= 48"},
		{`"500,000"`, "!= 50", ">= 48"},
		{`"5.0.0"`, "!= 50", ">= 48"},
		{`"5.0.0"`, "!= 50", "<= 52"},
		{`"%"`, "== %", "< 1"},
		{`""`, "isString", "< 1"},
		{`"2014-07-31"`, "< 2014-08-01", "> 2014-08-01"},
	}
	for _, test := range tests {
		text := "### One\n# ?? answer body sent.A " + test.holds + "\n### Two\n# ?? answer body sent.A " + test.fails + "\n"
		t.Run(test.value, func(t *testing.T) {
			run := start(t, &echo{}, "POST /A\n\n{\"A\":"+test.value+"}\n", client.Options{})
			drain(t, run)
			v, err := client.Judge(t.Context(), script.Parse("check.http", text, nil), &echo{}, client.Options{Learner: run})
			if err != nil {
				t.Fatal(err)
			}
			if got := results(v); got != "One|true| Two|false|" {
				t.Errorf("%s %s, and not %s: %s", test.value, test.holds, test.fails, got)
			}
		})
	}
}
