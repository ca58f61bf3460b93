package table_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/explain"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

func TestTableNames(t *testing.T) {
	for name, want := range map[string]string{
		"abc":                   "",
		"A1b":                   "",
		strings.Repeat("x", 63): "",
		"ab":                    "OutOfRangeInput",
		"":                      "OutOfRangeInput",
		strings.Repeat("x", 64): "OutOfRangeInput",
		"1abc":                  "InvalidResourceName",
		"a-bc":                  "InvalidResourceName",
		"a_bc":                  "InvalidResourceName",
		"a bc":                  "InvalidResourceName",
		"$MetricsX":             "InvalidResourceName",
		"啊齄丂狛狜":                 "InvalidResourceName",
		"bo\u212a":              "InvalidResourceName", // the Kelvin sign, whose lower case is k
		"tables":                "InvalidInput",
		"Tables":                "InvalidInput",
		"tables1":               "",
	} {
		err := open(t, table.Options{}).Table("acct", name).Create(t.Context())
		if got := failure(err); got != want {
			t.Errorf("Create(%q): %q, want %q", name, got, want)
		}
	}
}

func TestTablesIgnoreLetterCaseAndKeepIt(t *testing.T) {
	s := open(t, table.Options{})
	s.create(t, "People")
	add(t, s.Table("acct", "PEOPLE"), entity("p", "r"))
	if got := failure(s.Table("acct", "people").Create(t.Context())); got != "TableAlreadyExists" {
		t.Errorf("Create(people) beside People: %q", got)
	}
	if _, err := s.Table("acct", "people").GetEntity(t.Context(), "p", "r"); err != nil {
		t.Errorf("GetEntity by another spelling of the table: %v", err)
	}
	info, err := s.Table("acct", "peopLE").Info(t.Context())
	if err != nil || info.Name != "People" || !info.Created.After(epoch) {
		t.Errorf("Info = %v, %v, want People", info, err)
	}
	if got := failure(s.Table("other", "People").Create(t.Context())); got != "" {
		t.Errorf("Create of the same name in another account: %q", got)
	}
}

// errorOf drops what a call returns beside its error.
func errorOf[T any](_ T, err error) error { return err }

