package explain_test

import (
	"strings"
	"testing"

	"rowkey/engine/explain"
)

func TestALedgerKeepsTheNewestRecordsThatFit(t *testing.T) {
	t.Parallel()
	much := strings.Repeat("x", explain.MaxBytes+1)
	mebibyte := much[:1<<20]
	small := func() *explain.Record { return &explain.Record{Counts: explain.Counts{Read: 1}} }
	changed := func() *explain.Record {
		return &explain.Record{Counts: explain.Counts{Read: 1},
			Changes: []explain.Change{{Before: mebibyte, After: mebibyte}}}
	}
	read := func() *explain.Record {
		return &explain.Record{Counts: explain.Counts{Read: 1}, Keys: []explain.Key{{Partition: mebibyte, Row: mebibyte}}}
	}
	huge := func() *explain.Record {
		return &explain.Record{Counts: explain.Counts{Read: 1}, Changes: []explain.Change{{After: much}}}
	}
	for _, tt := range []struct {
		name string
		make func() *explain.Record
		kept int
	}{
		{"as-many-as-there-may-be", small, explain.MaxRecords},
		{"as-many-changes-as-fit", changed, explain.MaxBytes >> 21},
		{"as-many-keys-as-fit", read, explain.MaxBytes >> 21},
		{"one-that-does-not-fit", huge, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var l explain.Ledger
			n := tt.kept + 50
			for range n {
				l.Add(tt.make())
			}
			records, sum := l.Records()
			if len(records) != tt.kept || records[len(records)-1].ID != n || sum.Requests != n || sum.Read != n {
				t.Errorf("%d records kept, sums %+v, want %d records and sums of %d", len(records), sum, tt.kept, n)
			}
			if l.Get(n) == nil || l.Get(n-tt.kept+1) == nil || l.Get(n-tt.kept) != nil {
				t.Errorf("want records %d to %d and no others", n-tt.kept+1, n)
			}
			l.Add(small())
			for range explain.MaxRecords {
				l.Add(small())
			}
			if records, _ := l.Records(); len(records) != explain.MaxRecords {
				t.Errorf("%d small records kept afterwards, want %d", len(records), explain.MaxRecords)
			}
		})
	}
}
