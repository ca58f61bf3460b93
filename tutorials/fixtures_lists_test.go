package tutorials_test

import (
	"slices"
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

// TestListsOfPairs proves that the lists of LastNameIndex name everybody who bears the name, and where.
func TestListsOfPairs(t *testing.T) {
	t.Parallel()
	pairs := map[string][]string{}
	for _, e := range entities(t, "hr", "Employees") {
		if e.person() {
			pairs[e.last()] = append(pairs[e.last()], e.id()+","+e.dept())
		}
	}
	lists := entities(t, "lastnames-everywhere", "LastNameIndex")
	if len(lists) != 5 {
		t.Errorf("%d lists, want 5", len(lists))
	}
	for _, e := range lists {
		want := pairs[e.text("RowKey")]
		slices.Sort(want)
		if got := e.text("EmployeeDetails"); got != strings.Join(want, ";") || e.dept() != e.text("RowKey") {
			t.Errorf("%s: %s, want %s", e.key(), got, want)
		}
	}
}
