package course_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"rowkey/site/course"
)

// exchange is what the test asks of a request.
type exchange struct {
	Title  string
	Status int
	Record struct{ ID, Read, Returned int }
}

// TestADatasetAnswersTwoQuestionsWellAndOneBadly: the first two read what they return, the third reads and returns
// what the task says, and the engine knows what would read less than half of it.
func TestADatasetAnswersTwoQuestionsWellAndOneBadly(t *testing.T) {
	tree, err := course.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(tree.Datasets); n != 8 || tree.Datasets[0].Count != 200 || tree.Datasets[n-1].Count != 100_000 {
		t.Fatalf("%d data sets, want 8 of 200 to 100,000 entities", n)
	}
	for _, d := range tree.Datasets {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && d.Count > 10_000 {
				t.Skip("deep: takes seconds")
			}
			box := filled(t, d)
			x := runScript(t, box, d.Script)
			for _, good := range x[:2] {
				if good.Status != 200 || good.Record.Read != good.Record.Returned || good.Record.Read == 0 {
					t.Errorf("%s: %d, read %d to return %d, want as many",
						good.Title, good.Status, good.Record.Read, good.Record.Returned)
				}
			}
			bad := x[2]
			read, returned := said(t, d.Script)
			if !strings.HasPrefix(bad.Title, strings.TrimSuffix(d.Question, "?")) || bad.Record.Read != read ||
				bad.Record.Returned != returned {
				t.Errorf("%s: read %d to return %d, want %q with %d and %d",
					bad.Title, bad.Record.Read, bad.Record.Returned, d.Question, read, returned)
			}
			var cheaper struct{ Advice []struct{ Read int } }
			ask(t, box, "POST", "/-/cheaper", fmt.Sprintf(`{"record":%d}`, bad.Record.ID), &cheaper)
			if len(cheaper.Advice) == 0 || 2*cheaper.Advice[0].Read > bad.Record.Read {
				t.Errorf("%s: advice = %+v, want one that reads less than half", bad.Title, cheaper.Advice)
			}
		})
	}
}

func filled(t *testing.T, d *course.Dataset) *course.Sandbox {
	t.Helper()
	box, err := course.OpenSandbox("test")()
	if err != nil {
		t.Fatal(err)
	}
	for from := 0; from < d.Count; from += 10_000 {
		var out struct{ Repeated int }
		ask(t, box, "POST", fmt.Sprintf("/-/fill?table=%s&from=%d", d.Table, from), string(d.Recipe), &out)
		if out.Repeated > 0 {
			t.Fatalf("%d entities have the keys of others", out.Repeated)
		}
	}
	return box
}

func runScript(t *testing.T, box *course.Sandbox, text string) []exchange {
	t.Helper()
	source, _ := json.Marshal(map[string]string{"name": "set.http", "text": text}) // never fails
	var run struct{ ID string }
	ask(t, box, "POST", "/-/scripts", string(source), &run)
	var out struct{ Exchanges []exchange }
	ask(t, box, "POST", "/-/scripts/"+run.ID+"/next?max=10", "{}", &out)
	if len(out.Exchanges) != 3 {
		t.Fatalf("%d requests, want 3", len(out.Exchanges))
	}
	return out.Exchanges
}

func ask(t *testing.T, box *course.Sandbox, method, path, body string, out any) {
	t.Helper()
	status, answer := box.Ask(method, path, []byte(body))
	if status != 200 {
		t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	if err := json.Unmarshal(answer, out); err != nil {
		t.Fatal(err)
	}
}

var task = regexp.MustCompile(`^# Task: the last question reads ([\d,]+) \w+ to return ([\d,]+)\.`)

// said returns the numbers of a task.
func said(t *testing.T, script string) (read, returned int) {
	t.Helper()
	m := task.FindStringSubmatch(script)
	if m == nil {
		t.Fatalf("the script does not begin with its task: %.80s", script)
	}
	read, _ = strconv.Atoi(strings.ReplaceAll(m[1], ",", "")) // digits
	returned, _ = strconv.Atoi(strings.ReplaceAll(m[2], ",", ""))
	return read, returned
}

func TestADatasetSpeaksOtherLanguages(t *testing.T) {
	files := fstest.MapFS{
		"content/en.md":                {Data: []byte("---\ntitle: a\ndescription: b\n---\n")},
		"site/i18n/fr.pages.json":      {Data: []byte("{}")},
		"content/play/sets/staff.http": {Data: []byte("### One person\nGET {{table}}/Staff()\n")},
		"content/play/sets/fr.json": {Data: []byte(`{"Staff":"Personnel","One person":"Une personne","Task: ` +
			`it":"Exercice"}`)},
		"content/play/sets/staff.json": {Data: []byte(`{"title":"Staff","question":"Who?","task":"Task: it",` +
			`"table":"Staff","recipe":{"count":1,"attributes":{}}}`)},
		"content/coverage.txt":         {Data: []byte("A-1\n")},
		"tutorials/fixtures/none.http": {},
	}
	tree, err := course.Load(files)
	if err != nil {
		t.Fatal(err)
	}
	d := tree.In("fr").Datasets[0]
	want := "# Exercice\n\n### Une personne\nGET {{table}}/Staff()\n"
	if d.Title != "Personnel" || d.Question != "Who?" || d.Script != want {
		t.Errorf("%q, %q, script %q, want %q", d.Title, d.Question, d.Script, want)
	}
}
