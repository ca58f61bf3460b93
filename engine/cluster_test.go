package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/control"
)

// crew is a table with 40 entities in four partitions.
const crew = `### Create
POST /Tables

{"TableName": "Staff"}

### Fill
# @loop for 40
POST /Staff

{"PartitionKey": "P{{$mod $index 4}}", "RowKey": "{{$pad $index 2}}"}
`

func now(t testing.TB, e *control.Handler) time.Time {
	t.Helper()
	var clock struct{ Now time.Time }
	ok(t, e, "GET", "/-/clock", nil, &clock)
	return clock.Now
}

// nodesOf writes the ranges of all nodes in one line.
func nodesOf(t testing.TB, e *control.Handler) string {
	t.Helper()
	var m nodeMap
	ok(t, e, "GET", "/-/nodes", nil, &m)
	var all []string
	for _, n := range m.Nodes {
		for _, r := range n.Ranges {
			all = append(all, fmt.Sprintf("%s %s[%s,%s) %d", n.Name, r.Table, r.Low, r.High, r.Partitions))
		}
	}
	return strings.Join(all, "; ")
}

// heat is a load that splits the four partitions of crew over two nodes.
const heat = "### Load\n# @load 7200 3\nPUT /Staff(PartitionKey='P{{$mod $index 4}}',RowKey='x')\n\n{}\n\n# ?? " +
	"nodes == 2\n"

// ENG-P1, ENG-Q10: a query tells which nodes it had to ask.
func TestQueriesTellWhichNodesTheyAsked(t *testing.T) {
	t.Parallel()
	e := withCluster(t, `{}`)
	play(t, e, "# @setup ./staff.http\n\n"+heat, map[string]string{"staff.http": crew})
	if got, want := nodesOf(t, e), "node-1 Staff[,P2) 2; node-2 Staff[P2,) 2"; got != want {
		t.Fatalf("nodes = %s, want %s", got, want)
	}
	for _, tt := range []struct{ name, request, want string }{
		{"everything", "GET /Staff()", "node-1 node-2"},
		{"a-point", "GET /Staff(PartitionKey='P3',RowKey='03')", "node-2"},
		{"a-partition", "GET /Staff()?$filter=PartitionKey eq 'P1'", "node-1"},
		{"partitions-of-one-node", "GET /Staff()?$filter=PartitionKey ge 'P2' and PartitionKey le 'P3'", "node-2"},
		{"partitions-of-both", "GET /Staff()?$filter=PartitionKey ge 'P1' and PartitionKey lt 'P3'", "node-1 node-2"},
		{"nothing", "GET /Staff()?$filter=PartitionKey eq 'P1' and PartitionKey eq 'P2'", ""},
		{"an-insert", "POST /Staff\n\n{\"PartitionKey\": \"P2\", \"RowKey\": \"new\"}", "node-2"},
		{"a-row-that-is-not-there", "GET /Staff(PartitionKey='P3',RowKey='none')\n\n# ?? status == 404", ""},
	} {
		t.Run("ENG-Q10-"+tt.name, func(t *testing.T) {
			out, raw := send(t, e, tt.request+fmt.Sprintf("\n\n# ?? nodes == %d\n", len(strings.Fields(tt.want))))
			x := out.Exchanges[0]
			if x.Record == nil || strings.Join(x.Record.Nodes, " ") != tt.want {
				t.Fatalf("answer %s, want nodes %s", raw, tt.want)
			}
			if c := x.Checks[len(x.Checks)-1]; !c.Pass {
				t.Errorf("%s, got %s", c.Text, c.Got)
			}
		})
	}
	const after = "\n\n###\nGET /Staff()?NextPartitionKey={{p.response.headers.x-ms-continuation-NextPartitionKey}}" +
		"&NextRowKey={{p.response.headers.x-ms-continuation-NextRowKey}}&$top="
	pages := []struct{ name, request, want string }{ // bug 13 of the reading
		{"a-page-of-one", "GET /Staff()?$top=1", "node-1"},
		{"a-page-up-to-the-border", "GET /Staff()?$top=20", "node-1"},
		{"a-page-across-the-border", "GET /Staff()?$top=21", "node-1 node-2"},
		{"a-page-after-a-token", "# @name p\nGET /Staff()?$top=20" + after + "1", "node-2"},
		{"the-rest-after-a-token", "# @name p\nGET /Staff()?$top=19" + after + "40", "node-1 node-2"},
		{"a-bound-at-the-border", "GET /Staff()?$filter=PartitionKey lt 'P2'", "node-1"},
		{"a-bound-that-includes-it", "GET /Staff()?$filter=PartitionKey le 'P2'", "node-1 node-2"},
		{"all-pages", "# @follow\nGET /Staff()?$top=15", "node-1 node-2"},
	}
	for _, tt := range pages {
		t.Run(tt.name, func(t *testing.T) {
			out, raw := send(t, e, tt.request+"\n")
			if x := out.Exchanges[len(out.Exchanges)-1]; x.Record == nil || strings.Join(x.Record.Nodes, " ") != tt.want {
				t.Errorf("answer %s, want nodes %s", raw, tt.want)
			}
		})
	}
	alone := open(t)
	out, _ := send(t, alone, crew+"###\nGET /Staff()\n\n# ?? nodes == 0\n")
	if x := out.Exchanges[len(out.Exchanges)-1]; !x.Checks[0].Pass || len(x.Record.Nodes) != 0 {
		t.Errorf("without a cluster: nodes %v", x.Record.Nodes)
	}
}

