package tutorials_test

import (
	"strings"
	"testing"
)

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
