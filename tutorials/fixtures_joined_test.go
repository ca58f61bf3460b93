package tutorials_test

import (
	"strings"
	"testing"
)

// TestStaffByJoiningDate proves what pages say about the table EmployeesJoined: 41 people of Sales,
// each under a number and once more under the day on which they joined.
func TestStaffByJoiningDate(t *testing.T) {
	t.Parallel()
	all := entities(t, "joined", "EmployeesJoined")
	joined := func(prefix string) func(entity) bool {
		return func(e entity) bool { return strings.HasPrefix(e.text("RowKey"), "joined_"+prefix) }
	}
	prove(t, all, []invariant{
		{"41-by-number", func(e entity) bool { return len(e.text("RowKey")) == 6 }, 41},
		{"41-by-joining-date", joined(""), 41},
		{"seven-joined-in-2012", joined("2012"), 7},
		{"one-of-them-is-ana-jones", joined("20120401_000123"), 1},
		{"eight-joined-in-2014", joined("2014"), 8},
		{"hana-amari-alone-joined-later", joined("2015"), 1},
	})
	people := map[string]entity{}
	for _, e := range entities(t, "hr", "Employees") {
		people[e.id()] = e
	}
	for _, e := range all {
		p := people[e.id()]
		if p.dept() != "Sales" || p["FirstName"] != e["FirstName"] || p["LastName"] != e["LastName"] {
			t.Errorf("%s: %v %v is not the person of Employees: %v", e.key(), e["FirstName"], e["LastName"], p)
		}
		day := strings.ReplaceAll(e.text("Joined")[:10], "-", "")
		if rk := e.text("RowKey"); len(rk) > 6 && rk != "joined_"+day+"_"+e.id() {
			t.Errorf("%s: joined on %s", e.key(), day)
		}
	}
}
