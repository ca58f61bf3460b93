package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
)

const (
	boxes      = "### A table\nPOST {{table}}/Tables\n\n{ \"TableName\": \"Box\" }\n"
	twoClients = "# @setup boxes.http\n\n### A\n# @client A\n# @name a\nGET {{table}}/Box()\n\n### B\n# @client B\nGET " +
		"{{table}}/Box()\n"
)

// trial is what a page sends to a laboratory.
func trial(text string, setups ...string) map[string]any {
	return map[string]any{"name": "a.http", "text": text, "files": map[string]string{"boxes.http": boxes},
		"setups": setups}
}

// A script that sets up and has run in the document does not run again in a laboratory, where it would fail.
func TestALaboratoryTakesTheDataThatAreThere(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	play(t, e, twoClients, map[string]string{"boxes.http": boxes})
	for _, tt := range []struct {
		setups []string
		want   string // problem
	}{{nil, "setup-failed: TableAlreadyExists"}, {[]string{"./boxes.http"}, ""}} {
		for _, path := range []string{"/-/races", "/-/faults"} {
			if got := problemOfTrial(t, e, path, trial(twoClients, tt.setups...)); got != tt.want {
				t.Errorf("%s after %q: %q, want %q", path, tt.setups, got, tt.want)
			}
		}
	}
}

// What is wrong with a script is said in English, too.
func TestALaboratorySaysWhatIsWrongInEnglish(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	text := "### A\n# @client A\nGET {{table}}/Box()\n\n# ?? nothing\n"
	if got := problemOfTrial(t, e, "/-/races", trial(text)); len(got) < len("script-error: ")+10 {
		t.Errorf("%q says nothing", got)
	}
}

// problemOfTrial begins a trial and returns why it cannot be made, "" if it can.
func problemOfTrial(t *testing.T, e *control.Handler, path string, of map[string]any) string {
	t.Helper()
	var got struct {
		Problem *struct{ Code, Message string }
	}
	ok(t, e, "POST", path, of, &got)
	if got.Problem == nil {
		return ""
	}
	return got.Problem.Code + ": " + got.Problem.Message
}

// After a reload there is no run to go on from, but the page knows which scripts have filled the store.
func TestARunTakesTheDataThatAreThere(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	play(t, e, twoClients, map[string]string{"boxes.http": boxes})
	var begun control.Started
	ok(t, e, "POST", "/-/scripts", trial(twoClients, "boxes.http"), &begun)
	var p progress
	ok(t, e, "POST", "/-/scripts/"+begun.ID+"/next?max=9", "{}", &p)
	if len(p.Exchanges) != 2 {
		t.Errorf("%d exchanges, want those of two clients", len(p.Exchanges))
	}
}

// lateEdit is somebody who changes what the worker moves, and remembers whether it worked.
const lateEdit = `### Edit
# @name edit
PATCH /Current(PartitionKey='Sales',RowKey='000456')
If-Match: *

{ "Age": 62 }

# ?? status <= 404

### Note it
# @if edit status == 204
PUT /Archive(PartitionKey='Sales',RowKey='edited')

{ "PartitionKey": "Sales", "RowKey": "edited" }
`

// editSurvives asks for the age after an edit that the service confirmed.
const editSurvives = `### Was it edited?
# @name edited
GET /Archive(PartitionKey='Sales',RowKey='edited')

### No edit is lost
# @trial race worker edit.http
# @forceRef edited
# @if edited status == 200
# @feedback Lost: {{$order}}.
GET /Archive(PartitionKey='Sales',RowKey='000456')

# ?? body Age == 62
`

const twoWorkers = `### Archived
# @trial race worker
# @feedback Lost: {{$order}}.
GET /Archive(PartitionKey='Sales',RowKey='000456')

# ?? status == 200
# ?? body LastName == Ito

### Nothing is left to do
# @trial race worker
# @feedback Left: {{$order}}.
GET {{queue}}/archive?comp=metadata

# ?? header x-ms-approximate-messages-count == 0
`

