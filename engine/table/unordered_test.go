package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/table"
)

// ENG-K1: results come back not in key order, the same way each time, and the pages together are
// everything.
func TestUnorderedResults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		options table.Options
		filter  string
		top     int
	}{
		{"everything", table.Options{}, "", -1},
		{"one-by-one", table.Options{}, "", 1},
		{"three-by-three", table.Options{}, "", 3},
		{"one-partition", table.Options{}, "PartitionKey eq 'P3'", 2},
		{"a-range", table.Options{}, "PartitionKey ge 'P2' and PartitionKey lt 'P5'", 4},
		{"a-property", table.Options{}, "N eq 4", 1},
		{"time-is-up", table.Options{PageReads: 5}, "N eq 4", -1},
		{"partitions", table.Options{PartitionBoundary: true}, "", -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ordered := open(t, c.options).create(t, "abc")
			c.options.Unordered = true
			tab := open(t, c.options).create(t, "abc")
			for i := range 90 {
				e := entity(fmt.Sprint("P", i/10), []string{"", "a", "b", "é", "z"}[i%5]+fmt.Sprint(i%10/5), "N", i%7)
				if i%10 == 0 {
					e.RowKey = "" // a token without a RowKey is not this one
				}
				add(t, tab, e)
				add(t, ordered, e)
			}
			want := pagesOf(t, ordered, c.filter, c.top)
			got := pagesOf(t, tab, c.filter, c.top)
			if again := pagesOf(t, tab, c.filter, c.top); !slices.Equal(again, got) {
				t.Errorf("the second time %v, want %v", again, got)
			}
			if len(want) > 3 && slices.Equal(got, want) {
				t.Errorf("results %v are in key order", got)
			}
			slices.Sort(got)
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("results %s, want %s", strings.Join(got, " "), strings.Join(want, " "))
			}
		})
	}
}

// pagesOf returns the keys of all pages of a query.
func pagesOf(t *testing.T, tab table.Table, text string, top int) (all []string) {
	t.Helper()
	q := table.Query{Filter: filter(t, text), Top: top}
	for range 1000 {
		page, err := tab.ListEntities(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range page.Rows {
			all = append(all, keyText(row))
		}
		if q.Next = page.Next; q.Next == nil {
			return all
		}
	}
	t.Fatal("the pages do not end")
	return nil
}

func keyText(row edm.Row) string {
	pk, rk := row.Key()
	return fmt.Sprint(explain.Key{Partition: pk, Row: rk})
}

func TestTheFirstOfUnorderedResultsIsNotTheSmallest(t *testing.T) {
	t.Parallel()
	tab := open(t, table.Options{Unordered: true}).create(t, "log")
	for i := range 20 {
		add(t, tab, entity("P", fmt.Sprintf("%02d", i)))
	}
	first := pagesOf(t, tab, "PartitionKey eq 'P'", 1)
	if first[0] == "{P 00}" || slices.IsSorted(first) {
		t.Errorf("results %v", first)
	}
}
