package tutorials_test

import (
	"strings"
	"testing"
)

// TestEvents proves what pages say about EventsByHour, EventsByEmployee and EventsByBucket: they
// hold the same events of 500 employees in ten departments.
func TestEvents(t *testing.T) {
	t.Parallel()
	all, departments, people := entities(t, "events", "EventsByHour"), map[string]bool{}, map[string]int{}
	for _, e := range all {
		departments[e.text("Department")] = true
		people[e.text("Department")+"_"+e.text("EmployeeID")]++
	}
	if len(departments) != 10 || len(people) != 500 {
		t.Errorf("%d employees in %d departments, want 500 in 10", len(people), len(departments))
	}
	for who, n := range people {
		if n != 4 {
			t.Errorf("%s has %d events, want 4", who, n)
		}
	}
	prove(t, all, []invariant{
		{"1000-events-in-an-hour", func(e entity) bool { return e.dept() == "2014073118" }, 1000},
		{"1000-events-in-the-next", func(e entity) bool { return e.dept() == "2014073119" }, 1000},
		{"100-of-sales-in-an-hour", func(e entity) bool {
			return e.dept() == "2014073118" && e.text("Department") == "Sales"
		}, 100},
		{"the-first-is-of-000123", func(e entity) bool {
			return e.key() == "2014073118/000000001" && e.text("EmployeeID") == "000123" && e.text("Department") == "Sales"
		}, 1},
	})
	sameEvents(t, all, "events", "EventsByEmployee", func(e entity) string {
		return e.text("Department") + "_" + e.text("EmployeeID") + "/" + e.dept() + "_" + e.text("RowKey")
	})
	sameEvents(t, all, "events-buckets", "EventsByBucket", func(e entity) string {
		return e.dept() + "/" + e.text("EmployeeID") + "_" + e.text("RowKey")
	})
}

// sameEvents proves that a table holds the events under other keys. A bucket at the end of a
// PartitionKey does not count.
func sameEvents(t *testing.T, all []entity, fixture, table string, key func(entity) string) {
	t.Helper()
	events, buckets := map[string]entity{}, map[string]bool{}
	for _, e := range entities(t, fixture, table) {
		k := e.key()
		if hour, rest, ok := strings.Cut(k, "_"); table == "EventsByBucket" && ok {
			buckets[rest[:2]] = true
			k = hour + rest[2:]
		}
		events[k] = e
	}
	for _, e := range all {
		same(t, e, events[key(e)], "Resource", "Action")
	}
	if len(events) != len(all) || len(buckets) != 0 && len(buckets) != 16 {
		t.Errorf("%s: %d events in %d buckets, want %d in none or 16", table, len(events), len(buckets), len(all))
	}
}
