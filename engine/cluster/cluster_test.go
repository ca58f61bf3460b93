package cluster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/cluster"
)

var epoch = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// drive is a cluster with a clock that tests move.
type drive struct {
	*cluster.Cluster
	clock *clock.Clock
}

func newDrive(o cluster.Options) drive {
	c := clock.At(epoch)
	return drive{cluster.New(c, o), c}
}

// run asks for so many single entities a second, of partitions in turn, and returns how many were
// refused in each second.
func (d drive) run(table string, rate, seconds int, partitions ...string) []int {
	refused := make([]int, seconds)
	start := d.clock.Now()
	for i := range rate * seconds {
		at := start.Add(time.Duration(i) * time.Second / time.Duration(rate))
		load := cluster.Load{Account: "a", Table: table, Partition: partitions[i%len(partitions)], Ghost: true}
		if _, err := d.AdmitAt(at, load); err != nil {
			refused[i/rate]++
		}
	}
	d.clock.Advance(time.Duration(seconds) * time.Second)
	return refused
}

func sum(list []int) (n int) {
	for _, k := range list {
		n += k
	}
	return n
}

// shown writes the ranges of all nodes in one line.
func shown(m cluster.NodeMap) string {
	var all []string
	for _, n := range m.Nodes {
		for _, r := range n.Ranges {
			all = append(all, fmt.Sprintf("%s %s[%s,%s) %d", n.Name, r.Table, r.Low, r.High, r.Partitions))
		}
	}
	return strings.Join(all, "; ")
}

func (d drive) kinds() string {
	var list []string
	for _, e := range d.Events(epoch, d.clock.Now()) {
		list = append(list, string(e.Kind))
	}
	return strings.Join(list, " ")
}

// ENG-P1: account, table and PartitionKey name a partition; exactly one node serves it, and a node
// serves ranges of whole partitions.
func TestEachPartitionIsServedByOneNode(t *testing.T) {
	t.Parallel()
	d := newDrive(cluster.Options{Nodes: 2})
	d.run("Staff", 7200, 3, "Audit", "Law", "Sales", "Sport")
	d.run("Other", 10, 1, "Sales")
	want := "node-1 Other[,) 1; node-1 Staff[,Sales) 2; node-2 Staff[Sales,) 2"
	if got := shown(d.Nodes()); got != want {
		t.Errorf("Nodes = %s, want %s", got, want)
	}
	for name, node := range map[string]string{
		"Audit": "node-1", "Law": "node-1", "Sales": "node-2", "Sport": "node-2", "A": "node-1", "Z": "node-2",
	} {
		if got := d.Node("a", "STAFF", name); got != node {
			t.Errorf("Node(%s) = %s, want %s", name, got, node)
		}
	}
	if got := d.From("a", "staff", "", nil); !slices.Equal(got, []string{"node-1", "node-2"}) {
		t.Errorf("From the first on = %v, want both nodes", got)
	}
	got := d.From("a", "staff", "Audit", func(p string) bool { return p > "Law" })
	if !slices.Equal(got, []string{"node-1"}) {
		t.Errorf("From Audit to Law = %v, want node-1", got)
	}
	if a, b := d.Node("a", "staff", "Audit"), d.Node("b", "staff", "Audit"); a == b {
		t.Errorf("the partition of another account is on %s too: it is taken for the same", b)
	}
}

// ENG-P2: a hot node's range is split at the border of a partition, quiet neighbours are merged.
func TestRangesAreSplitAndMerged(t *testing.T) {
	t.Parallel()
	d := newDrive(cluster.Options{})
	refused := d.run("Log", 7200, 5, "P0", "P1", "P2", "P3")
	if refused[0] == 0 || sum(refused[2:]) != 0 {
		t.Errorf("refused in each second %v, want some before the split and none after it", refused)
	}
	if got := d.kinds(); got != "split" {
		t.Errorf("events %s, want one split", got)
	}
	d.clock.Advance(30 * time.Second)
	if got := len(d.From("a", "Log", "", nil)); got != 2 {
		t.Errorf("%d nodes after half a minute, want 2", got)
	}
	d.clock.Advance(time.Minute)
	if got := shown(d.Nodes()); got != "node-1 Log[,) 0" {
		t.Errorf("Nodes after a quiet minute = %s, want one range again", got)
	}
	if got := d.kinds(); got != "split merge" {
		t.Errorf("events %s, want a split and a merge", got)
	}
}

