package race_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/lab"
	"rowkey/engine/race"
	"rowkey/engine/script"
)

// begun returns an exploration that has just begun.
func begun(t *testing.T, text string, o race.Options) *race.Search {
	t.Helper()
	e, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	w, problem, err := lab.New(t.Context(), e, script.Parse("clerks.http", text, nil))
	if err != nil || problem != nil {
		t.Fatal(err, problem)
	}
	t.Cleanup(func() { _ = w.Close() })
	return race.New(t.Context(), w, o)
}

// searched returns an exploration that is done.
func searched(t *testing.T, text string, o race.Options) (*race.Search, *race.Report) {
	t.Helper()
	x := begun(t, text, o)
	for {
		s, err := x.Step(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if s.Done {
			return x, s.Report
		}
	}
}

// run runs a script on an empty sandbox and returns its requests, "Ann PUT 204", and the assertions that do not hold.
func run(t *testing.T, s lab.Script) (requests, failed []string) {
	t.Helper()
	e, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	parsed := script.Parse(s.Name, s.Text, nil)
	if err := parsed.Err(); err != nil {
		t.Fatalf("%v\n%s", err, s.Text)
	}
	o, handler := e.Client()
	n := client.Start(parsed, handler, o)
	for {
		x, err := n.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return requests, failed
		}
		if err != nil || x.Problem != nil {
			t.Fatalf("%v %+v\n%s", err, x.Problem, s.Text)
		}
		if len(x.Wire) > 0 && x.Client != "" {
			requests = append(requests, x.Client+" "+x.Wire[0].Request.Method)
		}
		for _, c := range x.Checks {
			if !c.Pass {
				failed = append(failed, c.Text+" got "+c.Got)
			}
		}
	}
}

func TestAnOrderBecomesAScriptThatRepeatsIt(t *testing.T) {
	x, r := searched(t, read(t, "two-clerks.http"), race.Options{})
	for n, wrong := range [][]string{{"body Left == 8 got 9"}, nil} {
		s, ok := x.Script(n, true)
		if !ok || s.Name != "clerks-order.http" {
			t.Fatalf("script %d: %v %q", n, ok, s.Name)
		}
		var want []string
		for _, step := range r.Outcomes[n].Order {
			want = append(want, step.Lane+" "+step.Method)
		}
		requests, failed := run(t, s)
		if !slices.Equal(requests, want) || !slices.Equal(failed, wrong) {
			t.Errorf("outcome %d: requests %q, want %q; failed %q, want %q\n%s", n, requests, want, failed, wrong, s.Text)
		}
	}
	if _, ok := x.Script(2, true); ok {
		t.Error("a script of an outcome that is not there")
	}
}
