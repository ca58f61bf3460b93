package table_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/table"
)

// staff fills a table with three partitions of four rows: row 3 of each is 40 years old, the others
// are 10, 20 and 30. Row 4 has no age.
func staff(t testing.TB, tab table.Table) {
	t.Helper()
	for _, pk := range []string{"Engineering", "Marketing", "Sales"} {
		for i := range 3 {
			add(t, tab, entity(pk, strconv.Itoa(i+1), "Name", pk+strconv.Itoa(i+1), "Age", 10*(i+1+i/2)))
		}
		add(t, tab, entity(pk, "4", "Name", pk+"4"))
	}
}

// ENG-I2: what no key bounds is walked and counted. ENG-Q10: the record tells entities read and
// returned, partitions, and from where to where.
func TestQueriesReadTheirIntervalAndNothingElse(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	staff(t, tab)
	for _, c := range []struct {
		filter           string
		want             string
		read, partitions int
		first, last      string
	}{
		{"PartitionKey eq 'Sales' and RowKey eq '2'", "Sales/2", 1, 1, "Sales/2", "Sales/2"},
		{"PartitionKey eq 'Sales' and RowKey eq '9'", "", 0, 0, "", ""},
		{"PartitionKey eq 'Sales' and RowKey eq '2' and Age gt 30", "", 1, 1, "Sales/2", "Sales/2"},
		{"PartitionKey eq 'Sales' and RowKey ge '2' and RowKey lt '4'", "Sales/2 Sales/3", 2, 1, "Sales/2", "Sales/3"},
		{"PartitionKey eq 'Sales' and RowKey gt '2'", "Sales/3 Sales/4", 2, 1, "Sales/3", "Sales/4"},
		{"PartitionKey eq 'Sales' and Age eq 40", "Sales/3", 4, 1, "Sales/1", "Sales/4"},
		{"PartitionKey eq 'Sales' and (RowKey eq '1' or RowKey eq '3')", "Sales/1 Sales/3", 4, 1, "Sales/1", "Sales/4"},
		{"PartitionKey gt 'Engineering' and Age lt 20", "Marketing/1 Sales/1", 8, 2, "Marketing/1", "Sales/4"},
		{"PartitionKey lt 'Marketing'", "Engineering/1 Engineering/2 Engineering/3 Engineering/4",
			4, 1, "Engineering/1", "Engineering/4"},
		{"RowKey eq '2'", "Engineering/2 Marketing/2 Sales/2", 12, 3, "Engineering/1", "Sales/4"},
		{"Age ne 10 and Age lt 40", "Engineering/2 Marketing/2 Sales/2", 12, 3, "Engineering/1", "Sales/4"},
		{"not (Age ge 0)", "Engineering/4 Marketing/4 Sales/4", 12, 3, "Engineering/1", "Sales/4"},
		{"Age gt '30'", "", 12, 3, "Engineering/1", "Sales/4"},
		{"PartitionKey eq 'Sales' and PartitionKey eq 'Marketing'", "", 0, 0, "", ""},
		{"false", "", 0, 0, "", ""},
	} {
		t.Run(c.filter, func(t *testing.T) {
			ctx, rec := recorded()
			page, err := tab.ListEntities(ctx, table.Query{Filter: filter(t, c.filter), Top: -1})
			if err != nil || page.Next != nil {
				t.Fatalf("ListEntities: next = %v, %v", page.Next, err)
			}
			if got := keys(page.Rows); got != c.want {
				t.Errorf("ListEntities = %q, want %q", got, c.want)
			}
			if rec.Read != c.read || rec.Partitions != c.partitions || rec.Returned != len(page.Rows) {
				t.Errorf("record: read %d, partitions %d, returned %d, want %d, %d, %d",
					rec.Read, rec.Partitions, rec.Returned, c.read, c.partitions, len(page.Rows))
			}
			if got := at(rec.First) + " " + at(rec.Last); got != c.first+" "+c.last {
				t.Errorf("record: first and last = %s, want %s %s", got, c.first, c.last)
			}
			want := describe(table.PlanOf(filter(t, c.filter)))
			if got := describe(*rec.Plan); rec.Table != "abc" || got != want {
				t.Errorf("record: table %s, plan\n%s, want abc,\n%s", rec.Table, got, want)
			}
		})
	}
}

func at(k *explain.Key) string {
	if k == nil {
		return ""
	}
	return k.Partition + "/" + k.Row
}

