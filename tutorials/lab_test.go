// Package tutorials_test runs every script of every lesson with the engine, as the pages do.
package tutorials_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
)

// exchange is what the control paths tell about one step of a run, as far as tests need it.
type exchange struct {
	Line    int
	Title   string
	Hidden  bool
	Status  int
	Body    string
	Stopped bool
	Problem *struct{ Message string }
	Checks  []check
}

// check is one assertion and how it went.
type check struct {
	Line          int
	Text          string
	Pass          bool
	Expected, Got string
}

// counters are those that a lesson can score.
type counters map[string]int

// run is a script that has run to its end.
type run struct {
	ID        string
	Exchanges []exchange
	Counters  counters
	Raw       []byte // every answer of the control paths, for comparison between transports
}

// stopped says why the run ended early, "" if it did not.
func (r *run) stopped() string {
	for _, x := range r.Exchanges {
		switch {
		case x.Problem != nil:
			return fmt.Sprintf("line %d: %s", x.Line, x.Problem.Message)
		case x.Stopped:
			return fmt.Sprintf("%q (line %d): stopped with status %d", x.Title, x.Line, x.Status)
		}
	}
	return ""
}

// verdict is what the judge says about a run.
type verdict struct {
	Pass   bool
	Checks []struct {
		Title    string
		Pass     bool
		Feedback string
		Details  []check
	}
}

// feedback returns what the learner reads first, "" if all is well.
func (v *verdict) feedback() string {
	for _, c := range v.Checks {
		if !c.Pass {
			return c.Feedback
		}
	}
	return ""
}

// lab is an engine and the scripts of one folder.
type lab struct {
	t     *testing.T
	serve func(method, path string, body []byte) (status int, answer []byte)
	files map[string]string
}

// newLab opens an empty engine at the epoch.
func newLab(t *testing.T, files map[string]string) *lab {
	t.Helper()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return &lab{t, func(method, path string, body []byte) (int, []byte) {
		r, err := control.Request(method, path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body = body
		answer := e.Serve(context.Background(), r)
		return answer.Status, answer.Bytes()
	}, files}
}

// call makes a control request and decodes its answer into out.
func (l *lab) call(method, path string, in, out any) []byte {
	l.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		l.t.Fatal(err)
	}
	status, answer := l.serve(method, path, body)
	if status >= 400 {
		l.t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	if err := json.Unmarshal(answer, out); err != nil {
		l.t.Fatalf("%s %s: %v in %s", method, path, err, answer)
	}
	return answer
}

// run runs a file of the folder to its end.
func (l *lab) run(name string) *run {
	l.t.Helper()
	return l.runText(name, l.files[name])
}

// runText runs a text under the name of a file.
func (l *lab) runText(name, text string) *run {
	l.t.Helper()
	var r run
	var began struct {
		ID          string
		Diagnostics []struct {
			Line              int
			Severity, Message string
		}
	}
	r.Raw = l.call("POST", "/-/scripts", map[string]any{"name": name, "text": text, "files": l.files}, &began)
	for _, d := range began.Diagnostics {
		if d.Severity == "error" {
			l.t.Fatalf("%s:%d: %s", name, d.Line, d.Message)
		}
	}
	r.ID = began.ID
	for done := false; !done; {
		var step struct {
			Exchanges []exchange
			Done      bool
			Counters  counters
		}
		path := fmt.Sprintf("/-/scripts/%s/next?max=1000", r.ID)
		r.Raw = append(r.Raw, l.call("POST", path, struct{}{}, &step)...)
		r.Exchanges = append(r.Exchanges, step.Exchanges...)
		r.Counters, done = step.Counters, step.Done
	}
	return &r
}

// mustRun runs a file that has to reach its end with all assertions holding.
func (l *lab) mustRun(name string) *run {
	l.t.Helper()
	r := l.run(name)
	if why := r.stopped(); why != "" {
		l.t.Errorf("%s: %s", name, why)
	}
	for _, x := range r.Exchanges {
		for _, c := range x.Checks {
			if !c.Pass {
				l.t.Errorf("%s:%d: %s: got %s", name, c.Line, c.Text, c.Got)
			}
		}
	}
	return r
}

// judge runs a check script over a run.
func (l *lab) judge(name string, r *run) *verdict {
	l.t.Helper()
	var v verdict
	l.call("POST", "/-/judge", map[string]any{"check": l.files[name], "files": l.files, "session": r.ID}, &v)
	return &v
}

// setup runs the script that fills the store and returns what it leaves.
func (l *lab) setup() []byte {
	l.t.Helper()
	if why := l.runText("", "# @setup setup.http\n").stopped(); why != "" {
		l.t.Errorf("setup.http: %s", why)
	}
	_, data := l.serve("GET", "/-/snapshot", nil)
	return data
}

// fill puts a store in the place of the one that is there.
func (l *lab) fill(data []byte) {
	l.t.Helper()
	if status, text := l.serve("PUT", "/-/snapshot", data); status >= 400 {
		l.t.Fatalf("PUT /-/snapshot: %d %s", status, text)
	}
}
