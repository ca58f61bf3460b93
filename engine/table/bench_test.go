package table_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// employees fills a table with n entities of seven properties in partitions of 1,000.
func employees(b *testing.B, n int) (sandbox, table.Table) {
	b.Helper()
	s := open(b, table.Options{})
	tab := s.create(b, "Employees")
	guid, err := edm.GUID("c9da6455-213d-42c9-9a79-3e9149a57833")
	if err != nil {
		b.Fatal(err)
	}
	var actions []table.Action
	for i := range n {
		pk, rk := placeOf(i)
		actions = append(actions, table.Action{Verb: table.Insert, Entity: entity(pk, rk,
			"FirstName", "Jonathan", "LastName", fmt.Sprintf("Jones%d", i), "Age", 20+i%50,
			"Email", rk+"@contoso.com", "Hired", edm.DateTime(epoch.Add(time.Duration(i)*time.Hour)),
			"Badge", guid, "Rating", edm.Double(float64(i%50)/10))})
		if len(actions) == 100 || i == n-1 {
			if _, err := tab.SubmitTransaction(ctx, actions); err != nil {
				b.Fatal(err)
			}
			actions = actions[:0]
		}
	}
	b.ReportAllocs()
	b.ResetTimer()
	return s, tab
}

func placeOf(i int) (pk, rk string) { return fmt.Sprintf("Dept%03d", i/1000), fmt.Sprintf("%06d", i) }

func BenchmarkGetEntity(b *testing.B) {
	s, _ := employees(b, 10_000)
	pk, rk := placeOf(4321)
	for b.Loop() {
		if _, err := s.Table("acct", "Employees").GetEntity(ctx, pk, rk); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkList(b *testing.B, n, want int, text string) {
	_, tab := employees(b, n)
	q := table.Query{Filter: filter(b, text), Top: -1}
	for b.Loop() {
		page, err := tab.ListEntities(ctx, q)
		if err != nil || len(page.Rows) != want || page.Next != nil {
			b.Fatalf("ListEntities = %d rows, next %v, %v", len(page.Rows), page.Next, err)
		}
	}
}

func BenchmarkRange100(b *testing.B) {
	benchmarkList(b, 10_000, 100, "PartitionKey eq 'Dept004' and RowKey ge '004300' and RowKey lt '004400'")
}

func BenchmarkScan10000(b *testing.B)  { benchmarkList(b, 10_000, 1, "LastName eq 'Jones4321'") }
func BenchmarkScan100000(b *testing.B) { benchmarkList(b, 100_000, 1, "LastName eq 'Jones54321'") }

// BenchmarkRowKeyScan100000 asks for a key in every partition.
func BenchmarkRowKeyScan100000(b *testing.B) { benchmarkList(b, 100_000, 1, "RowKey eq '054321'") }

// BenchmarkRecordedScan100000 is a scan with a listener, as every request of a lesson has one.
func BenchmarkRecordedScan100000(b *testing.B) {
	_, tab := employees(b, 100_000)
	q := table.Query{Filter: filter(b, "LastName eq 'Jones54321'"), Top: -1}
	for b.Loop() {
		ctx, rec := recorded()
		if _, err := tab.ListEntities(ctx, q); err != nil || rec.Read != 100_000 || rec.Partitions != 100 {
			b.Fatalf("ListEntities: %+v, %v", rec, err)
		}
	}
}

// BenchmarkStoreScan100000 is what the store alone needs to visit the same rows.
func BenchmarkStoreScan100000(b *testing.B) {
	s, _ := employees(b, 100_000)
	low, high := store.Prefix("e", "acct", "employees")
	for b.Loop() {
		n := 0
		err := s.db.View(ctx, func(tx *store.Tx) error {
			for range tx.Scan(low, high) {
				n++
			}
			return nil
		})
		if err != nil || n != 100_000 {
			b.Fatalf("Scan = %d rows, %v", n, err)
		}
	}
}

// BenchmarkStats100000 is what a page asks for after each write, so that it can show the figures of the tables.
func BenchmarkStats100000(b *testing.B) {
	s, _ := employees(b, 100_000)
	for b.Loop() {
		all, err := s.Stats(ctx, "acct")
		if err != nil || len(all) != 1 || all[0].Entities != 100_000 || len(all[0].Properties) != 7 {
			b.Fatalf("Stats = %+v, %v", all, err)
		}
	}
}

func BenchmarkAddEntity(b *testing.B) {
	_, tab := employees(b, 1)
	i := 0
	for b.Loop() {
		i++
		if _, err := tab.AddEntity(ctx, entity("p", fmt.Sprintf("%08d", i), "a", 1, "b", "two")); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDeleteTable10000 measures how long it takes to delete a table. To bring it back takes far longer, and the
// time of an operation has both.
func BenchmarkDeleteTable10000(b *testing.B) {
	s, tab := employees(b, 10_000)
	var snapshot strings.Builder
	if err := s.db.Save(&snapshot); err != nil {
		b.Fatal(err)
	}
	var deleting time.Duration
	for b.Loop() {
		start := time.Now()
		if err := tab.Delete(ctx); err != nil {
			b.Fatal(err)
		}
		deleting += time.Since(start)
		if err := s.db.Load(context.Background(), strings.NewReader(snapshot.String()), nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(deleting.Microseconds())/float64(b.N), "µs-deleting")
}
