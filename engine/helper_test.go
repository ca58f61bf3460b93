package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// open opens a sandbox that measures every request, for as long as the test runs.
func open(t testing.TB) *control.Handler {
	t.Helper()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// run runs a script, fails for each check that does not hold, and returns how many checks there were.
func run(t *testing.T, e *control.Handler, s *script.Script) int {
	t.Helper()
	checks := 0
	run := client.Start(s, e, client.Options{Now: e.Clock().Now, Advance: e.Clock().Advance})
	for {
		x, err := run.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return checks
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range x.Checks {
			checks++
			if !c.Pass {
				t.Errorf("%s:%d: expected %s, got %s", s.Name, c.Line, c.Text, c.Got)
			}
		}
		if x.Problem != nil {
			t.Errorf("%s:%d: %s", s.Name, x.Problem.Line, x.Problem.Message)
		}
		if x.Stopped {
			t.Fatalf("%s:%d: stopped with %d %s %s", s.Name, x.Line, x.Status, x.Code, x.Message)
		}
	}
}

// status sends a request to the table service and returns the status of the answer.
func status(t testing.TB, e *control.Handler, method, url, body string) int {
	t.Helper()
	r, err := control.Request(method, url)
	if err != nil {
		t.Fatal(err)
	}
	r.Header, r.Body = rest.Header{{Name: "Accept", Value: "application/json"}}, []byte(body)
	return e.Serve(t.Context(), r).Status
}

// call sends a control request; body is text or something to be written as JSON.
func call(t testing.TB, e *control.Handler, method, path string, body any) (int, []byte) {
	t.Helper()
	r, err := control.Request(method, path)
	if err != nil {
		t.Fatal(err)
	}
	switch b := body.(type) {
	case nil:
	case string:
		r.Body = []byte(b)
	case []byte:
		r.Body = b
	default:
		if r.Body, err = json.Marshal(body); err != nil {
			t.Fatal(err)
		}
	}
	resp := e.Serve(context.Background(), r)
	return resp.Status, resp.Body
}

// ok sends a control request that has to succeed, and reads the answer.
func ok(t testing.TB, e *control.Handler, method, path string, body, v any) []byte {
	t.Helper()
	status, b := call(t, e, method, path, body)
	if status != 200 {
		t.Fatalf("%s %s = %d %s", method, path, status, b)
	}
	if v != nil {
		if err := json.Unmarshal(b, v); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// exchange is what tests look at in an exchange.
type exchange struct {
	Hidden, Stopped bool
	Status          int
	Body            string
	Code            string
	Wire            []struct{ Response struct{ Body string } }
	Problem         *struct{ Message string }
	Record          *struct {
		ID, Read, Returned int
		Plan               *struct{ Class string }
		Token              *struct{ Partition, Row string }
		Changes            []struct{ Before, After map[string]any }
	}
	Checks []struct {
		Pass      bool
		Text, Got string
	}
}

// progress is how far a run is, and what it has shown.
type progress struct {
	Exchanges []exchange
	Done      bool
	Counters  struct{ Requests, Transactions, Read, Throttled int }
}

// play runs a script to its end and returns its number and its progress.
func play(t testing.TB, e *control.Handler, text string, files map[string]string) (string, progress) {
	t.Helper()
	var started struct{ ID string }
	ok(t, e, "POST", "/-/scripts", map[string]any{"name": "test.http", "text": text, "files": files}, &started)
	var all progress
	for !all.Done {
		var p progress
		ok(t, e, "POST", "/-/scripts/"+started.ID+"/next?max=100", nil, &p)
		all.Exchanges = append(all.Exchanges, p.Exchanges...)
		all.Done, all.Counters = p.Done, p.Counters
	}
	for _, x := range all.Exchanges {
		for _, c := range x.Checks {
			if !c.Pass {
				t.Errorf("expected %s, got %s", c.Text, c.Got)
			}
		}
	}
	return started.ID, all
}