// ENG-P3, EGT-09: real requests count as well, and in a transaction every entity.
func TestTransactionsOfAHundredReachTheTarget(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: a minute of load")
	}
	t.Parallel()
	const text = `### %[1]d
# @batch b%[1]d%[2]s
# @loop for 100
PUT /Staff(PartitionKey='%[3]s',RowKey='{{$pad $index 3}}')

{}
`
	run := func(meta string) progress {
		e := withCluster(t, `{"target":500}`)
		all := crew
		for i := range 40 {
			all += fmt.Sprintf(text, i, meta, "hot")
		}
		_, run := play(t, e, all, nil)
		return run
	}
	hot := run("")
	last := hot.Exchanges[len(hot.Exchanges)-1]
	if !last.Stopped || last.Code != "ServerBusy" || last.Status != 202 {
		t.Errorf("40 transactions: last one %d %s, want ServerBusy", last.Status, last.Code)
	}
	together := run("\n# @parallel all\n# @retry 20 fixed 500")
	if together.Exchanges[len(together.Exchanges)-1].Stopped || together.Counters.Throttled < 30 {
		t.Errorf("ENG-P7: all at once %d throttled, last one %+v",
			together.Counters.Throttled, together.Exchanges[len(together.Exchanges)-1])
	}
	again := run("\n# @retry 4 fixed 100")
	if again.Exchanges[len(again.Exchanges)-1].Stopped || again.Counters.Throttled == 0 {
		t.Errorf("ENG-P7: with retries %d throttled, last one %+v",
			again.Counters.Throttled, again.Exchanges[len(again.Exchanges)-1])
	}
}

func TestSetupsAndChecksTakeNothing(t *testing.T) {
	t.Parallel()
	e := withCluster(t, `{"target":10,"account":10,"capacity":10}`)
	began := now(t, e)
	id, _ := play(t, e, "# @setup ./staff.http\n\n### Read\nGET /Staff(PartitionKey='P0',RowKey='00')\n",
		map[string]string{"staff.http": crew})
	if moved := now(t, e).Sub(began); moved < 4*time.Millisecond || moved > 5*time.Millisecond {
		t.Errorf("the clock moved by %v, want by the time of one read", moved)
	}
	before := nodesOf(t, e)
	check := "### Much\n# @loop for 50\nGET /Staff(PartitionKey='P0',RowKey='00')\n\n# ?? status == 200\n\n" +
		"### A load\n# @load 100 5\nGET /Staff(PartitionKey='P9',RowKey='00')\n\n# ?? throttled > 80\n"
	var v verdict
	if b := ok(t, e, "POST", "/-/judge", map[string]any{"session": id, "check": check}, &v); !v.Pass {
		t.Errorf("judge = %s", b)
	}
	if after := nodesOf(t, e); after != before || !strings.HasPrefix(after, "node-1 Staff[,) 4") {
		t.Errorf("nodes after the check = %s, want %s", after, before)
	}
}

func TestTheClockMovesByRequestsOnlyWithACluster(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, options string
		moves         bool
	}{{"without", `{}`, false}, {"with", `{"cluster":{}}`, true}} {
		t.Run(tt.name, func(t *testing.T) {
			e := open(t)
			ok(t, e, "POST", "/-/reset", `{"options":`+tt.options+`}`, nil)
			play(t, e, crew+"###\nGET /Staff()\n", nil)
			began := now(t, e)
			play(t, e, "GET /Staff()\n", nil)
			r, err := control.Request("GET", "http://127.0.0.1:10002/devstoreaccount1/Staff()")
			if err != nil {
				t.Fatal(err)
			}
			e.Serve(t.Context(), r)
			if moved := now(t, e).Sub(began); moved > 8*time.Millisecond != tt.moves {
				t.Errorf("two reads moved the clock by %v", moved)
			}
		})
	}
}

