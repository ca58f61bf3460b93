package engine_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/control"
	"rowkey/engine/plan"
	"rowkey/engine/sample"
	"rowkey/engine/script"
	"rowkey/engine/sheet"
)

// What is behind each question and each write of the archetypes runs on the sample that comes with it: no request is
// refused, and each costs what it says.
func TestTheRequestsBehindEachLineOfAReportRun(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("plan/testdata/*.http")
	if err != nil || len(paths) != 6 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := sheet.Parse(string(text))
		report := plan.Judge(s)
		name, d := strings.TrimSuffix(filepath.Base(path), ".http"), &s.Designs[0]
		for i, q := range report[0].Questions {
			b, err := sample.BehindAsk(context.Background(), s, d, i, 300, 1)
			runBehind(t, fmt.Sprintf("%s/%s", name, q.Name), b, err)
		}
		for i, w := range report[0].Writes {
			b, err := sample.BehindDo(context.Background(), s, d, i, 300, 1)
			runBehind(t, fmt.Sprintf("%s/%s", name, w.Name), b, err)
		}
	}
}

// runBehind stores the rows as the playground does, then runs the script.
func runBehind(t *testing.T, name string, b sample.Behind, err error) {
	t.Run(name, func(t *testing.T) {
		if err != nil {
			t.Fatal(err)
		}
		if b.Script == "" {
			t.Skip("a sample does not hold it")
		}
		x := script.Parse("behind.http", b.Script, nil)
		for _, d := range x.Diagnostics {
			t.Errorf("line %d: %s", d.Line, d.Message)
		}
		e := open(t)
		keepRows(t, e, b.Data)
		run(t, e, x)
	})
}

// keepRows makes the tables and rows of lines of JSON.
func keepRows(t *testing.T, e *control.Handler, data string) {
	t.Helper()
	post := func(path, body string) {
		r, err := control.Request("POST", "http://127.0.0.1:10002/devstoreaccount1/"+path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body = []byte(body)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json")
		if got := e.Serve(t.Context(), r); got.Status >= 300 {
			t.Fatalf("%s: %d %s", path, got.Status, got.Body)
		}
	}
	for line := range strings.Lines(data) {
		name, entity, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), `{"table":"`), `"`)
		if entity, ok := strings.CutPrefix(entity, `,"entity":`); ok {
			post(name, strings.TrimSuffix(entity, "}"))
		} else {
			post("Tables", `{"TableName":"`+name+`"}`)
		}
	}
}

// The last hour of a device reads in the playground what the report says, though the sample is small.
func TestTheRequestBehindANumberReadsThatNumber(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("plan/testdata/sensor-readings.http")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := sheet.Parse(string(text))
	said := plan.Judge(s)[0].Questions[0].Read.Often.V
	b, err := sample.BehindAsk(t.Context(), s, &s.Designs[0], 0, sample.Most, 1)
	if err != nil || b.Smaller {
		t.Fatal(b.Smaller, err)
	}
	e := open(t)
	keepRows(t, e, b.Data)
	play(t, e, b.Script, nil)
	read := 0
	var log struct{ Records []struct{ Read int } }
	ok(t, e, "GET", "/-/ledger", nil, &log)
	for _, r := range log.Records {
		read = max(read, r.Read)
	}
	if math.Abs(float64(read)-said) > 1 {
		t.Errorf("read %d, and the report says %g", read, said)
	}
	if day, err := sample.BehindAsk(t.Context(), s, &s.Designs[0], 3, sample.Most, 1); err != nil || !day.Smaller {
		t.Errorf("the answer to a day, 2,500 readings, is not called smaller: %v", err)
	}
}
