package tutorials_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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

// typed is an entity without its keys and time, and without the type that it tells.
func typed(e entity) entity {
	rest := entity{}
	for name, value := range e {
		if !slices.Contains([]string{"PartitionKey", "RowKey", "Timestamp", "EntityType"}, name) {
			rest[name] = value
		}
	}
	return rest
}

// TestOffice proves what pages say about the tables Office and OfficePrefixed: they hold the same
// entities, and tell their types by a property and by a prefix.
func TestOffice(t *testing.T) {
	t.Parallel()
	all, prefixed := entities(t, "mixed", "Office"), map[string]entity{}
	ofType := func(name string) func(entity) bool {
		return func(e entity) bool { return e.text("EntityType") == name && e.dept() == "Sales" }
	}
	prove(t, all, []invariant{
		{"201-entities-of-sales", inSales, 201},
		{"40-employees", ofType("Employee"), 40},
		{"160-devices", ofType("Device"), 160},
		{"one-department-of-forty", func(e entity) bool { return ofType("Department")(e) && e["EmployeeCount"] == 40.0 }, 1},
		{"ana-jones-is-38", func(e entity) bool { return e.key() == "Sales/000123" && e.age() == 38 }, 1},
	})
	for _, e := range entities(t, "mixed", "OfficePrefixed") {
		prefixed[e.text("RowKey")] = e
	}
	for _, e := range all {
		key := strings.ToUpper(e.text("EntityType")) + "_" + e.text("RowKey")
		if ofType("Department")(e) {
			key = "DEPARTMENT_SALES"
		}
		if got, want := typed(prefixed[key]), typed(e); !maps.Equal(got, want) {
			t.Errorf("%s = %v, want %v", key, got, want)
		}
		if !prefixed["EMPLOYEE_"+e.text("EmployeeID")].person() && ofType("Device")(e) {
			t.Errorf("%s belongs to %s, who is not there", e.key(), e.text("EmployeeID"))
		}
	}
	if len(prefixed) != len(all) {
		t.Errorf("OfficePrefixed has %d entities, want %d", len(prefixed), len(all))
	}
}

func inSales(e entity) bool { return e.dept() == "Sales" }

// TestPersons proves what pages say about the table Person.
func TestPersons(t *testing.T) {
	t.Parallel()
	all := entities(t, "person", "Person")
	ofType := func(name string, properties ...string) func(entity) bool {
		return func(e entity) bool {
			for _, p := range append(properties, "FirstName", "LastName", "Email") {
				if e[p] == nil {
					return false
				}
			}
			return e.text("EntityType") == name && len(typed(e)) == 3+len(properties)
		}
	}
	prove(t, all, []invariant{
		{"40-persons", func(entity) bool { return true }, 40},
		{"20-customers-with-their-city", ofType("Customer", "City"), 20},
		{"12-employees-with-an-age", ofType("Employee.v1", "Age"), 12},
		{"8-employees-with-a-year-of-birth", ofType("Employee.v2", "BirthYear"), 8},
		{"customers-are-a-partition", func(e entity) bool { return e.dept() == "Customer" }, 20},
	})
	unique(t, "address", all, func(e entity) string { return e.text("Email") })
}
