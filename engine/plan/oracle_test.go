package plan_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// sheets are the names of all sheets of testdata.
func sheets(t testing.TB) []string {
	t.Helper()
	var names []string
	for _, dir := range []string{"", "patterns/"} {
		paths, err := filepath.Glob("testdata/" + dir + "*.http")
		if err != nil || len(paths) == 0 {
			t.Fatal(paths, err)
		}
		for _, p := range paths {
			names = append(names, dir+strings.TrimSuffix(filepath.Base(p), ".http"))
		}
	}
	return names
}

func load(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".http")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// judged returns how the designs of a sheet of testdata do, by their names.
func judged(t testing.TB, name string) map[string]plan.DesignReport {
	t.Helper()
	all := map[string]plan.DesignReport{}
	for _, d := range plan.Judge(parse(t, load(t, name))) {
		all[d.Name] = d
	}
	return all
}

func question(t testing.TB, d plan.DesignReport, name string) plan.QuestionReport {
	t.Helper()
	for _, q := range d.Questions {
		if q.Name == name {
			return q
		}
	}
	t.Fatalf("there is no question %q in %q", name, d.Name)
	return plan.QuestionReport{}
}

// three are the typical number, the one of 99 of 100 calls, and the largest; a negative one is not looked at.
type three [3]float64

func (want three) of(t *testing.T, what string, s figure.Spread) {
	t.Helper()
	got := three{s.Typical.V, s.Often.V, s.Largest.V}
	for i := range got {
		if want[i] >= 0 && !(math.Abs(got[i]-want[i]) <= 0.005*want[i]) {
			t.Errorf("%s = %v, want %v", what, got, want)
			return
		}
	}
}

func all(n float64) three { return three{n, n, n} }