func TestTrialOfARaceTriesEveryOrder(t *testing.T) {
	solution := folder(t, "archive")["solution.http"]
	versioned := strings.Replace(solution, "If-Match: *\n\n# ?? status <= 404",
		"If-Match: {{employee.response.headers.ETag}}", 1)
	tests := []struct{ name, text, check, want string }{
		{"two-workers-with-one-message", solution, twoWorkers, ""},
		{"a-slow-worker-that-deletes-first", move(solution, "4 Copy", "5 Delete"), twoWorkers, ""},
		{"a-slow-worker-that-copies-what-is-gone", strings.Replace(solution, "# @if employee status == 200\nPUT",
			"# @if take body //MessageId exists\nPUT", 1), twoWorkers,
			"Lost: 1 1 1 1 pause 2 1 2 2 2."},
		{"a-program-that-cannot-go-on", "### The worker\n# @run ./broken.http as worker\n", twoWorkers, "Lost: 1 1 2 2."},
		{"an-edit-after-the-worker-has-read", solution, editSurvives, "Lost: 1 1 1 2 1 1 2."},
		{"an-edit-and-a-delete-with-the-version-that-was-read", versioned, editSurvives, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := folder(t, "archive")
			files["edit.http"], files["check.http"] = lateEdit, test.check
			files["broken.http"] = "### Ask\nGET /Current()\n\n### Ask for nothing\nGET /Current(PartitionKey='Sales'," +
				"RowKey='{{$add x 1}}')\n"
			v := study(t, open(t), files, test.text)
			if got := v.feedback(); got != test.want || v.Pass != (test.want == "") {
				t.Errorf("feedback = %q, want %q\n%+v", got, test.want, v)
			}
		})
	}
}

// judgement is what a judge says.
type judgement struct {
	Pass   bool
	Checks []struct {
		Title, Feedback string
		Pass            bool
		Details         []struct {
			Text, Got string
			Pass      bool
		}
	}
}

// feedback returns the first one, "" if all is well.
func (v *judgement) feedback() string {
	for _, c := range v.Checks {
		if !c.Pass {
			return c.Feedback
		}
	}
	return ""
}

