package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/control"
)

// loaded is what tests look at in the answer to a load.
type loaded struct {
	Exchanges []struct {
		Status  int
		Code    string
		Problem *struct{ Message string }
		Checks  []struct {
			Pass      bool
			Text, Got string
		}
		Load   *loadReport
		Record *struct{ Nodes []string }
	}
}

type loadReport struct {
	Sent, Accepted, Throttled, Failed, P50, P95, P99, PartitionCount int

	Hottest    float64
	Partitions []struct {
		Name, Node            string
		Sent, Throttled, Peak int
	}
	Heat struct {
		Step, Target int
		Rows         []struct {
			Low, High string
			Cells     [][2]int
		}
	}
	Before, Nodes nodeMap
	Events        []struct {
		At         int
		Kind, Text string
	}
}

type nodeMap struct {
	Nodes []struct {
		Name   string
		Ranges []struct {
			Table, Low, High            string
			Partitions, Rate, Throttled int
		}
	}
}

// withCluster opens a sandbox with a cluster, whose options are JSON.
func withCluster(t testing.TB, options string) *control.Handler {
	t.Helper()
	e := open(t)
	ok(t, e, "POST", "/-/reset", `{"options":{"cluster":`+options+`}}`, nil)
	return e
}

// insert is a block that stores an entity under a PartitionKey.
func insert(meta, key, asserts string) string {
	return "### Insert\n" + meta + "\nPOST /Log\n\n{\n  \"PartitionKey\": \"" + key +
		"\",\n  \"RowKey\": \"{{$index}}\"\n}\n\n" + asserts
}

// send runs a script and returns all of its exchanges.
func send(t testing.TB, e *control.Handler, text string) (out loaded, raw string) {
	t.Helper()
	var started struct{ ID string }
	ok(t, e, "POST", "/-/scripts", map[string]any{"name": "load.http", "text": text}, &started)
	b := ok(t, e, "POST", "/-/scripts/"+started.ID+"/next?max=1000", nil, &out)
	return out, string(b)
}

// ENG-P5: a load in virtual time with keys of its own tells what was refused and how long it took.
func TestLoads(t *testing.T) {
	t.Parallel()
	const even, hot, hour = "P{{$mod $index 4}}", "Sales", "{{$datetime YYYYMMDDHH}}"
	tests := []struct {
		name, options, meta, key, asserts string
	}{
		{"even", `{}`, "# @load 1000 10", even,
			"throttled == 0;rate == 1000;p99 <= 10;hottest == 25;nodes == 1;partitions == 4;count == 1"},
		{"one-partition-below-its-target", `{}`, "# @load 1500 10", hot, "throttled == 0;p99 <= 10;hottest == 100"},
		{"one-partition-above-its-target", `{}`, "# @load 3000 10", hot,
			"throttled == 32.7;rate == 2020;p50 > 100;failed == 9800;nodes == 1"},
		{"a-split-helps-four-partitions", `{}`, "# @load 7200 10", even, "throttled == 2.4;rate > 7000;nodes == 2"},
		{"a-key-that-grows-with-time", `{}`, "# @load 5000 10", hour, "throttled == 59.6;nodes == 1;partitions == 1"},
		{"the-same-at-low-volume", `{}`, "# @load 500 10", hour, "throttled == 0;p99 <= 10"},
		{"buckets-beside-the-hour", `{}`, "# @load 5000 10", hour + "_{{$hash $index 16}}",
			"throttled == 0;partitions == 16;hottest <= 10"},
		{"many-partitions", `{}`, "# @load 5000 10", "Sales_{{$hash $index 500}}", "throttled == 0;nodes == 2;hottest < 1"},
		{"a-spike", `{}`, "# @load 10000 1", hot, "throttled == 78;failed == 7800"},
		{"the-same-spread-over-ten-seconds", `{}`, "# @load 1000 10", hot, "throttled == 0;failed == 0"},
		{"ENG-P7-fixed-waits", `{}`, "# @load 10000 1\n# @retry 5 fixed 1000", hot,
			"failed == 0;throttled == 65.7;p50 > 2000"},
		{"ENG-P7-doubled-waits", `{}`, "# @load 10000 1\n# @retry 5", hot, "failed == 0;throttled < 65;p99 > 5000"},
		{"ENG-P7-one-retry-is-not-enough", `{}`, "# @load 10000 1\n# @retry 1 fixed 1000", hot, "failed > 5000"},
		{"ENG-P4-a-new-table", `{"warm":false}`, "# @load 2000 10", "user{{$mod $index 60}}",
			"throttled == 12.5;rate == 1750"},
		{"an-edited-target", `{"target":500}`, "# @load 1000 10", hot, "throttled == 49.5;rate == 505"},
		{"an-edited-account", `{"account":1000}`, "# @load 2000 10", even, "throttled == 49.5;nodes == 1"},
		{"a-key-of-every-row", `{}`, "# @load 3000 10", "{{$guid}}", "throttled == 0;partitions == 30000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			asserts := "# ?? " + strings.ReplaceAll(tt.asserts, ";", "\n# ?? ") + "\n"
			out, raw := send(t, withCluster(t, tt.options), insert(tt.meta, tt.key, asserts))
			if len(out.Exchanges) != 1 || out.Exchanges[0].Load == nil {
				t.Fatalf("answer %s", raw)
			}
			for _, c := range out.Exchanges[0].Checks {
				if !c.Pass {
					t.Errorf("%s, got %s", c.Text, c.Got)
				}
			}
			checkLoad(t, out.Exchanges[0].Load)
		})
	}
}

