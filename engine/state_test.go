package engine_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"rowkey/engine"
	"rowkey/engine/clock"
	"rowkey/engine/control"
	"rowkey/engine/store"
)

// probe is a check script that reads, writes, sleeps and draws numbers.
const probe = `### Read
GET /People(PartitionKey='P0',RowKey='00')

# ?? status == 200
# ?? run transactions == 1
# ?? answer count == 4

### Write
# @feedback Somebody was here before.
# @sleep 60000
POST /People

{"PartitionKey": "Q", "RowKey": "{{$guid}}", "N": {{$randomInt 1 9}}}

# ?? status == 201

### Delete
DELETE /Tables('People')

# ?? status == 204

### Create again
POST /Tables

{"TableName": "Other"}

# ?? status == 201
`

// everything is all that a sandbox could remember.
func everything(t testing.TB, e *control.Handler) string {
	t.Helper()
	var b strings.Builder
	for _, path := range []string{"/-/snapshot", "/-/ledger", "/-/tables", "/-/clock"} {
		b.Write(ok(t, e, "GET", path, nil, nil))
	}
	return b.String()
}

type verdict struct {
	Pass   bool
	Checks []struct {
		Title, Feedback string
		Pass            bool
	}
}

func TestJudgingLeavesNoTrace(t *testing.T) {
	e := open(t)
	play(t, e, people, nil)
	id, _ := play(t, e, "GET /People()\n", nil)
	before := everything(t, e)
	for range 2 { // the second would meet what the first had left
		var v verdict
		ok(t, e, "POST", "/-/judge", map[string]any{"check": probe, "session": id}, &v)
		if !v.Pass || len(v.Checks) != 4 {
			t.Errorf("judge = %+v, want four checks that pass", v)
		}
		if after := everything(t, e); after != before {
			t.Fatal("the sandbox is another one after judging")
		}
	}
}

// ENG-V3: what was loaded can be kept and restored.
func TestASnapshotBringsEverythingBack(t *testing.T) {
	e := open(t)
	play(t, e, people, nil)
	play(t, e, "# @sleep 5000\nGET /People(PartitionKey='{{$guid}}',RowKey='x')\n\n# ?? status == 404\n", nil)
	snapshot := ok(t, e, "GET", "/-/snapshot", nil, nil)
	const next = "POST /People\n\n{\"PartitionKey\": \"{{$guid}}\", \"RowKey\": \"{{$randomInt 0 1000000}}\"}\n"
	_, want := play(t, e, next, nil)
	ok(t, e, "POST", "/-/reset", nil, nil)
	ok(t, e, "PUT", "/-/snapshot", snapshot, nil)
	if got := ok(t, e, "GET", "/-/snapshot", nil, nil); !bytes.Equal(got, snapshot) {
		t.Error("the snapshot of what was restored is another one")
	}
	if _, got := play(t, e, next, nil); got.Exchanges[0].Body != want.Exchanges[0].Body {
		t.Errorf("the next insert = %s, want %s", got.Exchanges[0].Body, want.Exchanges[0].Body)
	}
}

// ENG-V3.
func TestAResetBeginsAnew(t *testing.T) {
	e := open(t)
	fresh := everything(t, open(t))
	play(t, e, people, nil)
	ok(t, e, "PUT", "/-/options", `{"pageReads":1}`, nil)
	ok(t, e, "POST", "/-/reset", nil, nil)
	if got := everything(t, e); got != fresh {
		t.Errorf("after a reset\n%q, want\n%q", got, fresh)
	}
	if status, _ := call(t, e, "POST", "/-/scripts/1/next", nil); status != 404 {
		t.Errorf("a run from before the reset = %d, want 404", status)
	}
	ok(t, e, "POST", "/-/reset", `{"seed":7,"now":"2030-01-01T00:00:00Z","options":{"pageReads":2}}`, nil)
	_, run := play(t, e, people+"\n###\n# @follow\nGET /People()?$filter=Age gt 0\n\n# ?? pages == 2\n", nil)
	if last := run.Exchanges[len(run.Exchanges)-1]; !strings.Contains(last.Body, `"Timestamp":"2030-01-01T00:00:00`) {
		t.Errorf("body = %s, want times in 2030", last.Body)
	}
}

func TestTheSameStepsGiveTheSameBytes(t *testing.T) {
	steps := func() string {
		e := open(t)
		play(t, e, people, nil)
		play(t, e, "# @loop for 3\nPOST /People\n\n{\"PartitionKey\": \"{{$guid}}\", \"RowKey\": \"{{$invertedTicks}}\", "+
			"\"N\": {{$randomInt 0 99}}}\n", nil)
		return everything(t, e)
	}
	if first, again := steps(), steps(); first != again {
		t.Error("two sandboxes differ after the same steps")
	}
}

func TestTheClockMovesOnlyWhenItIsMoved(t *testing.T) {
	e := open(t)
	now := func() string { return string(ok(t, e, "GET", "/-/clock", nil, nil)) }
	if got := now(); got != `{"now":"2026-01-05T08:00:00Z"}` {
		t.Errorf("clock = %s, want the epoch", got)
	}
	ok(t, e, "POST", "/-/clock", `{"advance":1500}`, nil)
	if got := now(); got != `{"now":"2026-01-05T08:00:01.5Z"}` {
		t.Errorf("clock = %s, want 1.5 s later", got)
	}
}

// fill writes a table of n entities in partitions of 1,000.
func fill(t testing.TB, e *control.Handler, n int) {
	t.Helper()
	play(t, e, "POST /Tables\n\n{\"TableName\": \"Big\"}\n", nil)
	for i := 0; i < n; i += 1000 {
		text := "@p = " + strconv.Itoa(i) + "\n"
		for k := range 10 {
			text += "###\n# @batch b" + strconv.Itoa(k) +
				"\n# @loop for 100\nPOST /Big\n\n{\"PartitionKey\": \"{{$pad p 6}}\", \"RowKey\": \"" + strconv.Itoa(k) +
				"{{$pad $index 2}}\", \"Age\": {{$index}}}\n"
		}
		play(t, e, text, nil)
	}
}