// folder reads the scripts of a folder of testdata.
func folder(t *testing.T, name string) map[string]string {
	t.Helper()
	files := map[string]string{}
	paths, err := filepath.Glob(filepath.Join("testdata", name, "*.http"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts in %s: %v", name, err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(p)] = string(text)
	}
	return files
}

// study runs the setup and a solution of a folder, then the check.
func study(t *testing.T, e *control.Handler, files map[string]string, solution string) judgement {
	t.Helper()
	play(t, e, "# @setup setup.http\n", files)
	id, _ := play(t, e, solution, files)
	var v judgement
	ok(t, e, "POST", "/-/judge", map[string]any{"check": files["check.http"], "files": files, "session": id}, &v)
	return v
}

// move puts a block of a script behind another one; both are known by how their titles begin.
func move(text, title, behind string) string {
	blocks := strings.SplitAfter("\n"+strings.TrimRight(text, "\n")+"\n\n", "\n\n### ")
	find := func(title string) int {
		return slices.IndexFunc(blocks, func(s string) bool { return strings.HasPrefix(s, title) })
	}
	i := find(title)
	block := strings.TrimSuffix(blocks[i], "### ")
	blocks = slices.Delete(blocks, i, i+1)
	blocks = slices.Insert(blocks, find(behind)+1, strings.TrimRight(block, "\n")+"\n\n### ")
	return strings.TrimSuffix(strings.Join(blocks, ""), "### ")
}

// ENG-W2, ENG-W3, ENG-U5: the worker of an eventually consistent transaction survives a crash at any
// of its requests, and known mistakes do not.
func TestTrialOfTheArchiveWorker(t *testing.T) {
	files := folder(t, "archive")
	solution := files["solution.http"]
	program, _, _ := strings.Cut(solution, "### 2")
	program += "### The worker\n# @run ./worker.http as worker\n"
	named := strings.ReplaceAll(solution, "{{take.response.body.//MessageText}}", "{{number}}")
	named = strings.Replace(named, "### 3",
		"### Whose?\n# @client worker\n# @set number {{take.response.body.//MessageText}}\n\n### 3", 1)
	remembers := strings.Replace(solution, "### 4 Copy\n", "### 4 Copy\n# @name copy\n", 1)
	remembers = strings.Replace(remembers, "### 6 The work is done\n# @client worker\n# @if take body //MessageId exists",
		"### 6 The work is done\n# @client worker\n# @if copy status == 204", 1)
	tests := []struct{ name, text, want string }{
		{"the-worker-survives-every-crash", solution, ""},
		{"an-insert-is-not-repeatable", strings.Replace(solution,
			"PUT /Archive(PartitionKey='Sales',RowKey='{{take.response.body.//MessageText}}')", "POST /Archive", 1),
			"After a crash after 4 the employee is still in both tables."},
		{"a-worker-that-deletes-first-loses-her", move(solution, "4 Copy", "5 Delete"),
			"After a crash after 5 nobody finds the copy."},
		{"a-message-that-is-deleted-first", move(solution, "6 The", "2 Take"),
			"After a crash after 6 nobody finds the copy."},
		{"a-program-in-the-lane-counts", program, ""},
		{"crashes-of-the-script-itself-do-not", strings.Replace(program, "as worker", "as worker crash 3", 1), ""},
		{"nor-its-faults-in-the-repetition", strings.Replace(solution, "# @name take\n",
			"# @name take\n# @fault crash\n# @fault throttle\n", 1), ""},
		{"a-value-that-the-worker-keeps", named, ""},
		{"a-worker-remembers-no-answer-from-before-the-crash", remembers,
			"After a crash after 5 the message comes back for ever."},
		{"no-worker-at-all", strings.ReplaceAll(solution, "# @client worker", "# @client other"),
			"After a crash before 1 nobody finds the copy."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := open(t)
			v := study(t, e, files, test.text)
			if got := v.feedback(); got != test.want || v.Pass != (test.want == "") {
				t.Errorf("feedback = %q, want %q\n%+v", got, test.want, v)
			}
			if len(v.Checks) != 4 {
				t.Errorf("%d checks, want 4: %+v", len(v.Checks), v)
			}
		})
	}
}

// The scripts are named after the capabilities that they prove.
func TestClients(t *testing.T) {
	files := folder(t, "client")
	for name, text := range files {
		if !strings.HasPrefix(name, "ENG-") {
			continue
		}
		t.Run(strings.TrimSuffix(name, ".http"), func(t *testing.T) {
			_, p := play(t, open(t), text, files)
			for _, x := range p.Exchanges {
				if x.Problem != nil || x.Stopped {
					t.Errorf("stopped with %d %s %+v", x.Status, x.Code, x.Problem)
				}
			}
		})
	}
}

// ENG-C2: nothing of a replay is metered or kept, and it can be made again.
func TestTrialsLeaveNoTrace(t *testing.T) {
	e, files := open(t), folder(t, "archive")
	play(t, e, "# @setup setup.http\n", files)
	id, _ := play(t, e, files["solution.http"], files)
	state := func() string {
		return string(ok(t, e, "GET", "/-/snapshot", nil, nil)) + string(ok(t, e, "GET", "/-/ledger", nil, nil)) +
			string(ok(t, e, "POST", "/-/scripts/"+id+"/next", nil, nil))
	}
	before := state()
	in := map[string]any{"check": files["check.http"], "files": files, "session": id}
	first := ok(t, e, "POST", "/-/judge", in, nil)
	if after := state(); after != before {
		t.Error("the judge has left something behind")
	}
	if again := ok(t, e, "POST", "/-/judge", in, nil); string(again) != string(first) {
		t.Errorf("the judge says %s, and then %s", first, again)
	}
}