// The numbers of section 4 of the workbench: the expected designs, and the wrong ones with what they cost.
func TestTheQuestionsOfTheArchetypesCostWhatTheirPagesSay(t *testing.T) {
	for _, c := range []struct {
		sheet, design, ask, class    string
		read, requests, trips, pages three
		met                          bool
	}{
		{"sensor-readings", "Newest first and a table a day", "last hour", "rowRange", all(104.2), three{1.042, 2, 2}, all(1),
			all(1), true},
		{"sensor-readings", "Newest first and a table a day", "latest", "partitionScan", all(1), three{1, 1, 2},
			three{1, 1, 2}, all(1), true},
		{"sensor-readings", "Newest first and a table a day", "day", "rowRange", all(2500), all(3), all(3), all(3), true},
		{"sensor-readings", "Newest first and a table a day", "devices of a customer", "partitionScan", three{50, 50, 1000},
			all(1), all(1), all(1), true},
		{"sensor-readings", "Hour in the PartitionKey", "last hour", "rowRange", all(104.2), all(2), all(1), all(1), true},
		{"sensor-readings", "Hour in the PartitionKey", "latest", "rowRange", all(1), three{1.01, 1, 2}, three{1.01, 1, 2},
			all(1), true},
		{"sensor-readings", "Hour in the PartitionKey", "day", "rowRange", all(2500), all(24), all(1), all(1), true},
		{"sensor-readings", "One table oldest first", "last hour", "rowRange", all(104.2), all(1), all(1), all(1), true},
		{"sensor-readings", "One table oldest first", "latest", "partitionScan", all(225_000), all(225), all(225), all(225),
			false},
		{"sensor-readings", "One table oldest first", "day", "rowRange", all(2500), all(3), all(3), all(3), true},

		{"shop-orders", "By customer and newest first", "order", "rowRange", all(4), all(2), all(1), all(1), true},
		{"shop-orders", "By customer and newest first", "newest ten", "rowRange", all(10), all(1), all(1), all(1), true},
		{"shop-orders", "By customer and newest first", "by number", "point", all(2), all(2), all(2), all(1), true},
		{"shop-orders", "By customer and newest first", "who bought", "rowRange", three{270, 270, 27_000}, three{1, 1, 27},
			three{1, 1, 27}, three{1, 1, 27}, true},
		{"shop-orders", "By customer and newest first", "open", "partitionScan", all(100), all(1), all(1), all(1), true},
		{"shop-orders", "Status in the PartitionKey", "newest ten", "tableScan", all(58.4e6), all(584), all(584), all(584),
			false},
		{"shop-orders", "Number in the PartitionKey", "order", "rowRange", all(4), all(2), all(1), all(1), true},
		{"shop-orders", "Number in the PartitionKey", "by number", "point", all(1), all(1), all(1), all(1), true},
		{"shop-orders", "Number in the PartitionKey", "newest ten", "tableScan", all(58.4e6), all(584), all(584), all(584),
			false},
		{"shop-orders", "Lines between the orders", "newest ten", "partitionScan", all(40), all(4), all(4), all(4), false},

		{"chat", "Messages below their room", "newest 50", "rowRange", all(50), all(1), all(1), all(1), true},
		{"chat", "Messages below their room", "older 50", "rowRange", all(50), all(1), all(1), all(1), true},
		{"chat", "Messages below their room", "my rooms with last message", "partitionScan", all(30), all(16), all(2), all(1),
			true},
		{"chat", "Messages below their room", "members", "partitionScan", three{30, 30, 10_000}, three{1, 1, 10},
			three{1, 1, 10}, three{1, 1, 10}, true},
		{"chat", "Oldest message first", "newest 50", "partitionScan", three{146_000, 146_000, 36.5e6},
			three{146, 146, 36_500}, three{146, 146, 36_500}, three{146, 146, 36_500}, false},
		{"chat", "Last message in each membership", "my rooms with last message", "partitionScan", all(15), all(1), all(1),
			all(1), true},

		{"audit-log", "Tenant and hour", "tenant hour", "partitionScan", three{625, 625, 250_000}, three{1, 1, 250},
			three{1, 1, 250}, three{1, 1, 250}, true},
		{"audit-log", "Tenant and hour", "actor day", "rowRange", all(300), all(24), all(1), all(1), true},
		{"audit-log", "Tenant and hour", "one", "point", all(1), all(1), all(1), all(1), true},
		{"audit-log", "Tenant and hour", "export", "tableScan", all(30e6), all(30_000), all(30_000), all(30_000), true},
		{"audit-log", "Tenant", "actor day", "rowRange", all(300), all(1), all(1), all(1), true},
		{"audit-log", "Tenant", "tenant hour", "partitionScan", three{15_000, 15_000, 6e6}, three{15, 15, 6000},
			three{15, 15, 6000}, three{15, 15, 6000}, false},
		{"audit-log", "One table newest first", "actor day", "rowRange", three{15_000, 15_000, 6e6}, three{1, 1, 60},
			three{1, 1, 60}, three{1, 1, 60}, false},

		{"multi-tenant-saas", "Tenant and folder", "document", "point", all(1), all(1), all(1), all(1), true},
		{"multi-tenant-saas", "Tenant and folder", "folder by name", "rowRange", three{200, 101, 200}, all(1), all(1), all(1),
			true},
		{"multi-tenant-saas", "Tenant and folder", "by external key", "point", all(2), all(2), all(2), all(1), true},
		{"multi-tenant-saas", "Sixteen buckets", "folder by name", "rowRange", three{420, 101, 3200}, all(16), all(1), all(1),
			true},

		{"leaderboard", "By player with a ready answer", "top", "point", all(1), all(1), all(1), all(1), true},
		{"leaderboard", "By player with a ready answer", "mine", "point", all(1), all(1), all(1), all(1), true},
		{"leaderboard", "By player without one", "top", "partitionScan", all(200), all(2), all(1), all(1), false},
		{"leaderboard", "Eight buckets", "top", "partitionScan", all(800), all(8), all(1), all(1), false},
		{"leaderboard", "Board and week", "top", "partitionScan", three{250_000, 1.5e6, 1.5e6}, three{250, 1500, 1500},
			three{250, 1500, 1500}, three{250, 1500, 1500}, false},
		{"leaderboard", "Scores alone", "mine", "partitionScan", three{250_000, 1.5e6, 1.5e6}, three{250, 1500, 1500},
			three{250, 1500, 1500}, three{250, 1500, 1500}, false},

		{"patterns/intra-partition-index", "Near copy", "by id", "point", all(1), all(1), all(1), all(1), true},
		{"patterns/intra-partition-index", "Near copy", "by mail", "point", all(1), all(1), all(1), all(1), true},
		{"patterns/intra-partition-index", "Near copy", "mails in order", "rowRange", all(1000), all(2), all(2), all(2),
			true},
		{"patterns/intra-partition-index", "Number alone", "by mail", "partitionScan", all(1000), all(1), all(1), all(1),
			false},
		{"patterns/inter-partition-index", "Far copy", "by mail", "point", all(1), all(1), all(1), all(1), true},
		{"patterns/index-entities", "List of a name", "ids of a name", "point", all(1), all(1), all(1), all(1), true},
		{"patterns/index-entities", "Near copy of a name", "ids of a name", "rowRange", all(40), all(1), all(1), all(1),
			false},
		{"patterns/compound-key", "Reviews below their employee", "one review", "point", all(1), all(1), all(1), all(1),
			true},
		{"patterns/compound-key", "Reviews below their employee", "all reviews", "rowRange", all(6), all(2), all(1), all(1),
			true},
		{"patterns/denormalization", "Manager in the department", "with manager", "point", all(1), all(1), all(1), all(1),
			true},
		{"patterns/denormalization", "Manager apart", "with manager", "point", all(2), all(2), all(2), all(1), false},
		{"patterns/data-series", "A day in one entity", "day", "point", all(1), all(1), all(1), all(1), true},
		{"patterns/data-series", "A count in one entity", "day", "rowRange", all(24), all(1), all(1), all(1), false},
		{"patterns/wide-entities", "Parts", "year", "point", all(2), all(2), all(1), all(1), true},
		{"patterns/large-entities", "Photo in a blob", "one", "point", all(1), all(2), all(2), all(1), true},
		{"patterns/log-tail", "Newest first", "newest ten", "partitionScan", all(10), all(1), all(1), all(1), true},
		{"patterns/log-tail", "Oldest first", "newest ten", "partitionScan", all(2500), all(3), all(3), all(3), false},
		{"patterns/high-volume-delete", "A table a day", "of a user", "rowRange", all(50), all(2), all(1), all(1), true},
		{"patterns/prepend-append", "Employee first", "today", "rowRange", all(43_200), all(44), all(44), all(44), true},
		{"patterns/log-data", "Log blobs", "errors", "blob", all(0), all(9), all(2), all(1), true},
		{"patterns/log-data", "Source and hour", "errors", "tableScan", all(10.37e9), all(103_680), all(103_680),
			all(103_680), false},
	} {
		t.Run(c.sheet+"/"+c.design+"/"+c.ask, func(t *testing.T) {
			d, ok := judged(t, c.sheet)[c.design]
			if !ok || !d.Valid {
				t.Fatalf("%+v", d.Problems)
			}
			q := question(t, d, c.ask)
			if q.Class != c.class {
				t.Errorf("class = %s, want %s", q.Class, c.class)
			}
			c.read.of(t, "read", q.Read)
			c.requests.of(t, "requests", q.Requests)
			c.trips.of(t, "round trips", q.RoundTrips)
			c.pages.of(t, "pages", q.Pages)
			if q.Met != c.met {
				t.Errorf("budget met = %v: %+v", q.Met, q.Budget)
			}
		})
	}
}

