package table_test

import (
	"strings"
	"testing"

	"rowkey/engine/table"
)

// Scans look for the end of a stored key, so keys that end alike must not be taken for each other.
func TestARowKeyIsFoundAmongKeysThatEndAlike(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	rowKeys := []string{"", "1", "11", "1 1", "x1", "X1", "é1", "1é", "\U0001F6001", "1\U0001F600",
		strings.Repeat("1", 40)}
	for _, pk := range []string{"", "1", "p1"} {
		for i, rk := range rowKeys {
			add(t, tab, entity(pk, rk, "N", i))
		}
	}
	for _, rk := range rowKeys {
		page, err := tab.ListEntities(ctx, table.Query{Filter: filter(t, "RowKey eq "+"'"+rk+"'"), Top: -1})
		if err != nil || len(page.Rows) != 3 {
			t.Errorf("RowKey eq %q = %d rows, want 3; %v", rk, len(page.Rows), err)
		}
		for _, row := range page.Rows {
			if _, got := row.Key(); got != rk {
				t.Errorf("RowKey eq %q finds %q", rk, got)
			}
		}
	}
}