func TestOptionsOfTheClusterCanBeEdited(t *testing.T) {
	t.Parallel()
	e := withCluster(t, `{}`)
	play(t, e, "# @setup ./staff.http\n\n"+heat, map[string]string{"staff.http": crew})
	before := nodesOf(t, e)
	load := func(want string) {
		t.Helper()
		play(t, e, "### Load\n# @load 1000 2\nPUT /Staff(PartitionKey='P0',RowKey='x')\n\n{}\n\n# ?? throttled "+want+"\n",
			nil)
	}
	load("== 0")
	ok(t, e, "PUT", "/-/options", `{"cluster":{"target":500}}`, nil)
	if got := nodesOf(t, e); got != before {
		t.Errorf("nodes = %s after an edit, want %s", got, before)
	}
	load("> 40")
	ok(t, e, "PUT", "/-/options", `{"pageReads":9}`, nil)
	load("> 40")
	ok(t, e, "PUT", "/-/options", `{"cluster":{"nodes":2}}`, nil)
	if got := nodesOf(t, e); got != "node-1 Staff[,) 4" {
		t.Errorf("nodes = %s with another number of nodes, want a new map", got)
	}
	ok(t, e, "POST", "/-/reset", `{}`, nil)
	if got := nodesOf(t, e); got != "" {
		t.Errorf("nodes = %s after a reset without the option, want none", got)
	}
	for _, wrong := range []string{`{"cluster":{"target":-1}}`, `{"cluster":{"warm":1}}`, `{"cluster":{"nodes":"two"}}`} {
		if status, b := call(t, e, "PUT", "/-/options", wrong); status != 400 {
			t.Errorf("options %s = %d %s, want 400", wrong, status, b)
		}
	}
}

// ENG-A5: snapshots keep the map and how warm the tables are.
func TestSnapshotsKeepTheMap(t *testing.T) {
	t.Parallel()
	e := withCluster(t, `{"warm":false}`)
	files := map[string]string{"staff.http": crew}
	play(t, e, "# @setup ./staff.http\n\n### Wait\n# @sleep 1000\nGET /Staff()\n", files)
	fresh := ok(t, e, "GET", "/-/snapshot", nil, nil)
	const load = "### Load\n# @load 4500 %d\nPUT /Staff(PartitionKey='P{{$mod $index 4}}',RowKey='x')\n\n{}\n\n# ?? " +
		"throttled %s\n"
	play(t, e, fmt.Sprintf(load, 40, "> 10"), nil)
	warm, before := ok(t, e, "GET", "/-/snapshot", nil, nil), nodesOf(t, e)
	ok(t, e, "PUT", "/-/snapshot", fresh, nil)
	if got := nodesOf(t, e); got != "node-1 Staff[,) 4" {
		t.Errorf("nodes of the fresh table = %s", got)
	}
	play(t, e, fmt.Sprintf(load, 5, "> 50"), nil)
	ok(t, e, "PUT", "/-/snapshot", warm, nil)
	if got := nodesOf(t, e); got != before || !strings.Contains(got, "node-2") {
		t.Errorf("nodes of the warm table = %s, want %s", got, before)
	}
	play(t, e, fmt.Sprintf(load, 5, "== 0"), nil)
	plain := open(t)
	ok(t, plain, "PUT", "/-/snapshot", warm, nil)
}

// ENG-M3: bytes of tables, partitions and containers.
func TestSizesAreTold(t *testing.T) {
	t.Parallel()
	e := open(t)
	play(t, e, crew+"###\nPUT {{blob}}/logs?restype=container\n###\nPUT {{blob}}/logs/a.txt\nx-ms-blob-type: "+
		"BlockBlob\nContent-Type: text/plain\n\n12345\n", nil)
	for path, want := range map[string]string{
		"/-/tables":                  `"name":"Staff","entities":40,"partitions":4,"bytes":`,
		"/-/tables/Staff/partitions": `{"name":"P0","n":10,"bytes":`,
		"/-/containers":              `{"name":"logs","blobs":1,"bytes":5}`,
	} {
		if b := ok(t, e, "GET", path, nil, nil); !strings.Contains(string(b), want) || !json.Valid(b) {
			t.Errorf("GET %s = %s, want %s", path, b, want)
		}
	}
}

// ENG-K1: a page can ask for results that are not in key order.
func TestAPageCanAskForUnorderedResults(t *testing.T) {
	t.Parallel()
	e := open(t)
	ok(t, e, "POST", "/-/reset", `{"options":{"unordered":true}}`, nil)
	_, run := play(t, e, crew+"###\n# @follow\nGET /Staff()?$top=7\n\n# ?? count == 40\n# ?? pages == 6\n# ?? body "+
		"value[0].RowKey != 00\n", nil)
	body := run.Exchanges[len(run.Exchanges)-1].Body
	ok(t, e, "PUT", "/-/options", `{"unordered":false}`, nil)
	play(t, e, "GET /Staff()\n\n# ?? body value[0].RowKey == 00\n", nil)
	if !strings.Contains(body, `"39"`) {
		t.Errorf("body %s", body)
	}
}
