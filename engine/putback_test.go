package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine"
	"rowkey/engine/clock"
	"rowkey/engine/control"
)

var wall = time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)

// server opens a sandbox whose clock follows the real time, which is wall.
func server(t testing.TB) *control.Handler {
	t.Helper()
	e, err := control.Open(engine.Options{Control: true, Clock: clock.Follow(func() time.Time { return wall })})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// Bug 4 of the reading: what advanced a server's clock stayed for ever.
func TestTheClockOfAServerCanBePutBack(t *testing.T) {
	t.Parallel()
	e := server(t)
	ahead := func() time.Duration { return e.Clock().Now().Sub(wall) }
	ok(t, e, "POST", "/-/clock", `{"advance":60000}`, nil)
	snapshot := ok(t, e, "GET", "/-/snapshot", nil, nil)
	ok(t, e, "POST", "/-/clock", `{"advance":3600000}`, nil)
	ok(t, e, "PUT", "/-/snapshot", snapshot, nil)
	if got := ahead(); got != time.Minute {
		t.Errorf("restore: the clock is %v ahead, want as far as in the snapshot: 1m", got)
	}
	ok(t, e, "POST", "/-/reset", nil, nil)
	if got := ahead(); got != 0 {
		t.Errorf("reset: the clock is %v ahead, want that of the machine", got)
	}
	ok(t, e, "POST", "/-/reset", `{"now":"2030-01-01T00:00:00Z"}`, nil)
	if got := e.Clock().Now(); got.Year() != 2030 {
		t.Errorf("reset to 2030: the clock shows %v", got)
	}
	ok(t, e, "PUT", "/-/snapshot", ok(t, open(t), "GET", "/-/snapshot", nil, nil), nil)
	if got := ahead(); got != 0 {
		t.Errorf("restore what a clock that stands still left: the clock is %v ahead, want that of the machine", got)
	}
}

// Bug 5 of the reading.
func TestJudgingLeavesNoTraceOnTheClockOfAServer(t *testing.T) {
	t.Parallel()
	e, files := server(t), folder(t, "archive")
	play(t, e, "# @setup setup.http\n", files)
	ok(t, e, "POST", "/-/clock", `{"advance":60000}`, nil)
	id, _ := play(t, e, files["solution.http"], files)
	before := everything(t, e)
	in := map[string]any{"check": files["check.http"] +
		"\n### Late\n# @sleep 7200000\nGET /Tables\n\n# ?? status == 200\n", "files": files, "session": id}
	var first, again judgement
	ok(t, e, "POST", "/-/judge", in, &first)
	if after := everything(t, e); !first.Pass || after != before {
		t.Errorf("the judge says %+v; the sandbox is the same: %v", first, after == before)
	}
	if ok(t, e, "POST", "/-/judge", in, &again); !again.Pass {
		t.Errorf("judged again: %+v", again)
	}
}

// Bug 3 of the reading: a node map that did not fit was refused after the data had been replaced.
func TestARefusedRestoreLeavesEverythingAsItWas(t *testing.T) {
	t.Parallel()
	e := withCluster(t, `{"nodes":8}`)
	for i := range 4 {
		play(t, e, fmt.Sprintf("POST /Tables\n\n{\"TableName\":\"Old%d\"}\n", i), nil)
	}
	eight := ok(t, e, "GET", "/-/snapshot", nil, nil)
	ok(t, e, "POST", "/-/reset", `{"options":{"cluster":{"nodes":2}}}`, nil)
	play(t, e, people, nil)
	before := everything(t, e) + nodesOf(t, e)
	flipped := append([]byte(nil), eight...)
	flipped[len(flipped)-10] ^= 1
	line, data, _ := strings.Cut(string(eight), "}\n")
	for name, snapshot := range map[string]string{
		"of-more-nodes":             string(eight),
		"damaged":                   string(flipped),
		"cut":                       string(eight[:len(eight)-1]),
		"with-a-broken-node-map":    strings.Replace(line, `"40"`, `"x"`, 1) + "}\n" + data,
		"with-a-time-that-is-none":  strings.Replace(line, `"now":`, `"now":"x","then":`, 1) + "}\n" + data,
		"with-nothing-but-its-name": "rowkey-1\n",
	} {
		status, body := call(t, e, "PUT", "/-/snapshot", snapshot)
		if status != 400 {
			t.Errorf("%s: PUT snapshot = %d %s, want 400", name, status, body)
		}
		if after := everything(t, e) + nodesOf(t, e); after != before {
			t.Errorf("%s: the restore was refused and has changed the sandbox", name)
		}
	}
}

func TestNumbersThatAreTooLargeAreRefused(t *testing.T) {
	t.Parallel()
	e := open(t)
	before := everything(t, e)
	for _, tt := range []struct{ method, path, body string }{
		{"POST", "/-/clock", `{"advance":18446744073709551615}`},
		{"POST", "/-/clock", `{"advance":9223372036855}`},
		{"POST", "/-/reset", `{"now":"2300-01-01T00:00:00Z"}`},
		{"POST", "/-/reset", `{"now":"1500-01-01T00:00:00Z"}`},
		{"POST", "/-/reset", `{"options":{"deleteDelay":18446744073709551}}`},
		{"PUT", "/-/options", `{"deleteDelay":18446744073709551615}`},
		{"PUT", "/-/options", `{"pageReads":18446744073709551615}`},
	} {
		if status, body := call(t, e, tt.method, tt.path, tt.body); status != 400 {
			t.Errorf("%s %s %s = %d %s, want 400", tt.method, tt.path, tt.body, status, body)
		}
		if after := everything(t, e); after != before {
			t.Fatalf("%s %s %s was refused and has changed the sandbox", tt.method, tt.path, tt.body)
		}
	}
}

// A sandbox at the end of time still answers, with and without a cluster.
func TestASandboxAnswersAtTheEndOfTime(t *testing.T) {
	t.Parallel()
	for _, e := range []*control.Handler{open(t), server(t), withCluster(t, `{}`)} {
		for range 3 {
			ok(t, e, "POST", "/-/clock", `{"advance":3153600000000}`, nil)
		}
		if got := e.Clock().Now(); !got.Equal(clock.End) {
			t.Errorf("the clock shows %v, want %v", got, clock.End)
		}
		play(t, e, people+"\n###\n# @sleep 31622400000\nGET /People()\n\n# ?? count == 4\n", nil)
		ok(t, e, "PUT", "/-/snapshot", ok(t, e, "GET", "/-/snapshot", nil, nil), nil)
	}
}