func TestALargeTableDoesNotSlowJudgingDown(t *testing.T) {
	e := open(t)
	fill(t, e, 5000)
	id, _ := play(t, e, "GET /Big(PartitionKey='001000',RowKey='001')\n", nil)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var v verdict
	ok(t, e, "POST", "/-/judge", map[string]any{"session": id,
		"check": "### Probe\nPOST /Big\n\n{\"PartitionKey\": \"a\", \"RowKey\": \"b\"}\n\n# ?? status == 201\n"}, &v)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; !v.Pass || n > 128<<10 {
		t.Errorf("judge = %+v with %d bytes, want a pass and no copy of the table", v, n)
	}
}

// ENG-A4: the name of a deleted table is unusable for a while, on the virtual clock.
func TestADeletedNameIsBusyForAsLongAsThePageSays(t *testing.T) {
	e := open(t)
	ok(t, e, "PUT", "/-/options", `{"deleteDelay":40}`, nil)
	for _, path := range []string{"{{queue}}/gone", "{{blob}}/gone?restype=container"} {
		put := "PUT " + path + "\n"
		play(t, e, put+"\n###\nDELETE "+path+"\n\n###\n"+put+"\n# ?? status == 409\n\n###\n"+
			"# @sleep 40000\n"+put+"\n# ?? status == 201\n", nil)
		ok(t, e, "POST", "/-/reset", `{}`, nil)
		play(t, e, put+"\n###\nDELETE "+path+"\n\n###\n"+put+"\n# ?? status == 201\n", nil)
		ok(t, e, "PUT", "/-/options", `{"deleteDelay":40}`, nil)
	}
	const create = "POST /Tables\n\n{\"TableName\": \"Gone\"}\n\n"
	play(t, e, create+"###\nDELETE /Tables('Gone')\n", nil)
	answer := func() string {
		_, run := play(t, e, create+"# ?? status >= 200\n", nil)
		return run.Exchanges[len(run.Exchanges)-1].Code
	}
	if got := answer(); got != "TableBeingDeleted" {
		t.Errorf("create at once: code = %q, want TableBeingDeleted", got)
	}
	ok(t, e, "POST", "/-/clock", `{"advance":40000}`, nil)
	if got := answer(); got != "" {
		t.Errorf("create 40 seconds later: code = %q, want none", got)
	}
}

// snapshotWith returns a snapshot of a store that holds one key.
func snapshotWith(t *testing.T, key, value string) string {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(t.Context(), func(tx *store.Tx) error { return tx.Put(key, value) }); err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(ok(t, open(t), "GET", "/-/snapshot", nil, nil), []byte("}\n"))
	b := bytes.NewBuffer(append(head, "}\n"...))
	if err := db.Save(b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSnapshotWithAValueThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	e := open(t)
	play(t, e, people, nil)
	before := everything(t, e)
	for _, kind := range []string{
		"t", "tx", "q", "qx", "c", "cx", "e", "e1", "m", "m12", "v", "v2", "b", "b1", "d", "d1", "u",
	} {
		for _, value := range []string{"", "\x03", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"} {
			key := store.Key(kind, engine.Account, "people", "a", "b")
			status, body := call(t, e, "PUT", "/-/snapshot", snapshotWith(t, key, value))
			if status != 400 || !strings.Contains(string(body), "load snapshot: key ") {
				t.Errorf("%s with %q: PUT snapshot = %d %s, want 400 and the key", kind, value, status, body)
			}
		}
	}
	if after := everything(t, e); after != before {
		t.Error("a restore was refused and has changed the sandbox")
	}
}

func TestRestoreOfWhatEveryServiceKeepsIsTaken(t *testing.T) {
	t.Parallel()
	e, _ := longWork(t)
	snapshot := ok(t, e, "GET", "/-/snapshot", nil, nil)
	ok(t, e, "PUT", "/-/snapshot", snapshot, nil)
	if after := ok(t, e, "GET", "/-/snapshot", nil, nil); !bytes.Equal(after, snapshot) {
		t.Error("the snapshot of what was restored is another one")
	}
}

func TestRestoreIsWholeOrNothingWhenItsClientHasGone(t *testing.T) {
	t.Parallel()
	for _, options := range []string{`{}`, `{"cluster":{"nodes":3}}`} {
		e, _ := longWork(t)
		ok(t, e, "PUT", "/-/options", options, nil)
		snapshot := ok(t, e, "GET", "/-/snapshot", nil, nil)
		ok(t, e, "POST", "/-/reset", `{"options":`+options+`}`, nil)
		before := everything(t, e)
		for most, done := int64(1), false; !done; most += most/2 + 1 {
			answer, n := under(t, e, most, toControl(t, "PUT", "/-/snapshot", string(snapshot)))
			after := everything(t, e)
			if done = answer.Status < 300; !done && after != before {
				t.Fatalf("%s: PUT snapshot = %d %s, and it has changed the sandbox", options, answer.Status, answer.Text())
			} else if !done && n > most+10 {
				t.Errorf("%s: %d looks at the context after it had ended", options, n-most)
			}
			if done && most < 20 {
				t.Errorf("%s: the restore looked at its context only %d times", options, n)
			}
		}
		if after := ok(t, e, "GET", "/-/snapshot", nil, nil); !bytes.Equal(after, snapshot) {
			t.Errorf("%s: the restore that was answered is another state", options)
		}
	}
}

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