// ENG-Q7: a page ends after the entities asked for, when its time is up, or with a partition; it may
// be empty, and the pages together are everything. ENG-Q5: $top is the size of a page.
func TestPages(t *testing.T) {
	all := "Engineering/1 Engineering/2 Engineering/3 Engineering/4 " +
		"Marketing/1 Marketing/2 Marketing/3 Marketing/4 Sales/1 Sales/2 Sales/3 Sales/4"
	sales := all[strings.Index(all, "Sales/1"):]
	for _, c := range []struct {
		name    string
		options table.Options
		filter  string
		top     int
		want    string // pages, each behind its bar; tokens in brackets
	}{
		{"everything", table.Options{}, "", -1, all},
		{"top-that-fits-exactly-has-no-token", table.Options{}, "", 12, all},
		{"top-that-fits-a-range-exactly-has-no-token", table.Options{}, "PartitionKey eq 'Sales'", 4, sales},
		{"top-zero-is-an-empty-page", table.Options{}, "", 0, ""},
		{"top", table.Options{}, "PartitionKey eq 'Sales'", 3, "Sales/1 Sales/2 Sales/3 [Sales/4] Sales/4"},
		{"top-with-a-filter-on-a-property", table.Options{}, "Age eq 40", 2,
			"Engineering/3 Marketing/3 [Marketing/4] Sales/3"},
		{"top-and-a-last-page-without-results", table.Options{}, "Age eq 40", 3,
			"Engineering/3 Marketing/3 Sales/3 [Sales/4]"},
		{"point", table.Options{}, "PartitionKey eq 'Sales' and RowKey eq '2'", 1, "Sales/2"},
		{"time-is-up", table.Options{PageReads: 5}, "Age eq 40", -1,
			"Engineering/3 [Marketing/2] Marketing/3 [Sales/3] Sales/3"},
		{"time-is-up-on-empty-pages", table.Options{PageReads: 4}, "Name eq 'Sales1'", -1,
			"[Marketing/1] [Sales/1] Sales/1"},
		{"time-is-up-with-the-interval", table.Options{PageReads: 12}, "Name eq 'Sales1'", -1, "Sales/1"},
		{"partitions", table.Options{PartitionBoundary: true}, "Age eq 40", -1,
			"Engineering/3 [Marketing/] Marketing/3 [Sales/] Sales/3"},
		{"partitions-and-empty-pages", table.Options{PartitionBoundary: true}, "Name eq 'Sales1'", -1,
			"[Marketing/] [Sales/] Sales/1"},
		{"partitions-and-top-in-the-middle", table.Options{PartitionBoundary: true}, "RowKey lt '4'", 2,
			"Engineering/1 Engineering/2 [Engineering/3] Engineering/3 [Marketing/] Marketing/1 Marketing/2 " +
				"[Marketing/3] Marketing/3 [Sales/] Sales/1 Sales/2 [Sales/3] Sales/3"},
		{"partitions-and-top-at-the-border", table.Options{PartitionBoundary: true}, "PartitionKey le 'Marketing'", 4,
			strings.Replace(all[:strings.Index(all, " Sales")], " Marketing/1", " [Marketing/] Marketing/1", 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := open(t, c.options).create(t, "abc")
			staff(t, tab)
			var got []string
			q := table.Query{Filter: filter(t, c.filter), Top: c.top}
			for {
				page, err := tab.ListEntities(ctx, q)
				if err != nil {
					t.Fatal(err)
				}
				if len(page.Rows) > 0 {
					got = append(got, keys(page.Rows))
				}
				if page.Next == nil {
					break
				}
				got = append(got, "["+at(page.Next)+"]")
				q.Next = page.Next
			}
			if g := strings.Join(got, " "); g != c.want {
				t.Errorf("pages = %s\nwant    %s", g, c.want)
			}
		})
	}
}

// ENG-Q7: a page ends after a thousand. ENG-Q5: nobody can ask for more.
func TestPageEndsAtAThousandEntities(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	for i := range 1001 {
		add(t, tab, entity("p", fmt.Sprintf("%04d", i)))
	}
	page, err := tab.ListEntities(ctx, table.Query{Top: -1})
	if err != nil || len(page.Rows) != 1000 || at(page.Next) != "p/1000" {
		t.Errorf("ListEntities = %d rows, next %s, %v", len(page.Rows), at(page.Next), err)
	}
	for _, top := range []int{-2, 1001} {
		if _, err := tab.ListEntities(ctx, table.Query{Top: top}); failure(err) != "InvalidInput" {
			t.Errorf("ListEntities with $top=%d: %v, want InvalidInput", top, err)
		}
	}
}