// checkLoad checks what holds for every load.
func checkLoad(t *testing.T, l *loadReport) {
	t.Helper()
	if l.Accepted+l.Failed != l.Sent || l.P50 > l.P95 || l.P95 > l.P99 || len(l.Partitions) > 20 {
		t.Errorf("load = %+v", l)
	}
	rows, asked, refused := l.Heat.Rows, 0, 0
	if len(rows) == 0 || len(rows) > 32 || len(rows) > l.PartitionCount || len(rows[0].Cells) > 60 {
		t.Fatalf("%d rows of heat", len(rows))
	}
	for i, r := range rows {
		if r.Low > r.High || i > 0 && rows[i-1].High >= r.Low {
			t.Errorf("row %d is from %q to %q", i, r.Low, r.High)
		}
		for _, c := range r.Cells {
			asked, refused = asked+c[0], refused+c[1]
		}
	}
	if asked != l.Accepted+l.Throttled || refused != l.Throttled {
		t.Errorf("the heat shows %d and %d refused, want %d and %d", asked, refused, l.Accepted+l.Throttled, l.Throttled)
	}
	if len(l.Nodes.Nodes) == 0 || len(l.Before.Nodes) != len(l.Nodes.Nodes) {
		t.Errorf("%d nodes before, %d after", len(l.Before.Nodes), len(l.Nodes.Nodes))
	}
}

// ENG-P6: the heat map shows a hot partition apart from the quiet ones around it.
func TestTheHeatMapShowsTheHotPartition(t *testing.T) {
	t.Parallel()
	text := "@n = {{$hash $index 200}}\n@quiet = q{{$pad n 3}}\n" +
		insert("# @load 4000 5", "{{$pick $index q100x q100x q100x quiet}}", "# ?? hottest == 75\n")
	out, raw := send(t, withCluster(t, `{}`), text)
	l := out.Exchanges[0].Load
	if l == nil {
		t.Fatal(raw)
	}
	checkLoad(t, l)
	throttled := 0
	for _, r := range l.Heat.Rows {
		hot := r.Low == "q100x"
		if hot && r.High != r.Low {
			t.Errorf("the hot partition shares its row with %s", r.High)
		}
		for _, c := range r.Cells {
			if c[1] > 0 && !hot {
				t.Errorf("the row from %s to %s was throttled", r.Low, r.High)
			}
			throttled += c[1]
		}
	}
	if throttled == 0 || l.Partitions[0].Name != "q100x" || l.Partitions[0].Peak != 3000 {
		t.Errorf("%d refused, busiest %+v", throttled, l.Partitions[0])
	}
}

