package engine_test

import (
	"bytes"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/control"
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
