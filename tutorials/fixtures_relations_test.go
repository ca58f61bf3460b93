package tutorials_test

import (
	"slices"
	"testing"
)

// TestRelations proves what pages say about the three designs of ten departments with thirty
// employees each: they hold the same.
func TestRelations(t *testing.T) {
	t.Parallel()
	together, departments, people := entities(t, "relations", "Together"), map[string]entity{}, map[string]entity{}
	for _, e := range together {
		if e.person() {
			people[e.text("RowKey")] = e
		} else {
			departments[e.dept()] = e
		}
	}
	if len(departments) != 10 || len(people) != 300 {
		t.Fatalf("Together: %d departments, %d people, want 10 and 300", len(departments), len(people))
	}
	for name, d := range departments {
		n := count(together, inDept(name))
		if n != 30 || d["EmployeeCount"] != 30.0 || d.text("DepartmentName") != name {
			t.Errorf("Together: %d people in %s, which says %v", n, name, d)
		}
	}
	apart(t, departments, people)
	flat(t, departments, people)
	prove(t, together, []invariant{
		{"hugo-varga", is("Sales/000215", "Hugo", "Varga", "varga215@contoso.com"), 1},
		{"bruno-petrov", is("Sales/000217", "Bruno", "Petrov", "petrov217@contoso.com"), 1},
		{"tomas-varga", is("Support/000277", "Tomas", "Varga", "varga277@contoso.com"), 1},
		{"oskar-kaya-leads-sales", func(e entity) bool {
			return e.key() == "Sales/Department" && e.text("Manager") == "Oskar Kaya" &&
				e.text("ManagerEmail") == "kaya211@contoso.com"
		}, 1},
	})
	unique(t, "address", together, func(e entity) string { return e.text("Email") })
}

// apart compares the second design with the first.
func apart(t *testing.T, departments, people map[string]entity) {
	t.Helper()
	profiles := entities(t, "relations", "Profiles")
	for _, e := range profiles {
		want := people[e.dept()]
		if !alike(e, want, "FirstName", "LastName", "Age", "Email") || e.text("DepartmentName") != want.dept() {
			t.Errorf("Profiles: %v, want %v", e, want)
		}
	}
	all := entities(t, "relations", "Departments")
	for _, e := range all {
		if want := departments[e.dept()]; !alike(e, want, "DepartmentName", "EmployeeCount", "Manager", "ManagerEmail") {
			t.Errorf("Departments: %v, want %v", e, want)
		}
	}
	if len(profiles) != 300 || len(all) != 10 {
		t.Errorf("%d profiles, %d departments, want 300 and 10", len(profiles), len(all))
	}
}

// flat compares the third design with the first.
func flat(t *testing.T, departments, people map[string]entity) {
	t.Helper()
	all := entities(t, "relations", "Flat")
	for _, e := range all {
		d, want := departments[e.dept()], people[e.text("RowKey")]
		if !alike(e, want, "FirstName", "LastName", "Age", "Email") || e.text("DepartmentName") != e.dept() ||
			e["DepartmentManager"] != d["Manager"] || e["DepartmentManagerEmail"] != d["ManagerEmail"] {
			t.Errorf("Flat: %v, want %v of %v", e, want, d)
		}
	}
	if len(all) != 300 {
		t.Errorf("Flat: %d entities, want 300", len(all))
	}
}

// alike says that two entities have the same values in some properties.
func alike(a, b entity, properties ...string) bool {
	return !slices.ContainsFunc(properties, func(p string) bool { return a[p] == nil || a[p] != b[p] })
}
