package table_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/table"
)

func TestRangeContains(t *testing.T) {
	t.Parallel()
	one := table.Range{StartPartition: "b", StartRow: "2", EndPartition: "d", EndRow: "4"}
	tests := []struct {
		name   string
		r      table.Range
		pk, rk string
		want   bool
	}{
		{"everything", table.Range{}, "", "", true},
		{"first", one, "b", "2", true},
		{"before-the-first-row", one, "b", "1", false},
		{"before-the-first-partition", one, "a", "9", false},
		{"any-row-of-a-partition-between", one, "c", "9", true},
		{"last", one, "d", "4", true},
		{"behind-the-last-row", one, "d", "40", false},
		{"behind-the-last-partition", one, "da", "", false},
		{"open-at-the-start", table.Range{EndPartition: "d"}, "", "", true},
		{"a-whole-partition-at-the-end", table.Range{EndPartition: "d"}, "d", "\uffff", true},
		{"open-at-the-end", table.Range{StartPartition: "b"}, "\uffff", "", true},
		{"letter-case-counts", one, "B", "2", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.r.Contains(tt.pk, tt.rk); got != tt.want {
				t.Errorf("%+v.Contains(%q, %q) = %t, want %t", tt.r, tt.pk, tt.rk, got, tt.want)
			}
		})
	}
}

