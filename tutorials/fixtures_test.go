package tutorials_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rowkey/site/course"
)

// entity is a row as the service returns it without metadata.
type entity map[string]any

func (e entity) text(name string) string { s, _ := e[name].(string); return s }
func (e entity) key() string             { return e.text("PartitionKey") + "/" + e.text("RowKey") }
func (e entity) dept() string            { return e.text("PartitionKey") }
func (e entity) last() string            { return e.text("LastName") }
func (e entity) age() int                { n, _ := e["Age"].(float64); return int(n) }
func (e entity) person() bool            { return e["LastName"] != nil }
func (e entity) sales() bool             { return e.dept() == "Sales" && e.person() }

// id is the number of an employee; EmployeesByName keeps it behind the name.
func (e entity) id() string {
	rk := e.text("RowKey")
	return rk[strings.LastIndexByte(rk, '_')+1:]
}

// entities lays out a fixture and returns everything in a table, in the order of the service.
func entities(t *testing.T, fixture, table string) []entity {
	t.Helper()
	r := runOn(t, fixture, "# @follow\nGET {{table}}/"+table+"()\nAccept: application/json;odata=nometadata\n")
	return values(t, r.Last())
}

// values returns the list that an answer holds.
func values(t *testing.T, x *course.Exchange) []entity {
	t.Helper()
	if x.Status != 200 {
		t.Fatalf("status %d %s: %s", x.Status, x.Code, x.Message)
	}
	var page struct{ Value []entity }
	if err := json.Unmarshal([]byte(x.Body), &page); err != nil {
		t.Fatal(err)
	}
	return page.Value
}

// count returns how many entities satisfy a condition.
func count(all []entity, is func(entity) bool) int {
	n := 0
	for _, e := range all {
		if is(e) {
			n++
		}
	}
	return n
}

// invariant is a number that pages rely on.
type invariant struct {
	name string
	is   func(entity) bool
	want int
}

func prove(t *testing.T, all []entity, invariants []invariant) {
	t.Helper()
	for _, i := range invariants {
		t.Run(i.name, func(t *testing.T) {
			if n := count(all, i.is); n != i.want {
				t.Errorf("%d entities, want %d", n, i.want)
			}
		})
	}
}

// unique fails if two entities share a value; "" does not count.
func unique(t *testing.T, what string, all []entity, of func(entity) string) {
	t.Helper()
	seen := map[string]string{}
	for _, e := range all {
		v := of(e)
		if v == "" {
			continue
		}
		if other := seen[v]; other != "" {
			t.Errorf("%s %s: both %s and %s have it", what, v, other, e.key())
		}
		seen[v] = e.key()
	}
}

func inDept(name string) func(entity) bool {
	return func(e entity) bool { return e.dept() == name && e.person() }
}

func between(low, high string) func(entity) bool {
	return func(e entity) bool { return e.sales() && e.last() >= low && e.last() < high }
}

func is(key, first, last, email string) func(entity) bool {
	return func(e entity) bool {
		return e.key() == key && e.text("FirstName") == first && e.last() == last && e.text("Email") == email
	}
}

func called(last string, ids ...string) func(entity) bool {
	return func(e entity) bool {
		return e.last() == last && (len(ids) == 0 || slices.Contains(ids, e.id()))
	}
}

func both(a, b func(entity) bool) func(entity) bool {
	return func(e entity) bool { return a(e) && b(e) }
}

func numbered(low, high string) func(entity) bool {
	return func(e entity) bool { return e.person() && e.id() >= low && e.id() <= high }
}

func aged(low, high int) func(entity) bool {
	return func(e entity) bool { return e.person() && e.age() >= low && e.age() <= high }
}

// staff are the invariants of the staff, whatever its keys are.
var staff = []invariant{
	{"engineering-has-400", inDept("Engineering"), 400},
	{"marketing-has-153", inDept("Marketing"), 153},
	{"sales-has-200", inDept("Sales"), 200},
	{"support-has-247", inDept("Support"), 247},
	{"every-number-has-six-digits", func(e entity) bool { return e.person() && len(e.id()) == 6 }, 1000},
	{"sales-has-40-early-numbers", both(inDept("Sales"), numbered("000100", "000199")), 40},
	{"nobody-else-has-a-number-below-200", numbered("000000", "000199"), 40},
	{"nobody-has-number-152", numbered("000152", "000152"), 0},
	{"eight-joneses-in-all", called("Jones"), 8},
	{"three-joneses-in-sales", both(inDept("Sales"), called("Jones", "000123", "000187", "000223")), 3},
	{"one-jones-in-marketing", both(inDept("Marketing"), called("Jones", "000287")), 1},
	{"three-joneses-in-engineering", both(inDept("Engineering"), called("Jones")), 3},
	{"one-jones-in-support", both(inDept("Support"), called("Jones")), 1},
	{"two-smiths-in-sales", both(inDept("Sales"), called("Smith", "000141", "000166")), 2},
	{"nobody-else-is-called-smith", called("Smith"), 2},
	{"seven-addresses-of-sales-begin-with-a", both(inDept("Sales"), func(e entity) bool {
		return strings.HasPrefix(e.text("Email"), "a")
	}), 7},
	{"seven-of-sales-are-64-or-older", both(inDept("Sales"), aged(64, 99)), 7},
	{"they-have-early-numbers", both(numbered("000100", "000199"), aged(64, 99)), 7},
	{"three-in-all-are-66-or-older", aged(66, 99), 3},
	{"two-of-them-in-support", both(inDept("Support"), aged(66, 99)), 2},
	{"one-of-them-in-sales", both(inDept("Sales"), aged(66, 99)), 1},
	{"sales-has-18-names-with-s", between("S", "T"), 18},
	{"sales-has-12-names-with-b", between("B", "C"), 12},
	{"sales-has-37-names-from-b-to-e", between("B", "F"), 37},
	{"sales-has-one-oneil", both(inDept("Sales"), called("O'Neil", "000158")), 1},
	{"everybody-is-of-working-age", aged(22, 66), 1000},
}

