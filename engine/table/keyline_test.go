package table_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/table"
)

// draw writes a key line as tests compare it: name*rows, a fold as name(partitions)*rows, what was
// read as [from,to), what was returned as !row.
func draw(l table.KeyLine) string {
	var out []string
	for _, p := range l.Parts {
		s := p.Name
		if p.Fold > 0 {
			s += fmt.Sprintf("(%d)", p.Fold)
		}
		s += fmt.Sprintf("*%d", p.N)
		if p.Read != nil {
			s += fmt.Sprintf("[%d,%d)", p.Read[0], p.Read[1])
		}
		for _, h := range p.Hits {
			s += fmt.Sprintf("!%d", h)
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestKeyLineShowsWhatAQueryTouched(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	staff(t, tab)
	for filterText, want := range map[string]string{
		"PartitionKey eq 'Marketing' and RowKey eq '2'": "Engineering*4 Marketing*4[1,2)!1 Sales*4",
		"PartitionKey eq 'Marketing' and RowKey eq '9'": "Engineering*4 Marketing*4 Sales*4",
		"PartitionKey eq 'Marketing' and RowKey ge '3'": "Engineering*4 Marketing*4[2,4)!2!3 Sales*4",
		"PartitionKey eq 'Sales' and Age gt 10":         "Engineering*4 Marketing*4 Sales*4[0,4)!1!2",
		"PartitionKey ge 'Marketing' and Age eq 40":     "Engineering*4 Marketing*4[0,4)!2 Sales*4[0,4)!2",
		"Age eq 10": "Engineering*4[0,4)!0 Marketing*4[0,4)!0 Sales*4[0,4)!0",
		"false":     "Engineering*4 Marketing*4 Sales*4",
	} {
		ctx, rec := recorded()
		if _, err := tab.ListEntities(ctx, table.Query{Filter: filter(t, filterText), Top: -1}); err != nil {
			t.Fatal(err)
		}
		line, err := tab.KeyLine(ctx, rec)
		if err != nil || line.Total != 12 || line.Table != "abc" {
			t.Fatalf("KeyLine = %+v, %v", line, err)
		}
		if got := draw(line); got != want {
			t.Errorf("key line of %s = %s\nwant %s", filterText, got, want)
		}
	}
}

func TestKeyLineOfNothing(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	line, err := tab.KeyLine(ctx, new(explain.Record))
	if err != nil || line.Parts == nil || len(line.Parts) != 0 {
		t.Errorf("KeyLine of an empty table = %+v, %v, want an empty list", line, err)
	}
}

func TestKeyLineFoldsPartitions(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	for p := range 100 {
		for r := range 2 {
			add(t, tab, entity(fmt.Sprintf("%02d", p), fmt.Sprint(r)))
		}
	}
	for _, c := range []struct {
		filter, begins string
		parts, folds   int
	}{
		{"false", "00 … 04(5)*10 05 … 09(5)*10", 20, 20},
		{"PartitionKey eq '07' and RowKey eq '1'", "00 … 04(5)*10 05 … 06(2)*4 07*2[1,2)!1 08 … 12(5)*10", 22, 21},
		{"PartitionKey eq '00'", "00*2[0,2)!0!1 01 … 05(5)*10", 21, 20},
		{"PartitionKey ge '40' and PartitionKey lt '56'", "00 … ", 24, 8},
		{"RowKey eq '1'", "00 … 04(5)*10[0,10)!1!3!5!7!9 05 … 09(5)", 20, 20},
		{"PartitionKey ge '50' and RowKey eq '0'", "00 … 04(5)*10 ", 20, 20},
	} {
		ctx, rec := recorded()
		if _, err := tab.ListEntities(ctx, table.Query{Filter: filter(t, c.filter), Top: -1}); err != nil {
			t.Fatal(err)
		}
		line, err := tab.KeyLine(ctx, rec)
		if err != nil {
			t.Fatal(err)
		}
		n, folds, partitions := 0, 0, 0
		for _, p := range line.Parts {
			n += p.N
			partitions += max(1, p.Fold)
			folds += min(1, p.Fold)
		}
		if n != 200 || line.Total != 200 || partitions != 100 {
			t.Errorf("%s: the parts hold %d of %d rows, %d partitions", c.filter, n, line.Total, partitions)
		}
		if got := draw(line); !strings.HasPrefix(got, c.begins) || len(line.Parts) != c.parts || folds != c.folds {
			t.Errorf("%s: %d parts, %d folds, %s\nwant %d, %d, %s",
				c.filter, len(line.Parts), folds, got, c.parts, c.folds, c.begins)
		}
	}
}