func TestTheStoresOfTheArchetypesHaveTheirSize(t *testing.T) {
	for _, c := range []struct {
		sheet, design            string
		store                    int
		entities, each, gib, tab float64
	}{
		{"sensor-readings", "Newest first and a table a day", 0, 4.5e9, 144, 603.5, 91},
		{"shop-orders", "By customer and newest first", 2, 40_000, -1, -1, 1},
		{"audit-log", "Tenant and hour", 0, 12e9, -1, -1, 401},
		{"leaderboard", "By player with a ready answer", 2, 160, -1, -1, 1},
	} {
		t.Run(c.sheet, func(t *testing.T) {
			st := judged(t, c.sheet)[c.design].Stores[c.store]
			for what, n := range map[string][2]float64{"entities": {st.Entities.V, c.entities},
				"bytes of one": {st.EachBytes, c.each},
				"GiB":          {st.Bytes.V / (1 << 30), c.gib}, "tables": {st.Tables, c.tab}} {
				if n[1] >= 0 && math.Abs(n[0]-n[1]) > 0.002*n[1] {
					t.Errorf("%s = %v, want %v", what, n[0], n[1])
				}
			}
		})
	}
}

// Section 4.4: the actor's day is in 1,440 partitions, too many for a list; and 4.1, the devices are in none.
func TestManyPeriodsAreARangeOfPartitions(t *testing.T) {
	q := question(t, judged(t, "audit-log")["Minute"], "actor day")
	if q.Partitions != ask.Range || q.Class != "partitionRange" || q.Read.Typical.V != 30e6 || q.Met {
		t.Errorf("%+v", q)
	}
}