// TestStaffByNumber proves what pages say about the table Employees.
func TestStaffByNumber(t *testing.T) {
	t.Parallel()
	all := entities(t, "hr", "Employees")
	prove(t, all, append(slices.Clone(staff), []invariant{
		{"1004-entities", func(entity) bool { return true }, 1004},
		{"four-departments", func(e entity) bool { return e.text("RowKey") == "Department" }, 4},
		{"ann-weiss-leads-sales", is("Sales/000104", "Ann", "Weiss", "weissa@contoso.com"), 1},
		{"ana-jones", is("Sales/000123", "Ana", "Jones", "jonesa@contoso.com"), 1},
		{"tom-jones", is("Sales/000187", "Tom", "Jones", "jonest@contoso.com"), 1},
		{"jim-jones", is("Sales/000223", "Jim", "Jones", "jonesj@contoso.com"), 1},
	}...))
	unique(t, "number", all, func(e entity) string {
		if !e.person() {
			return ""
		}
		return e.id()
	})
	unique(t, "address", all, func(e entity) string { return e.text("Email") })
	unique(t, "name", all, func(e entity) string {
		return strings.TrimSpace(e.dept() + " " + e.text("FirstName") + " " + e.last())
	})
	departments(t, all)
}

// departments compares what each department says about itself with the people in it.
func departments(t *testing.T, all []entity) {
	t.Helper()
	for _, d := range all {
		if d.person() {
			continue
		}
		if n := count(all, inDept(d.dept())); d["EmployeeCount"] != float64(n) {
			t.Errorf("department %s: EmployeeCount = %v, want %d", d.dept(), d["EmployeeCount"], n)
		}
		if n := count(all, func(e entity) bool { return e.key() == d.dept()+"/"+d.text("ManagerID") }); n != 1 {
			t.Errorf("department %s: no employee has the ManagerID %s", d.dept(), d.text("ManagerID"))
		}
	}
}

// TestStaffByName proves that EmployeesByName holds the people of Employees, under other keys.
func TestStaffByName(t *testing.T) {
	t.Parallel()
	byName := entities(t, "names", "EmployeesByName")
	everything := invariant{"1000-entities", func(entity) bool { return true }, 1000}
	prove(t, byName, append(slices.Clone(staff), everything))
	people := map[string]entity{}
	for _, e := range entities(t, "hr", "Employees") {
		people[e.dept()+"/"+e.last()+"_"+e.id()] = e
	}
	for _, e := range byName {
		other := people[e.key()]
		for _, p := range []string{"FirstName", "LastName", "Age", "Email"} {
			if e[p] != other[p] {
				t.Errorf("%s: %s = %v, want %v as in Employees", e.key(), p, e[p], other[p])
			}
		}
	}
}

// TestShortNumbers proves what pages say about the table EmployeesShort.
func TestShortNumbers(t *testing.T) {
	t.Parallel()
	all := entities(t, "short", "EmployeesShort")
	prove(t, all, []invariant{
		{"30-entities", func(e entity) bool { return e.dept() == "Sales" }, 30},
		{"the-numbers-of-the-guide", func(e entity) bool {
			return slices.Contains([]string{"2", "10", "121", "212", "322"}, e.id())
		}, 5},
		{"no-number-is-padded", func(e entity) bool { return strings.HasPrefix(e.id(), "0") }, 0},
		{"nobody-has-number-999", func(e entity) bool { return e.id() == "999" }, 0},
	})
	unique(t, "address", all, func(e entity) string { return e.text("Email") })
}

// TestIntroductoryTable proves what pages say about the table EmployeesIntro, the times included.
func TestIntroductoryTable(t *testing.T) {
	t.Parallel()
	all := entities(t, "intro", "EmployeesIntro")
	var keys []string
	for _, e := range all {
		keys = append(keys, e.key())
	}
	want := []string{"Marketing/00001", "Marketing/00002", "Marketing/Department", "Sales/00010"}
	if !slices.Equal(keys, want) {
		t.Fatalf("keys = %s, want %s", keys, want)
	}
	prove(t, all, []invariant{
		{"don-hall-34", is("Marketing/00001", "Don", "Hall", "donh@contoso.com"), 1},
		{"jun-cao-47", is("Marketing/00002", "Jun", "Cao", "junc@contoso.com"), 1},
		{"ken-kwok-23", is("Sales/00010", "Ken", "Kwok", "kenk@contoso.com"), 1},
		{"ages", func(e entity) bool { return slices.Contains([]int{34, 47, 23}, e.age()) }, 3},
		{"the-department-counts-153", func(e entity) bool {
			return e.text("DepartmentName") == "Marketing" && e["EmployeeCount"] == 153.0
		}, 1},
	})
	for i, want := range []time.Duration{2 * time.Second, 4 * time.Second, 0, 14 * time.Second} {
		if got := stamp(t, all[i]).Sub(stamp(t, all[2])).Round(time.Second); got != want {
			t.Errorf("%s: written %v after the department, want %v", all[i].key(), got, want)
		}
	}
}

func stamp(t *testing.T, e entity) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, fmt.Sprint(e["Timestamp"]))
	if err != nil {
		t.Fatal(err)
	}
	return at
}