func TestRequestsToATableThatIsMissing(t *testing.T) {
	s := open(t, table.Options{})
	ctx, tab := t.Context(), s.Table("acct", "nope")
	one := entity("p", "r")
	calls := map[string]func() error{
		"ResourceNotFound of Delete":     func() error { return tab.Delete(ctx) },
		"ResourceNotFound of Info":       func() error { return errorOf(tab.Info(ctx)) },
		"TableNotFound of AddEntity":     func() error { return errorOf(tab.AddEntity(ctx, one)) },
		"TableNotFound of GetEntity":     func() error { return errorOf(tab.GetEntity(ctx, "p", "r")) },
		"TableNotFound of DeleteEntity":  func() error { return tab.DeleteEntity(ctx, "p", "r", table.Any) },
		"TableNotFound of ListEntities":  func() error { return errorOf(tab.ListEntities(ctx, table.Query{Top: -1})) },
		"TableNotFound of an empty page": func() error { return errorOf(tab.ListEntities(ctx, table.Query{})) },
		"TableNotFound of KeyLine":       func() error { return errorOf(tab.KeyLine(ctx, nil)) },
		"TableNotFound of Partitions":    func() error { return errorOf(tab.Partitions(ctx)) },
		"TableNotFound of Rows":          func() error { _, _, err := tab.Rows(ctx, "p", "", 1); return err },
		"TableNotFound of Policies":      func() error { return errorOf(tab.Policies(ctx)) },
		"TableNotFound of UpsertEntity":  func() error { return errorOf(tab.UpsertEntity(ctx, one, table.Merge)) },
		"TableNotFound of UpdateEntity": func() error {
			return errorOf(tab.UpdateEntity(ctx, one, table.Merge, table.Any))
		},
		"0:TableNotFound of a transaction": func() error { return errorOf(tab.SubmitTransaction(ctx, inserts("p", 2))) },
	}
	for name, call := range calls {
		want, _, _ := strings.Cut(name, " ")
		if got := failure(call()); got != want {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// ENG-A3: one operation deletes a table, however many entities it holds.
func TestDeleteRemovesEverythingInTheTable(t *testing.T) {
	s := open(t, table.Options{})
	tab, other := s.create(t, "abc"), s.create(t, "abcd")
	add(t, tab, entity("p", "1"), entity("q", "2"), entity("\uffff", "\uffff"), entity("", ""))
	add(t, other, entity("p", "1"))
	if err := tab.SetPolicies(t.Context(), "<SignedIdentifiers />"); err != nil {
		t.Fatal(err)
	}
	if err := tab.Delete(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := stored(t, s.db); n != 2 {
		t.Errorf("%d keys are left in the store, want 2: the other table and its entity", n)
	}
	tab = s.create(t, "ABC")
	if page, err := tab.ListEntities(t.Context(), table.Query{Top: -1}); err != nil || len(page.Rows) != 0 {
		t.Errorf("the table made again holds %s, %v", keys(page.Rows), err)
	}
	if text, err := tab.Policies(t.Context()); err != nil || text != "" {
		t.Errorf("the table made again has policies %q, %v", text, err)
	}
}

// stored returns the number of keys in a store.
func stored(t testing.TB, db *store.DB) int {
	t.Helper()
	n := 0
	err := db.View(context.Background(), func(tx *store.Tx) error {
		for range tx.Scan("", "") {
			n++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestDeletedNameIsUnusableForAWhile(t *testing.T) {
	s := open(t, table.Options{DeleteDelay: 40 * time.Second})
	tab := s.create(t, "abc")
	if err := tab.Delete(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		wait time.Duration
		want string
	}{{0, "TableBeingDeleted"}, {39 * time.Second, "TableBeingDeleted"}, {time.Second, ""}, {0, "TableAlreadyExists"}} {
		s.clock.Advance(step.wait)
		if got := failure(tab.Create(t.Context())); got != step.want {
			t.Errorf("Create after %v more: %q, want %q", step.wait, got, step.want)
		}
	}
	if got := failure(s.Table("acct", "abd").Create(t.Context())); got != "" {
		t.Errorf("Create of another name meanwhile: %q", got)
	}
}

// ENG-A2: tables are created, listed and deleted.
func TestListPagesTablesByLowerCasedName(t *testing.T) {
	s := open(t, table.Options{})
	for _, name := range []string{"zebra", "Apple", "apples", "Banana", "cherry"} {
		s.create(t, name)
	}
	if err := s.Table("other", "aaa").Create(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, filter, top, from, want string }{
		{"all", "", "-1", "", "Apple apples Banana cherry zebra"},
		{"first-page", "", "2", "", "Apple apples | banana"},
		{"second-page", "", "2", "banana", "Banana cherry | zebra"},
		{"last-page-is-full-and-has-no-token", "", "1", "zebra", "zebra"},
		{"no-page", "", "0", "", ""},
		{"range", "TableName ge 'ap' and TableName lt 'c'", "-1", "", "Apple apples Banana"},
		{"letter-case-does-not-matter", "TableName eq 'APPLE' or TableName eq 'Zebra'", "-1", "", "Apple zebra"},
		{"token-names-the-next-match", "TableName eq 'apple' or TableName eq 'zebra'", "1", "", "Apple | zebra"},
		{"no-token-without-a-further-match", "TableName le 'apples'", "2", "", "Apple apples"},
		{"another-property-matches-nothing", "Name eq 'apple'", "-1", "", ""},
		{"negation", "not (TableName lt 'CHERRY')", "-1", "", "cherry zebra"},
		{"constant", "true", "-1", "", "Apple apples Banana cherry zebra"},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := table.Query{Filter: filter(t, c.filter)}
			fmt.Sscan(c.top, &q.Top)
			if c.from != "" {
				q.Next = &explain.Key{Partition: c.from}
			}
			tables, next, err := s.List(t.Context(), "acct", q)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, info := range tables {
				got = append(got, info.Name)
			}
			if next != nil {
				got = append(got, "|", strings.ToLower(next.Name))
			}
			if g := strings.Join(got, " "); g != c.want {
				t.Errorf("List = %q, want %q", g, c.want)
			}
		})
	}
}

func TestListEndsAPageAtAThousandTables(t *testing.T) {
	s := open(t, table.Options{})
	for i := range 1001 {
		s.create(t, fmt.Sprintf("t%04d", i))
	}
	tables, next, err := s.List(t.Context(), "acct", table.Query{Top: -1})
	if err != nil || len(tables) != 1000 || next == nil || next.Name != "t1000" {
		t.Errorf("List = %d tables, next %v, %v", len(tables), next, err)
	}
}
