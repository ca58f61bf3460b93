package tutorials_test

import (
	"fmt"
	"slices"
	"testing"
)

// TestBigPartition proves what pages say about the table Big.
func TestBigPartition(t *testing.T) {
	t.Parallel()
	all := entities(t, "big", "Big")
	prove(t, all, []invariant{
		{"2500-orders-of-sales", func(e entity) bool { return e.dept() == "Sales" }, 2500},
		{"250-of-each-customer", func(e entity) bool { return e.text("Customer") == "Alpina" }, 250},
		{"every-amount-is-a-number", func(e entity) bool { n, ok := e["Amount"].(float64); return ok && n < 900 }, 2500},
	})
	for i, e := range all {
		if want := fmt.Sprintf("Sales/%06d", i+1); e.key() != want {
			t.Fatalf("order %d = %s, want %s", i+1, e.key(), want)
		}
	}
}

// TestDaysOfAYear proves what pages say about the table MessagesByDay: no entity has more than 252
// properties of its own, and the two of a person hold each day of 2014 once.
func TestDaysOfAYear(t *testing.T) {
	t.Parallel()
	all := entities(t, "days", "MessagesByDay")
	days := map[string][]string{}
	for _, e := range all {
		n := 0
		for name, count := range e {
			if c, ok := count.(float64); ok && name[0] == 'D' && c < 40 {
				days[e.dept()] = append(days[e.dept()], name)
				n++
			}
		}
		if want := map[string]int{"2014_1": 252, "2014_2": 113}[e.text("RowKey")]; n != want {
			t.Errorf("%s: %d days, want %d", e.key(), n, want)
		}
	}
	if len(all) != 20 || len(days) != 10 {
		t.Errorf("%d entities of %d people, want 20 of 10", len(all), len(days))
	}
	for id, names := range days {
		slices.Sort(names)
		if names = slices.Compact(names); len(names) != 365 || names[0] != "D001" || names[364] != "D365" {
			t.Errorf("%s: %d days from %s to %s, want 365", id, len(names), names[0], names[len(names)-1])
		}
	}
}

// TestDirectory proves what pages say about the tables EmployeesByEmail and EmailIndex: each holds
// everybody once, under the address.
func TestDirectory(t *testing.T) {
	t.Parallel()
	staff := map[string]entity{}
	for _, e := range entities(t, "hr", "Employees") {
		if e.person() {
			staff[e.text("Email")] = e
		}
	}
	for table, properties := range map[string][]string{
		"EmployeesByEmail": {"FirstName", "LastName", "Age"}, "EmailIndex": nil,
	} {
		all := entities(t, "directory", table)
		if len(all) != len(staff) {
			t.Errorf("%s: %d entities, want %d", table, len(all), len(staff))
		}
		for _, e := range all {
			other := staff[e.dept()]
			if key := e.text("Department") + "/" + e.text("EmployeeID"); key != other.key() {
				t.Errorf("%s: %s leads to %s, want %s", table, e.key(), key, other.key())
			}
			for _, p := range properties {
				if e[p] != other[p] {
					t.Errorf("%s: %s: %s = %v, want %v", table, e.key(), p, e[p], other[p])
				}
			}
		}
	}
}