// Every store of the sheets of testdata is written as it is read, and every sheet as well.
func TestSheetsAndStoresOfTestdataAreWrittenAsTheyAreRead(t *testing.T) {
	for _, name := range sheets(t) {
		text := load(t, name)
		s := parse(t, text)
		if got := sheet.Write(s); got != text {
			t.Errorf("%s is written\n%s", name, got)
		}
		for i := range s.Designs {
			for j, st := range keys.Parse(plan.NewModel(s).Facts, &s.Designs[i]).Stores {
				want := s.Designs[i].Stores[j]
				if got := st.Write(s); got != want && got != strings.Replace(want, " | of "+s.Kinds[0].Name, "", 1) {
					t.Errorf("%s: %q is written %q", name, want, got)
				}
			}
		}
	}
}

// What breaks a rule in the wrong designs, and in a list of the orders of an item (section 4.2).
func TestProblemsOfTheArchetypesAreNamed(t *testing.T) {
	for _, c := range []struct {
		sheet, design string
		code          keys.ProblemCode
		valid         bool
	}{
		{"chat", "Oldest message first", keys.NotTogether, true},
		{"multi-tenant-saas", "Sixteen buckets", keys.NotTogether, true},
		{"patterns/eventually-consistent-transactions", "Two tables", keys.NotTogether, true},
		{"patterns/large-entities", "Photo in a property", keys.ValueTooLarge, false},
	} {
		t.Run(c.sheet, func(t *testing.T) {
			d := judged(t, c.sheet)[c.design]
			if !slices.ContainsFunc(d.Problems, func(p keys.Problem) bool { return p.Code == c.code }) || d.Valid != c.valid {
				t.Errorf("valid %v, %+v", d.Valid, d.Problems)
			}
		})
	}
	s := parse(t, load(t, "shop-orders"))
	d := s.Designs[0]
	d.Stores = append(slices.Clone(d.Stores), "{item} | lines | ItemLists | of line | list")
	r := plan.NewModel(s).Judge(keys.Parse(plan.NewModel(s).Facts, &d))
	if len(r.Problems) != 1 || r.Problems[0].Code != keys.ListTooLong || r.Problems[0].Store != 5 {
		t.Errorf("%+v", r.Problems)
	}
}
