package tutorials_test

import (
	"slices"
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

// TestStaffInTwoIndexes proves what pages say about EmployeesInter: everybody of Employees twice, in
// a partition by number and in one by address, and each copy leads to the other.
func TestStaffInTwoIndexes(t *testing.T) {
	t.Parallel()
	all := entities(t, "hrinter", "EmployeesInter")
	in := func(partition string) func(entity) bool {
		return func(e entity) bool { return e.dept() == partition }
	}
	from := func(partition, low, high string) func(entity) bool {
		return both(in(partition), func(e entity) bool { return low <= e.text("RowKey") && e.text("RowKey") < high })
	}
	prove(t, all, []invariant{
		{"2000-copies", entity.person, 2000},
		{"200-by-number-in-sales", in("empid_Sales"), 200},
		{"200-by-address-in-sales", in("email_Sales"), 200},
		{"40-early-numbers", from("empid_Sales", "000100", "000200"), 40},
		{"7-numbers-from-150-to-169", from("empid_Sales", "000150", "000170"), 7},
		{"7-addresses-with-a", from("email_Sales", "a", "b"), 7},
		{"18-addresses-with-s", from("email_Sales", "s", "t"), 18},
	})
	people, copies := map[string]entity{}, map[string]entity{}
	for _, e := range entities(t, "hr", "Employees") {
		people[e.key()] = e
	}
	for _, e := range all {
		copies[e.key()] = e
	}
	for _, e := range all {
		dept, primary := strings.CutPrefix(e.dept(), "empid_")
		number, other := e.text("RowKey"), copies["email_"+dept+"/"+e.text("Email")]
		if !primary {
			dept = strings.TrimPrefix(e.dept(), "email_")
			number, other = e.text("EmployeeID"), copies["empid_"+dept+"/"+e.text("EmployeeID")]
		}
		person := people[dept+"/"+number]
		for _, p := range []string{"FirstName", "LastName", "Age"} {
			if e[p] != person[p] || e[p] != other[p] {
				t.Errorf("%s: %s = %v, want %v as in Employees and %v as in the other copy", e.key(), p, e[p], person[p], other[p])
			}
		}
	}
}

// TestTheArchive proves what pages say about Current and Archive, and that nobody is in both.
func TestTheArchive(t *testing.T) {
	t.Parallel()
	current, archive := entities(t, "archive", "Current"), entities(t, "archive", "Archive")
	ruth := is("Sales/000456", "Ruth", "Meyer", "meyerr@contoso.com")
	prove(t, current, []invariant{
		{"50-work-here", entity.person, 50},
		{"21-of-them-in-sales", inDept("Sales"), 21},
		{"ten-in-marketing", inDept("Marketing"), 10},
		{"ten-in-engineering", inDept("Engineering"), 10},
		{"nine-in-support", inDept("Support"), 9},
		{"ruth-meyer-of-64", both(ruth, aged(64, 64)), 1},
		{"nobody-has-number-465", numbered("000465", "000465"), 0},
	})
	prove(t, archive, []invariant{
		{"5-have-left", entity.person, 5},
		{"two-of-them-sales", inDept("Sales"), 2},
	})
	unique(t, "number", slices.Concat(current, archive), entity.id)
	unique(t, "address", slices.Concat(current, archive), func(e entity) string { return e.text("Email") })
}

// TestPhotosBeginWithTheStaff proves that the fixture of photos lays out everybody, and that nobody
// has a photo before a lesson gives one.
func TestPhotosBeginWithTheStaff(t *testing.T) {
	t.Parallel()
	all := entities(t, "photos", "Employees")
	prove(t, all, []invariant{
		{"1000-people", entity.person, 1000},
		{"no-photo", func(e entity) bool { return e["Photo"] != nil }, 0},
		{"ana-eli-and-jim", both(entity.sales, func(e entity) bool {
			return e.text("RowKey") == "000123" || e.text("RowKey") == "000141" || e.text("RowKey") == "000223"
		}), 3},
	})
}
