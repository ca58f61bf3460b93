package design_test

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/design"
)

// sensors are those of 4 devices over 4 days: 104 an hour of each device.
const sensors = `{"rate":1000,"entities":{"count":9984,"seed":5,"attributes":{
 "at":{"time":["2026-11-20","2026-11-23"]},"device":{"range":[1,4]},"id":{"number":6}}},"patterns":[
 {"name":"last hour","known":["device"],"between":{"attribute":"at","span":"1h"}},
 {"name":"a day","known":["device"],"between":{"attribute":"at","one":"day"}},
 {"name":"latest","known":["device"],"order":"-at","top":1},
 {"name":"record","write":"insert"},
 {"name":"forget","rate":"1/day","write":"delete","between":{"attribute":"at","one":"day"}}]}`

func judged(t *testing.T, workload string, keys ...string) *design.Report {
	t.Helper()
	w, err := design.ParseWorkload(workload)
	if err != nil {
		t.Fatal(err)
	}
	var copies []design.Copy
	for _, k := range keys {
		copies = append(copies, copyOf(t, k))
	}
	r, err := design.Judge(context.Background(), w, copies)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A time is one attribute: tables, partitions and rows that are made of its day, hour or ticks serve the same range.
func TestARangeOfTimeAsksOnlyThePeriodsThatItTouches(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		keys, pattern, class    string
		typical, read, requests int // read of a typical call, and read and requests of 99 of 100
	}{
		{"{device}|{at:-}_{id}|Log{at:day}", "last hour", "rowRange", 27, 38, 2},
		{"{device}|{at:-}_{id}|Log{at:day}", "a day", "rowRange", 625, 674, 1},
		{"{at:hour}|{device}_{id}", "last hour", "rowRange", 52, 67, 2},
		{"{at:hour}|{at:-}_{id}", "a day", "rowRange", 2496, 2496, 24},
		{"{device}_{at:minute}|{id}", "last hour", "partitionScan", 27, 38, 61},
		{"{device}|{at:tick}_{id}", "a day", "rowRange", 625, 674, 1},
		{"{at:-day}|{device}_{id}", "a day", "rowRange", 625, 674, 1},
	} {
		p := pattern(t, judged(t, sensors, tt.keys), tt.pattern)
		if p.Class != tt.class || p.Typical.Read != tt.typical || p.P99.Read != tt.read || p.P99.Requests != tt.requests || !p.Verified {
			t.Errorf("%s, %s: %+v", tt.keys, tt.pattern, p)
		}
	}
}

func TestTheNewestIsInTheNewestTable(t *testing.T) {
	t.Parallel()
	p := pattern(t, judged(t, sensors, "{device}|{at:-}_{id}|Log{at:day}"), "latest")
	if p.Largest.Requests != 1 || p.Largest.Read != 1 {
		t.Errorf("latest: %+v", p)
	}
}

func TestTablesOfADayGoAtOnce(t *testing.T) {
	t.Parallel()
	daily := pattern(t, judged(t, sensors, "{device}|{at:-}_{id}|Log{at:day}"), "forget")
	monthly := pattern(t, judged(t, sensors, "{device}|{at:-}_{id}|Log{at:month}"), "forget")
	if daily.Largest.Requests != 1 || daily.Largest.Read != 0 || monthly.P99.Read != 9984 {
		t.Errorf("a table a day %+v, a month %+v", daily, monthly)
	}
}

func TestAPeriodOfSomethingThatIsNoTimeIsAProblem(t *testing.T) {
	t.Parallel()
	_, err := judge(t, "{id:day}|x")
	if err == nil || !strings.Contains(err.Error(), "not a time") {
		t.Errorf("got %v", err)
	}
	for _, between := range []string{`"span":5`, `"span":"5 hours"`, `"one":"year"`, `"one":"tick"`, `"last":""`} {
		text := strings.Replace(sensors, `"span":"1h"`, between, 1)
		if _, err := design.ParseWorkload(text); err == nil {
			t.Errorf("between %s is taken", between)
		}
	}
	for _, days := range []string{`["2026-11-20"]`, `["2026-11-23","2026-11-20"]`, `["2026-02-30","2026-03-01"]`, `["1970-01-01","1970-01-02"]`, `[1,2]`} {
		text := strings.Replace(sensors, `["2026-11-20","2026-11-23"]`, days, 1)
		if _, err := design.ParseWorkload(text); err == nil {
			t.Errorf("time %s is taken", days)
		}
	}
}

