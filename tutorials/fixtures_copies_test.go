package tutorials_test

import (
	"strings"
	"testing"
)

// withPrefix returns the entities of one kind, told by the prefix of their row keys.
func withPrefix(all []entity, prefix string) []entity {
	var kind []entity
	for _, e := range all {
		if strings.HasPrefix(e.text("RowKey"), prefix) {
			kind = append(kind, e)
		}
	}
	return kind
}

// TestStaffTwice proves that EmployeesIntra holds everybody of Employees by number and by address.
func TestStaffTwice(t *testing.T) {
	t.Parallel()
	all := entities(t, "intra", "EmployeesIntra")
	byNumber, byAddress := withPrefix(all, "empid_"), withPrefix(all, "email_")
	if len(all) != 2004 || len(byNumber) != 1000 || len(byAddress) != 1000 {
		t.Fatalf("%d entities, %d by number, %d by address; want 2004, 1000, 1000", len(all), len(byNumber), len(byAddress))
	}
	prove(t, byNumber, staff)
	people := map[string]entity{}
	for _, e := range entities(t, "hr", "Employees") {
		people[e.key()] = e
	}
	for _, e := range byNumber {
		same(t, e, people[e.dept()+"/"+e.id()], "FirstName", "LastName", "Age", "Email")
	}
	for _, e := range byAddress {
		person := people[e.dept()+"/"+e.text("EmployeeID")]
		same(t, e, person, "FirstName", "LastName", "Age")
		if e.text("RowKey") != "email_"+strings.ToLower(person.text("Email")) {
			t.Errorf("%s leads to %s, who is %s", e.key(), person.key(), person.text("Email"))
		}
	}
}

// same compares properties of two entities.
func same(t *testing.T, a, b entity, properties ...string) {
	t.Helper()
	for _, p := range properties {
		if a[p] != b[p] || a[p] == nil {
			t.Errorf("%s: %s = %v, %s has %v", a.key(), p, a[p], b.key(), b[p])
		}
	}
}

// TestReviews proves what pages say about Staff, its reviews, and the table of reviews apart.
func TestReviews(t *testing.T) {
	t.Parallel()
	people := map[string]entity{}
	for _, e := range entities(t, "hr", "Employees") {
		people[e.key()] = e
	}
	for _, e := range withPrefix(entities(t, "staff", "Staff"), "empid_") {
		same(t, e, people["Sales/"+e.id()], "FirstName", "LastName", "Age", "Email")
	}
	all := entities(t, "reviews", "Staff")
	apart := map[string]entity{}
	for _, e := range entities(t, "reviews-apart", "EmployeeReviews") {
		apart["Sales/empid_"+e.dept()+"_"+e.text("RowKey")] = e
		same(t, e, people["Sales/"+e.dept()], "FirstName", "LastName")
	}
	prove(t, all, []invariant{
		{"401-entities", func(entity) bool { return true }, 401},
		{"200-people", entity.person, 200},
		{"200-reviews", review, 200},
		{"40-reviews-a-year", func(e entity) bool { return review(e) && e.id() == "2012" }, 40},
		{"five-of-ana", func(e entity) bool { return strings.HasPrefix(e.text("RowKey"), "empid_000123_") }, 5},
		{"three-good-years", func(e entity) bool {
			n, _ := e["ManagerRating"].(float64)
			return strings.HasPrefix(e.text("RowKey"), "empid_000123_") && n >= 4
		}, 3},
	})
	for _, e := range all {
		if review(e) {
			same(t, e, apart[e.key()], "ManagerRating", "PeerRating", "Comments")
		}
	}
	if len(apart) != 200 {
		t.Errorf("%d reviews apart, want 200", len(apart))
	}
}

func review(e entity) bool { return e["ManagerRating"] != nil }