// EGT-08, ENG-P3: every entity of a transaction counts.
func TestALoadOfTransactions(t *testing.T) {
	t.Parallel()
	const text = `### One
# @batch all
# @load %d 10
POST /Log

{"PartitionKey": "P", "RowKey": "a"}

# ?? throttled %s

### The others
# @batch all
# @loop for 99
POST /Log

{"PartitionKey": "P", "RowKey": "{{$index}}"}
`
	for rate, want := range map[int]string{20: "== 0", 30: "> 30"} {
		out, raw := send(t, withCluster(t, `{}`), fmt.Sprintf(text, rate, want))
		l := out.Exchanges[0].Load
		if l == nil || l.Sent != rate*10 || !out.Exchanges[0].Checks[0].Pass {
			t.Fatalf("%d transactions a second: %s", rate, raw)
		}
		if l.Partitions[0].Peak != rate*100 {
			t.Errorf("peak %d, want %d entities", l.Partitions[0].Peak, rate*100)
		}
	}
}

func TestALoadSaysWhatItCannotDo(t *testing.T) {
	t.Parallel()
	plain := open(t)
	tests := []struct{ name, text, want string }{
		{"without-a-cluster", insert("# @load 10 1", "P", ""), "needs several nodes"},
		{"without-a-key", "### x\n# @load 10 1\nGET /Log()\n", "needs a PartitionKey"},
		{"to-a-queue", "### x\n# @load 10 1\nPOST {{queue}}/q/messages\n\nx\n", "only be sent to the entities of a table"},
		{"to-the-list-of-tables", "### x\n# @load 10 1\nGET {{table}}/\n", "only be sent to the entities of a table"},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := plain
			if i > 0 {
				e = withCluster(t, `{}`)
			}
			out, raw := send(t, e, tt.text)
			if p := out.Exchanges[0].Problem; p == nil || !strings.Contains(p.Message, tt.want) {
				t.Errorf("answer %s, want %s", raw, tt.want)
			}
		})
	}
}

func TestKeysOfALoad(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"of-an-address", "PUT /Log(PartitionKey='a{{$index}}',RowKey='1')\n\n{}\n", "a0 a1 a2"},
		{"with-quotes", "PUT /Log(PartitionKey='it''s{{$index}}',RowKey='1')\n\n{}\n", "it's0 it's1 it's2"},
		{"encoded", "PUT /Log(PartitionKey='a%20b{{$index}}',RowKey='1')\n\n{}\n", "a b0 a b1 a b2"},
		{"of-a-filter", "GET /Log()?$filter=PartitionKey eq 'f{{$index}}' and RowKey eq '1'\n", "f0 f1 f2"},
		{"of-a-body-on-one-line", "POST /Log\n\n{\"RowKey\":\"1\",\"PartitionKey\":\"b{{$index}}\"}\n", "b0 b1 b2"},
		{"of-a-body-in-a-variable", "@body = {\"PartitionKey\": \"v{{$index}}\", \"RowKey\": \"1\"}\nPOST /Log\n\n{{body}}\n",
			"v0 v1 v2"},
		{"escaped", "POST /Log\n\n{\"PartitionKey\": \"\\u00e9{{$index}}\", \"RowKey\": \"1\"}\n", "é0 é1 é2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, raw := send(t, withCluster(t, `{}`), "### x\n# @load 3 1\n"+tt.text)
			if len(out.Exchanges) == 0 || out.Exchanges[0].Load == nil {
				t.Fatal(raw)
			}
			var names []string
			for _, p := range out.Exchanges[0].Load.Partitions {
				names = append(names, p.Name)
			}
			if got := strings.Join(names, " "); got != tt.want {
				t.Errorf("partitions %s, want %s", got, tt.want)
			}
		})
	}
}

// ENG-C2: the same load gives the same bytes.
func TestTheSameLoadGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	text := insert("# @load 9000 3\n# @retry 3", "{{$randomInt 0 9}}", "")
	_, first := send(t, withCluster(t, `{"warm":false}`), text)
	if _, again := send(t, withCluster(t, `{"warm":false}`), text); again != first || !json.Valid([]byte(first)) {
		t.Errorf("the second time %s, want %s", again, first)
	}
}

func BenchmarkLoad(b *testing.B) {
	e := withCluster(b, `{}`)
	text := insert("# @load 3000 10", "Sales_{{$pad $index 6}}", "")
	for b.Loop() {
		if out, raw := send(b, e, text); out.Exchanges[0].Load.Sent != 30_000 {
			b.Fatal(raw)
		}
	}
}