func TestTrialsNeedTheDataOfTheBeginning(t *testing.T) {
	e, files := open(t), folder(t, "archive")
	play(t, e, "# @setup setup.http\n", files)
	id, _ := play(t, e, files["solution.http"], files)
	in := map[string]any{"check": files["check.http"], "files": files, "session": id}
	play(t, e, "GET /Current()\n", nil)
	var v judgement
	ok(t, e, "POST", "/-/judge", in, &v)
	details := v.Checks[0].Details
	want := "the data from before the run is no longer kept: run the script again."
	if v.Pass || len(details) != 1 || details[0].Text != want {
		t.Errorf("the judge says %+v after another run, want %q", v, want)
	}
}

func TestAfterATrialTheRunIsThatOfTheLearner(t *testing.T) {
	e, files := open(t), folder(t, "archive")
	files["check.http"] = "### A\n# @always\n# ?? run requests < 2\n### B\n# ?? run requests == 6\n"
	v := study(t, e, files, files["solution.http"])
	if len(v.Checks) != 2 || v.Checks[0].Pass || !v.Checks[1].Pass {
		t.Errorf("the judge says %+v", v)
	}
}

func TestACheckRunsTheProgramOfTheLearner(t *testing.T) {
	tests := []struct{ name, check, want string }{
		{"again-and-nothing-changes",
			"### A\n# @feedback No.\n# @run learner as two\nGET /Archive(PartitionKey='Sales',RowKey='000456')\n\n# ?? " +
				"status == 200\n",
			""},
		{"with-a-crash", "### A\n# @feedback No.\n# @run learner crash after 2\nGET {{queue}}/archive?comp=metadata\n\n# " +
			"?? header x-ms-approximate-messages-count == 0\n", "No."},
		{"and-its-last-answer", "### A\n# @feedback No.\n# @run learner\n\n# ?? status == 204\n", ""},
		{"and-the-answer-that-is-meant",
			"### A\n# @feedback No.\n# @answer body //MessageText exists\n# @run learner\n\n# ?? body //MessageText == 000456\n",
			""},
		{"always-something-holds", "### A\n# @always\n# @feedback {{$after}}\n# ?? run requests < 5\n",
			"5 Delete, if it is there"},
		{"a-lane-with-one-request", "### A\n# @trial crash office\n# @feedback {{$crash}}\n# ?? run requests < 1\n",
			"before 1"},
		{"a-step-with-a-number-in-its-title", "### A\n# @trial crash worker\n# @feedback {{$crash}}\n# ?? run requests < 1\n",
			"before 2"},
		{"nobody-in-the-lane", "### A\n# @trial crash nobody\n# @feedback {{$crash}}\n# ?? run requests < 1\n", "before 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := folder(t, "archive")
			files["check.http"] = test.check
			v := study(t, open(t), files, files["solution.http"])
			if got := v.feedback(); got != test.want || len(v.Checks) != 1 {
				t.Errorf("feedback = %q, want %q\n%+v", got, test.want, v)
			}
		})
	}
}

func TestAnAnswerOfAnotherTypeEndsTheRoundOfAProgram(t *testing.T) {
	files := folder(t, "archive")
	employee := "{{table}}/Current(PartitionKey='Sales',RowKey='000456')\n"
	files["learner.http"] = "# @type Employee LastName:Int32\n### A\n# @as Employee\nGET " + employee +
		"\n### B\nDELETE " + employee + "If-Match: *\n"
	files["check.http"] = "### It stops before it deletes\n# @feedback No.\n# @run learner\nGET " + employee +
		"\n# ?? status == 200\n"
	v := study(t, open(t), files, files["learner.http"])
	if !v.Pass || len(v.Checks) != 1 {
		t.Errorf("the judge says %+v", v)
	}
}
