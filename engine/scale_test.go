package engine_test

import (
	"math"
	"testing"

	"rowkey/engine/control"
	"rowkey/engine/datacentre"
	"rowkey/engine/sheet"
)

// scaled is what these tests read of an answer to /-/scale.
type scaled struct {
	Messages []datacentre.Message
	Sheet    []sheet.Message
	Progress datacentre.Progress
	Report   *struct {
		Seconds int
		Totals  datacentre.Totals
		Busiest []datacentre.Busy
		Heat    struct {
			Rows []struct{ Requests []float64 }
		}
	}
}

// simulated runs a load slice by slice and returns the report.
func simulated(t *testing.T, e *control.Handler, request map[string]any) scaled {
	t.Helper()
	var got scaled
	if ok(t, e, "PUT", "/-/scale", request, &got); len(got.Messages) > 0 {
		t.Fatalf("%+v", got.Messages)
	}
	for range 10_000 {
		got = scaled{}
		if ok(t, e, "POST", "/-/scale", map[string]any{}, &got); got.Progress.Done && got.Report != nil {
			return got
		}
	}
	t.Fatal("the run does not end")
	return got
}

func TestALoadIsSimulatedInSlices(t *testing.T) {
	t.Parallel()
	e := open(t)
	var form control.ScaleForm
	if ok(t, e, "GET", "/-/scale", nil, &form); len(form.Parameters) == 0 || form.Part.Rate == 0 {
		t.Errorf("%+v", form)
	}
	got := simulated(t, e, map[string]any{"load": map[string]any{
		"seconds": 60, "parts": []any{map[string]any{"keys": "time", "rate": 5000, "partitions": 1000}},
	}})
	if r := got.Report; r.Seconds != 60 || r.Totals.Asked != 300_000 || len(r.Busiest) == 0 || len(r.Heat.Rows) == 0 {
		t.Errorf("%+v", r)
	}
}

func TestAStoppedRunHasTheReportOfItsSecondsSoFar(t *testing.T) {
	t.Parallel()
	e := open(t)
	var got scaled
	ok(t, e, "PUT", "/-/scale", map[string]any{"load": map[string]any{"seconds": 3600, "parts": []any{map[string]any{}}}},
		&got)
	ok(t, e, "POST", "/-/scale", map[string]any{}, &got)
	if got.Progress.Done || got.Report != nil {
		t.Fatalf("one slice does it all: %+v", got.Progress)
	}
	seconds := got.Progress.Second
	ok(t, e, "POST", "/-/scale", map[string]any{"stop": true}, &got)
	if got.Report == nil || got.Report.Seconds != seconds || got.Report.Totals.Asked != float64(seconds)*1e6 {
		t.Errorf("%+v after %d seconds", got.Progress, seconds)
	}
}

func TestARunThatCannotBeginSaysWhy(t *testing.T) {
	t.Parallel()
	e := open(t)
	var got scaled
	for body, code := range map[string]string{
		`{"load":{"parts":[]}}`:                                "noParts",
		`{"load":{"parts":[{"rate":-1}]}}`:                     "outOfRange",
		`{"load":{"parts":[{"rates":1}]}}`:                     "unknown",
		`{"load":{"parts":[{"keys":"list"}]}}`:                 "notOneOf",
		`{"load":{"parts":[{}]},"parameters":{"servers":0.5}}`: "outOfRange",
	} {
		got = scaled{}
		if ok(t, e, "PUT", "/-/scale", body, &got); len(got.Messages) == 0 || string(got.Messages[0].Code) != code {
			t.Errorf("%s: %+v, want %s", body, got.Messages, code)
		}
	}
	if ok(t, e, "POST", "/-/scale", map[string]any{}, &got); len(got.Messages) != 1 || got.Messages[0].Code != "noRun" {
		t.Errorf("%+v", got.Messages)
	}
}

func TestTheSheetOfTheWorkbenchIsALoad(t *testing.T) {
	t.Parallel()
	e := open(t)
	text := sheetText(t, "multi-tenant-saas")
	small := simulated(t, e, map[string]any{"text": text, "load": map[string]any{"seconds": 20}})
	large := simulated(t, e, map[string]any{"text": text, "factor": 1000, "load": map[string]any{"seconds": 20}})
	a, b := small.Report.Totals, large.Report.Totals
	if a.Asked == 0 || a.Refused != 0 || b.Asked < 900*a.Asked || b.Refused == 0 {
		t.Errorf("%+v, and with 1,000 times as many users %+v", a, b)
	}
	for body, code := range map[string]string{
		`{"text":"# @sheet a\n# @entity thing, 5"}`: "noDesign",
		`{"text":"# @sheet a\n# @entity thing, 0"}`: "",
	} {
		var got scaled
		ok(t, e, "PUT", "/-/scale", body, &got)
		if code == "" && len(got.Sheet) == 0 ||
			code != "" && (len(got.Messages) == 0 || string(got.Messages[0].Code) != code) {
			t.Errorf("%s: %+v", body, got)
		}
	}
}

func TestAReadersOwnKeysAreALoad(t *testing.T) {
	t.Parallel()
	e := open(t)
	own := map[string]any{"keys": "{customer}", "attributes": []string{"customer, text 8, 500 values"}, "rate": 2000}
	got := simulated(t, e, map[string]any{"template": own, "load": map[string]any{"seconds": 10}})
	if r := got.Report; math.Abs(r.Totals.Asked-20_000) > 1 || len(r.Heat.Rows) < 100 {
		t.Errorf("%+v in %d rows", r.Totals, len(r.Heat.Rows))
	}
	for body, code := range map[string]string{
		`{"template":{"keys":"{customer"}}`:                                            "badKeys",
		`{"template":{"keys":"{a}","attributes":["a, text 8"],"rate":-1}}`:             "outOfRange",
		`{"template":{"keys":"{a}","attributes":["a, text 8"]},"window":{"from":"x"}}`: "badType",
	} {
		var got scaled
		if ok(t, e, "PUT", "/-/scale", body, &got); len(got.Messages) == 0 || string(got.Messages[0].Code) != code {
			t.Errorf("%s: %+v", body, got)
		}
	}
}
