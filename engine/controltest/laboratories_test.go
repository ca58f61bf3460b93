package controltest_test

import (
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