// A scan of a table that copies share returns the rows of one copy: its literal bounds the RowKey.
func TestAScanOfASharedTableReturnsOneCopy(t *testing.T) {
	t.Parallel()
	r := judged(t, strings.Replace(staff, `{"name":"purge"`, `{"name":"all of a name","known":["lastName"]},{"name":"purge"`, 1),
		"{dept}|id_{id}", "{dept}|mail_{email}")
	alone := judged(t, strings.Replace(staff, `{"name":"purge"`, `{"name":"all of a name","known":["lastName"]},{"name":"purge"`, 1), "{dept}|id_{id}")
	shared, one := pattern(t, r, "all of a name"), pattern(t, alone, "all of a name")
	if shared.Class != "tableScan" || shared.Largest.Returned != one.Largest.Returned || shared.Largest.Read != 2*one.Largest.Read {
		t.Errorf("shared %+v, alone %+v", shared, one)
	}
}

// A change whose copies are in several partitions needs a queue, which costs three operations more than its transactions.
// Each step waits for the one before.
func TestCopiesInSeveralPartitionsAreKeptByAWorkflow(t *testing.T) {
	t.Parallel()
	near, far := judged(t, staff, "{dept}|{id}", "{dept}|email_{email}"), judged(t, staff, "{dept}|{id}", "email_{dept}|{email}")
	if p := pattern(t, near, "hire"); p.Workflow != 0 || p.P99.Transactions != 1 || p.P99.Roundtrips != 1 {
		t.Errorf("near: %+v", p)
	}
	for name, read := range map[string]int{"hire": 0, "rename": 1} {
		p := pattern(t, far, name)
		if p.Workflow != 2 || p.P99.Transactions != 5+read || p.P99.Requests != 5+read || p.P99.Roundtrips != 5+read || !p.Verified {
			t.Errorf("far, %s: %+v", name, p)
		}
	}
	if p := pattern(t, judged(t, staff, "{dept}|{id}"), "purge"); p.Workflow != 0 || p.P99.Transactions < 2 {
		t.Errorf("deletes that can be repeated need no queue: %+v", p)
	}
}

// The figures are those of all calls that the entities make possible, so they do not move with a draw of calls.
func TestFiguresAreTypicalThoseOf99AndTheLargest(t *testing.T) {
	t.Parallel()
	text := `{"entities":{"count":1000,"seed":1,"attributes":{"id":{"number":6},
		"tenant":{"pick":["big","t1","t2","t3","t4"],"weights":[960,10,10,10,10]}}},
		"patterns":[{"name":"tenants","known":["tenant"],"budget":{"read":1}},{"name":"one","known":["tenant","id"],"budget":{"read":1}}]}`
	r := judged(t, text, "{tenant}|{id}")
	p := pattern(t, r, "tenants")
	if p.Typical.Read < 900 || p.P99.Read != p.Largest.Read || p.Largest.Read < 940 || p.Pass {
		t.Errorf("tenants: %+v", p)
	}
	small := judged(t, strings.Replace(text, "[960,10,10,10,10]", "[5,249,249,249,248]", 1), "{id}|x", "{tenant:1<}|{tenant}_{id}")
	if p := pattern(t, small, "tenants"); p.Typical.Read > 270 || p.Largest.Read < p.P99.Read || p.P99.Read < p.Typical.Read {
		t.Errorf("tenants: %+v", p)
	}
	if p := pattern(t, r, "one"); !p.Pass || p.Largest != p.Typical || p.Largest.Read != 1 {
		t.Errorf("one: %+v", p)
	}
}

// Load is a rate: entities that are written and pages that are read, not calls.
func TestTheBusiestPartitionIsCountedInEntitiesASecond(t *testing.T) {
	t.Parallel()
	const text = `{"rate":1000,"entities":{"count":400,"seed":1,"attributes":{"team":{"pick":["a"]},"id":{"number":6},"floor":{"range":[1,9]}}},
		"patterns":[{"name":"one","share":90,"known":["team","id"]},{"name":"hire","share":10,"write":"insert"},
		{"name":"move","rate":"1/s","write":"update","known":["team"],"sets":"floor"}]}`
	one := judged(t, text, "{team}|{id}")
	if one.Rate != 1000 || one.Hottest != 900+100+401 || one.HottestPartition != "a" {
		t.Errorf("one partition: %d at %s, want 1,401: 900 reads, 100 inserts, a read and 400 updates", one.Hottest, one.HottestPartition)
	}
	if twice := judged(t, text, "{team}|{id}", "{team}|x_{id}"); twice.Hottest != 900+200+801 {
		t.Errorf("two copies: %d, want each entity that is written", twice.Hottest)
	}
}
