package store

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/buntdb"
)

// rows fills a store with n rows of 200 bytes under keys like those of entities.
func rows(b *testing.B, n int) *DB {
	b.Helper()
	db, err := Open(Memory)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	value := strings.Repeat("x", 200)
	err = db.Update(context.Background(), func(tx *Tx) error {
		for i := range n {
			if err := tx.Put(row(i), value); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	return db
}

func row(i int) string {
	return Key("e", "acct", "employees", fmt.Sprintf("Dept%03d", i/1000), fmt.Sprintf("%06d", i))
}

// BenchmarkRawGet is buntdb without this package: the measure for everything above it.
func BenchmarkRawGet(b *testing.B) {
	db := rows(b, 10_000)
	key := row(4321)
	for b.Loop() {
		err := db.bunt.View(func(tx *buntdb.Tx) error {
			_, err := tx.Get(key)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGet(b *testing.B) {
	db := rows(b, 10_000)
	key := row(4321)
	for b.Loop() {
		err := db.View(context.Background(), func(tx *Tx) error {
			_, err := tx.Get(key)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRawScan100000 is buntdb's own iteration over an interval.
func BenchmarkRawScan100000(b *testing.B) {
	db := rows(b, 100_000)
	low, high := Prefix("e", "acct", "employees")
	for b.Loop() {
		n := 0
		err := db.bunt.View(func(tx *buntdb.Tx) error {
			return tx.AscendRange("", low, high, func(string, string) bool { n++; return true })
		})
		if err != nil || n != 100_000 {
			b.Fatalf("%d rows, %v", n, err)
		}
	}
}

func BenchmarkScan100000(b *testing.B) {
	db := rows(b, 100_000)
	low, high := Prefix("e", "acct", "employees")
	for b.Loop() {
		n := 0
		err := db.View(context.Background(), func(tx *Tx) error {
			for range tx.Scan(low, high) {
				n++
			}
			return nil
		})
		if err != nil || n != 100_000 {
			b.Fatalf("%d rows, %v", n, err)
		}
	}
}

func BenchmarkLoad10000(b *testing.B) {
	db := rows(b, 10_000)
	var snapshot strings.Builder
	if err := db.Save(&snapshot); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := db.Load(context.Background(), strings.NewReader(snapshot.String()), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSweep100000 drops 100,000 rows and sweeps them. It reports the slowest step: for so long
// everybody else waits.
func BenchmarkSweep100000(b *testing.B) {
	db := rows(b, 100_000)
	var snapshot strings.Builder
	if err := db.Save(&snapshot); err != nil {
		b.Fatal(err)
	}
	slowest := time.Duration(0)
	for b.Loop() {
		slowest = max(slowest, sweepEmployees(b, db))
		b.StopTimer()
		if err := db.Load(context.Background(), strings.NewReader(snapshot.String()), nil); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(slowest.Microseconds())/1000, "slowest-ms")
}

// sweepEmployees drops all rows, sweeps them, and returns how long the slowest step took.
func sweepEmployees(b *testing.B, db *DB) (slowest time.Duration) {
	err := db.Update(context.Background(), func(tx *Tx) error {
		_, err := tx.Drop(Key("e", "acct", "employees"))
		return err
	})
	for more := true; more && err == nil; {
		start := time.Now()
		more, err = db.Sweep(context.Background())
		slowest = max(slowest, time.Since(start))
	}
	if err != nil {
		b.Fatal(err)
	}
	return slowest
}