func TestASinglePartitionIsNeverDivided(t *testing.T) {
	t.Parallel()
	d := newDrive(cluster.Options{})
	refused := d.run("Log", 8000, 20, "now")
	if got := d.kinds(); got != "" {
		t.Errorf("events %s, want none", got)
	}
	for i, n := range refused[1:] {
		if n != 6000 {
			t.Errorf("second %d: %d refused of 8,000, want 6,000", i+1, n)
		}
	}
}

func TestATableMovesAwayFromAnother(t *testing.T) {
	t.Parallel()
	d := newDrive(cluster.Options{Nodes: 2, Capacity: 3000})
	for _, table := range []string{"One", "Two", "Three"} { // the last beside the first
		d.Create("a", table)
	}
	start := d.clock.Now()
	for i := range 12_000 {
		at := start.Add(time.Duration(i) * time.Second / 3000)
		d.AdmitAt(at, cluster.Load{Account: "a", Table: []string{"One", "Three"}[i%2], Partition: "a"})
	}
	d.clock.Advance(4 * time.Second)
	if got := d.kinds(); got != "move" {
		t.Errorf("events %s, want one table to move", got)
	}
}

// ENG-P3: above its target a partition refuses with a retryable error; every entity of a
// transaction counts.
func TestTargets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                 string
		o                    cluster.Options
		rate, entities, want int // refused of ten seconds
		partitions           int
	}{
		{"below-the-target", cluster.Options{}, 1500, 1, 0, 1},
		{"at-the-target", cluster.Options{}, 2000, 1, 0, 1},
		{"above-the-target", cluster.Options{}, 3000, 1, 9800, 1},
		{"an-edited-target", cluster.Options{Target: 500}, 1000, 1, 4950, 1},
		{"transactions-of-100-below", cluster.Options{}, 20, 100, 0, 1},
		{"transactions-of-100-above", cluster.Options{}, 30, 100, 98, 1},
		{"a-node-bears-no-more-than-its-capacity", cluster.Options{Nodes: 1}, 8000, 1, 29500, 8},
		{"an-account-bears-no-more-than-its-target", cluster.Options{Account: 1000}, 2000, 1, 9900, 8},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDrive(tt.o)
			refused := 0
			var last error
			for i := range tt.rate * 10 {
				at := epoch.Add(time.Duration(i) * time.Second / time.Duration(tt.rate))
				load := cluster.Load{Account: "a", Table: "t", Partition: fmt.Sprint(i % tt.partitions), Entities: tt.entities}
				if _, err := d.AdmitAt(at, load); err != nil {
					refused++
					last = err
				}
			}
			if refused < tt.want-2 || refused > tt.want+2 {
				t.Errorf("%d refused, want %d", refused, tt.want)
			}
			if refused > 0 && (apierr.Of(last) != apierr.ServerBusy || apierr.Of(last).Status() != 503) {
				t.Errorf("refused with %v, want 503 ServerBusy", last)
			}
		})
	}
}

func TestARefusalSaysWhoseTargetItIs(t *testing.T) {
	t.Parallel()
	for text, o := range map[string]cluster.Options{
		"The server is busy.":                              {Target: 1},
		"Operations per second is over the account limit.": {Account: 1},
	} {
		d := newDrive(o)
		d.Admit(cluster.Load{Account: "a", Table: "t", Partition: "p"})
		_, err := d.Admit(cluster.Load{Account: "a", Table: "t", Partition: "p"})
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("Admit = %v, want %s", err, text)
		}
	}
}

