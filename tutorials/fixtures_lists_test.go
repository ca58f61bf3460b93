package tutorials_test

import (
	"strings"
	"testing"
)

// TestListsOfNumbers proves that the index entities of Sales list everybody in it, by last name.
func TestListsOfNumbers(t *testing.T) {
	t.Parallel()
	all := entities(t, "lastnames", "Employees")
	prove(t, all, []invariant{
		{"1004-entities-and-91-lists", func(entity) bool { return true }, 1095},
		{"91-lists-in-sales", func(e entity) bool { return e["EmployeeIDs"] != nil && e.dept() == "Sales" }, 91},
		{"292-entities-in-sales", func(e entity) bool { return e.dept() == "Sales" }, 292},
	})
	listed := map[string]string{}
	for _, e := range all {
		if list := e.text("EmployeeIDs"); list != "" {
			for _, id := range strings.Split(list, ",") {
				listed[id] += e.text("RowKey")
			}
		}
	}
	for _, e := range all {
		if e.sales() && listed[e.id()] != e.last() {
			t.Errorf("%s: on the lists %q, want %s alone", e.key(), listed[e.id()], e.last())
		}
	}
	if len(listed) != 200 {
		t.Errorf("%d numbers on lists, want 200", len(listed))
	}
}
