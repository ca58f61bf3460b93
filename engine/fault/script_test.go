package fault_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/fault"
	"rowkey/engine/lab"
	"rowkey/engine/script"
)

// repeated runs a script on an empty sandbox and returns the requests of its clients that were answered, "worker GET
// 200", and how many assertions failed.
func repeated(t *testing.T, s lab.Script) (requests []string, failed int) {
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
		if err != nil {
			t.Fatal(err)
		}
		if x.Problem != nil {
			t.Fatalf("line %d: %s\n%s", x.Problem.Line, x.Problem.Message, s.Text)
		}
		if len(x.Wire) > 0 && x.Client != "" && x.Fault == "" && x.Title != "It arrives a second time" {
			requests = append(requests, fmt.Sprint(x.Client, " ", x.Wire[0].Request.Method, " ", x.Status))
		}
		for _, c := range x.Checks {
			if !c.Pass {
				failed++
			}
		}
	}
}

func TestEveryRunBecomesAScriptThatRepeatsIt(t *testing.T) {
	g, r := grid(t, read(t, "move.http"), nil)
	ctx := context.Background()
	for _, c := range r.Cells {
		if c.State == fault.Impossible {
			continue
		}
		told, err := g.Run(ctx, c.Step, c.Kind, 0)
		if err != nil {
			t.Fatal(err)
		}
		s, ok, err := g.Script(ctx, c.Step, c.Kind, 0, true)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		var want []string
		for _, step := range told.Steps {
			faulty := step.Fault == lab.CrashAfter || step.Fault == lab.Lost || step.Fault == lab.Timeout
			if step.Kind == lab.RequestStep && !faulty {
				want = append(want, fmt.Sprint(step.Lane, " ", step.Method, " ", step.Status))
			}
		}
		requests, failed := repeated(t, s)
		if !slices.Equal(requests, want) {
			t.Errorf("%s %d: %q, want %q\n%s", c.Kind, c.Step, requests, want, s.Text)
		}
		if (failed > 0) != (c.State == fault.Broken) {
			t.Errorf("%s %d is %s, and %d assertions fail\n%s", c.Kind, c.Step, c.State, failed, s.Text)
		}
	}
}