func TestRangesNarrowThePlan(t *testing.T) {
	t.Parallel()
	sales := table.Range{StartPartition: "Sales", EndPartition: "Sales"}
	rows := table.Range{StartPartition: "Sales", StartRow: "100", EndPartition: "Sales", EndRow: "199"}
	wide := table.Range{StartPartition: "A", StartRow: "5", EndPartition: "M", EndRow: "7"}
	tests := []struct {
		name, filter string
		r            table.Range
		want         string
	}{
		{"one-partition", "", sales, `partitionScan Sales/ .. after "Sales", used PartitionKey eq 'Sales'`},
		{"rows-of-one-partition", "", rows,
			`rowRange Sales/100 .. Sales/after "199", used PartitionKey eq 'Sales' and RowKey ge '100' and RowKey le '199'`},
		{"a-property-beside", "Age gt 3", rows,
			`rowRange Sales/100 .. Sales/after "199", used PartitionKey eq 'Sales' and RowKey ge '100' and RowKey le '199', ` +
				`rest Age gt 3`},
		{"the-point-inside", "PartitionKey eq 'Sales' and RowKey eq '150'", rows, `point Sales/150 .. Sales/after "150"`},
		{"the-point-outside", "PartitionKey eq 'Sales' and RowKey eq '200'", rows, "nothing"},
		{"a-row-becomes-a-point", "RowKey eq '150'", sales, `point Sales/150 .. Sales/after "150"`},
		{"another-partition", "PartitionKey eq 'Marketing'", sales, "nothing"},
		{"an-or-of-partitions", "PartitionKey eq 'Sales' or PartitionKey eq 'Marketing'", sales,
			`partitionScan Sales/ .. after "Sales"`},
		{"several-partitions", "", wide,
			`partitionRange A/5 .. M/after "7", used PartitionKey ge 'A' and PartitionKey le 'M'`},
		{"the-first-of-several", "PartitionKey eq 'A'", wide, `rowRange A/5 .. after "A"`},
		{"the-last-of-several", "PartitionKey eq 'M'", wide, `rowRange M/ .. M/after "7"`},
		{"one-between", "PartitionKey eq 'B'", wide, `partitionScan B/ .. after "B"`},
		{"behind-the-first-of-several", "PartitionKey gt 'A'", wide, `partitionRange after "A" .. M/after "7"`},
		{"open-at-the-end", "", table.Range{StartPartition: "S"}, "partitionRange S/ .. the end"},
		{"open-at-the-start", "", table.Range{EndPartition: "S"}, `partitionRange the start .. after "S"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, table.Options{})
			tab := s.create(t, "people")
			listening, rec := recorded()
			_, err := tab.ListEntities(listening, table.Query{Filter: filter(t, tt.filter), Top: -1, Within: tt.r})
			if err != nil {
				t.Fatal(err)
			}
			if got := short(rec.Plan); len(got) < len(tt.want) || got[:len(tt.want)] != tt.want {
				t.Errorf("plan = %s, want %s", got, tt.want)
			}
		})
	}
}

func short(p *explain.Plan) string {
	if p.Reason == explain.NoMatch {
		return "nothing"
	}
	s := fmt.Sprintf("%s %s .. %s", p.Class, bound(p.Low, "the start"), bound(p.High, "the end"))
	if p.Used != "" {
		s += ", used " + p.Used
	}
	if p.Rest != "" {
		s += ", rest " + p.Rest
	}
	return s
}

// bound writes a place in the order of keys, shorter than place does.
func bound(k *explain.Key, none string) string {
	if k == nil {
		return none
	}
	if row, behind := strings.CutSuffix(k.Row, "\x00"); behind {
		return fmt.Sprintf("%s/after %q", k.Partition, row)
	}
	if partition, behind := strings.CutSuffix(k.Partition, "\x00"); behind && k.Row == "" {
		return fmt.Sprintf("after %q", partition)
	}
	return k.Partition + "/" + k.Row
}

// Whatever filter and range: what is found is what the filter finds and the range contains, page by
// page, and nothing outside the range is read.
func TestRangesAgreeWithAModel(t *testing.T) {
	t.Parallel()
	letters := []string{"", "A", "B", "Ba", "C", "é", "\U0001F600"}
	s := open(t, table.Options{})
	tab := s.create(t, "people")
	for _, pk := range letters {
		for _, rk := range letters {
			add(t, tab, entity(pk, rk, "Age", len(pk+rk)))
		}
	}
	filters := []string{
		"", "Age ge 2", "PartitionKey eq 'B'", "PartitionKey ge 'B' and RowKey lt 'C'", "RowKey eq 'B'",
		"RowKey gt 'A' and RowKey le 'C'",
		"PartitionKey eq 'A' or PartitionKey eq 'C'", "not (PartitionKey lt 'B')", "PartitionKey ne 'B'",
		"PartitionKey eq 'C' and RowKey eq 'A'",
		"PartitionKey gt 'A' and PartitionKey lt 'C'", "PartitionKey eq 'B' and (RowKey eq 'A' or RowKey eq 'C')", "false",
	}
	random := rand.New(rand.NewPCG(1, 2))
	pick := func() string { return letters[random.IntN(len(letters))] }
	for range 3000 {
		r := table.Range{StartPartition: pick(), StartRow: pick(), EndPartition: pick(), EndRow: pick()}
		if r.StartPartition == "" {
			r.StartRow = ""
		}
		if r.EndPartition == "" {
			r.EndRow = ""
		}
		text := filters[random.IntN(len(filters))]
		var want []edm.Row
		whole, err := tab.ListEntities(ctx, table.Query{Filter: filter(t, text), Top: -1})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range whole.Rows {
			if pk, rk := row.Key(); r.Contains(pk, rk) {
				want = append(want, row)
			}
		}
		got := inside(t, tab, table.Query{Filter: filter(t, text), Top: 1 + random.IntN(5), Within: r})
		if keys(got) != keys(want) {
			t.Fatalf("filter %q within %+v: %s, want %s", text, r, keys(got), keys(want))
		}
	}
}

// inside reads all pages, from a token before the range to begin with, and checks that no entity
// outside the range was read.
func inside(t *testing.T, tab table.Table, q table.Query) []edm.Row {
	t.Helper()
	var all []edm.Row
	q.Next = &explain.Key{}
	for q.Next != nil {
		listening, rec := recorded()
		page, err := tab.ListEntities(listening, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []*explain.Key{rec.First, rec.Last} {
			if k != nil && !q.Within.Contains(k.Partition, k.Row) {
				t.Fatalf("within %+v: %v was read", q.Within, *k)
			}
		}
		all = append(all, page.Rows...)
		q.Next = page.Next
	}
	return all
}