func TestWaitingGrowsWithTheLoad(t *testing.T) {
	t.Parallel()
	d := newDrive(cluster.Options{})
	load := cluster.Load{Account: "a", Table: "t", Partition: "p", Entities: 100}
	first, _ := d.Admit(load)
	second, _ := d.Admit(load)
	_, err := d.Admit(load)
	if first != 0 || second != 50*time.Millisecond || apierr.Of(err) != apierr.ServerBusy {
		t.Errorf("waits %v, %v, then %v; want 0, 50 ms, then ServerBusy", first, second, err)
	}
}

// ENG-A5, ENG-P4: a new table begins on one node with a reduced target, which rises under load.
func TestANewTableWarmsUp(t *testing.T) {
	t.Parallel()
	d := newDrive(cluster.Options{Cold: true})
	partitions := make([]string, 60)
	for i := range partitions {
		partitions[i] = fmt.Sprint("user", i)
	}
	refused := d.run("Log", 2000, 30, partitions...)
	for i := range 5 {
		if refused[i] < refused[i+1] {
			t.Errorf("refused in each second %v, want fewer from second to second", refused[:7])
			break
		}
	}
	if refused[0] < 600 || sum(refused[10:]) > 0 {
		t.Errorf("refused in each second %v, want a third at first and none in the end", refused)
	}
	if again := d.run("Log", 2000, 5, partitions...); sum(again) != 0 {
		t.Errorf("a warm table refused %v", again)
	}
	d.Drop("a", "LOG")
	if again := d.run("Log", 2000, 5, partitions...); again[0] < 600 {
		t.Errorf("a table that was made again refused %v, want as many as a new one", again)
	}
	warm := newDrive(cluster.Options{})
	if refused := warm.run("Log", 2000, 5, partitions...); sum(refused) != 0 {
		t.Errorf("without warming up refused %v, want none", refused)
	}
}

func TestWhatIsFreeTakesNothing(t *testing.T) {
	t.Parallel()
	d := newDrive(cluster.Options{Target: 1})
	for i := range 1000 {
		load := cluster.Load{Account: "a", Table: "t", Partition: fmt.Sprint(i % 7), Free: true}
		if wait, err := d.Admit(load); wait != 0 || err != nil {
			t.Fatalf("Admit = %v, %v", wait, err)
		}
	}
	if got := shown(d.Nodes()); got != "node-1 t[,) 7" {
		t.Errorf("Nodes = %s, want one range of seven partitions", got)
	}
}

func TestSaveAndLoadKeepTheMap(t *testing.T) {
	t.Parallel()
	d := newDrive(cluster.Options{Cold: true})
	d.run("Log", 9000, 40, "P0", "P1", "P2", "P3", "P4", "P5")
	saved := d.Save()
	n := newDrive(cluster.Options{Cold: true})
	if err := n.Load(saved); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(n.Save()), fmt.Sprint(saved); got != want || !strings.Contains(want, "P3") {
		t.Errorf("Save after Load = %s, want %s", got, want)
	}
	for i := 1; i < len(saved); i++ {
		if n.Load(saved[:i]) == nil {
			t.Errorf("Load of the first %d texts: no error", i)
		}
	}
	if got := shown(n.Nodes()); got != "" {
		t.Errorf("Nodes after a broken text = %s, want none", got)
	}
}

// ENG-C2: the same steps give the same map, waits and refusals.
func TestTheSameStepsGiveTheSameMap(t *testing.T) {
	t.Parallel()
	run := func() string {
		d := newDrive(cluster.Options{Cold: true})
		out := fmt.Sprint(d.run("One", 9000, 7, "a", "b", "c", "d", "e"), d.run("Two", 7000, 9, "x", "y", "z"))
		return out + shown(d.Nodes()) + fmt.Sprint(d.Events(epoch, d.clock.Now()))
	}
	first := run()
	for range 3 {
		if again := run(); again != first {
			t.Fatalf("the second time\n%s\nwant\n%s", again, first)
		}
	}
}