func TestTokenOutsideOfTheIntervalDoesNotWidenIt(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	staff(t, tab)
	for _, c := range []struct{ filter, pk, rk, want string }{
		{"PartitionKey eq 'Marketing' and RowKey ge '3'", "Engineering", "1", "Marketing/3 Marketing/4"},
		{"PartitionKey eq 'Marketing'", "Sales", "1", ""},
		{"PartitionKey eq 'Marketing' and RowKey eq '3'", "Marketing", "3", "Marketing/3"},
		{"PartitionKey eq 'Marketing' and RowKey eq '3'", "Marketing", "4", ""},
		{"PartitionKey eq 'Marketing' and RowKey eq '3'", "Marketing", "", "Marketing/3"},
	} {
		q := table.Query{Filter: filter(t, c.filter), Top: -1, Next: &explain.Key{Partition: c.pk, Row: c.rk}}
		page, err := tab.ListEntities(ctx, q)
		if got := keys(page.Rows); err != nil || got != c.want {
			t.Errorf("%s from %s/%s = %q, %v, want %q", c.filter, c.pk, c.rk, got, err, c.want)
		}
	}
}

// ENG-I1, ENG-Q6: one order, that of the keys as texts.
func TestKeysSortByUTF16(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	ascending := []string{"", " ", "10", "9", "A", "Z", "_", "a", "é", "한", "\U0001F600", "\ue000", "\uffff"}
	for _, rk := range ascending {
		add(t, tab, entity("p", rk))
	}
	for i, low := range ascending {
		x := filter(t, "PartitionKey eq 'p' and RowKey gt '"+low+"'")
		page, err := tab.ListEntities(ctx, table.Query{Filter: x, Top: -1})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, rk := range ascending[i+1:] {
			want = append(want, "p/"+rk)
		}
		if got := keys(page.Rows); got != strings.Join(want, " ") {
			t.Errorf("RowKey gt %q = %q, want %q", low, got, want)
		}
	}
}

func TestGetEntityIsRecordedAsAPointQuery(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "Abc")
	add(t, tab, entity("p", "r", "a", 1))
	for rk, read := range map[string]int{"r": 1, "gone": 0} {
		ctx, rec := recorded()
		_, err := tab.GetEntity(ctx, "p", rk)
		if (err == nil) != (read == 1) {
			t.Errorf("GetEntity(%s): %v", rk, err)
		}
		if rec.Plan == nil || rec.Plan.Class != explain.Point ||
			rec.Plan.Whole().Used != "PartitionKey eq 'p' and RowKey eq '"+rk+"'" {
			t.Errorf("GetEntity(%s): plan = %v", rk, rec.Plan)
		}
		if rec.Table != "Abc" || rec.Read != read || rec.Returned != read || rec.Partitions != read || len(rec.Keys) != read {
			t.Errorf("GetEntity(%s): record = %+v", rk, rec)
		}
	}
}

func TestWritesAreRecorded(t *testing.T) {
	s := open(t, table.Options{})
	ctx, rec := recorded()
	tab := s.Table("acct", "Abc")
	steps := []error{tab.Create(ctx)}
	_, err := tab.AddEntity(ctx, entity("p", "1", "b", 1))
	steps = append(steps, err)
	_, err = tab.SubmitTransaction(ctx, []table.Action{
		{Verb: table.Upsert, Mode: table.Merge, Entity: entity("p", "1", "a", 2)},
		{Verb: table.Upsert, Mode: table.Replace, Entity: entity("p", "2")},
	})
	steps = append(steps, err)
	_, err = tab.UpdateEntity(ctx, entity("p", "2", "c", 3), table.Replace, table.Any)
	steps = append(steps, err, tab.DeleteEntity(ctx, "p", "1", table.Any), tab.Delete(ctx))
	for _, err := range steps {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"createTable / from - to -", "insert p/1 from - to p/1 b=1", "merge p/1 from p/1 b=1 to p/1 a=2 b=1",
		"insert p/2 from - to p/2", "replace p/2 from p/2 to p/2 c=3", "delete p/1 from p/1 a=2 b=1 to -",
		"deleteTable / from - to -",
	}
	var got []string
	for _, c := range rec.Changes {
		got = append(got, fmt.Sprintf("%s %s from %s to %s", c.Kind, at(&c.Key), rowText(t, c.Before), rowText(t, c.After)))
		if c.Table != "Abc" {
			t.Errorf("a change is of table %s", c.Table)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("changes = %q\nwant      %q", got, want)
	}
	if rec.Read != 0 || rec.Plan != nil {
		t.Errorf("record of writes: read %d, plan %v", rec.Read, rec.Plan)
	}
}

func rowText(t testing.TB, row string) string {
	t.Helper()
	if row == "" {
		return "-"
	}
	e, err := edm.Row(row).Decode()
	if err != nil {
		t.Fatal(err)
	}
	return text(e)
}

func TestTransactionThatFailsRecordsNoChange(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	add(t, tab, entity("p", "001"))
	ctx, rec := recorded()
	if _, err := tab.SubmitTransaction(ctx, inserts("p", 2)); failure(err) != "1:EntityAlreadyExists" {
		t.Errorf("SubmitTransaction: %v", err)
	}
	if len(rec.Changes) != 0 {
		t.Errorf("record has %d changes, want none", len(rec.Changes))
	}
}
