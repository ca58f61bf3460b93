package datacentre_test

import (
	"testing"

	"rowkey/engine/datacentre"
)

// matrix returns the requests a second of each partition of a map: columns of rows.
func matrix(t *testing.T, r *datacentre.Report) [][]float64 {
	t.Helper()
	list := make([][]float64, r.Heat.Columns)
	for column := range list {
		list[column] = make([]float64, len(r.Heat.Rows))
	}
	for i, row := range r.Heat.Rows {
		for column, n := range numbers(t, row.Requests, r.Heat.Columns) {
			list[column][i] = n / float64(row.To-row.From)
		}
	}
	return list
}

// hot returns the rows of a column that have more than half of what the busiest one has.
func hot(column []float64) (rows []int) {
	most := 0.0
	for _, n := range column {
		most = max(most, n)
	}
	for i, n := range column {
		if n > most/2 && n > 0 {
			rows = append(rows, i)
		}
	}
	return rows
}

// shape draws what a generator of keys is asked, without refusals.
func shape(t *testing.T, keys datacentre.Keys) [][]float64 {
	t.Helper()
	p := datacentre.Defaults()
	p.PartitionTarget, p.ServerCapacity = 1e9, 1e9
	l := one(keys, 50_000, 2000, 600, func(p *datacentre.Part) { p.Buckets, p.Spread, p.Skew = 8, 5, 1.2 })
	return matrix(t, run(p, l, datacentre.Options{Rows: 512, Columns: 60}).Report())
}

func TestHashKeysAreAnEvenSurface(t *testing.T) {
	t.Parallel()
	for i, column := range shape(t, datacentre.Even) {
		for _, n := range column {
			if n < 24 || n > 26 {
				t.Fatalf("column %d: %v requests a second to a partition, want 25", i, n)
			}
		}
	}
}

func TestTimeKeysAreADiagonal(t *testing.T) {
	t.Parallel()
	for keys, way := range map[datacentre.Keys]int{datacentre.Time: 1, datacentre.Inverted: -1} {
		columns := shape(t, keys)
		before := hot(columns[0])
		for i := 3; i < len(columns); i += 3 { // 30 seconds
			now := hot(columns[i])
			if len(now) != 1 || (now[0]-before[0])*way <= 0 {
				t.Fatalf("%s, column %d: rows %v are hot, after %v", keys, i, now, before)
			}
			before = now
		}
	}
}

func TestTenantsAreABand(t *testing.T) {
	t.Parallel()
	columns := shape(t, datacentre.Tenants)
	first := hot(columns[0])
	for i, column := range columns {
		if now := hot(column); len(now) != 1 || now[0] != first[0] {
			t.Fatalf("column %d: rows %v are hot, at first %v", i, now, first)
		}
	}
}

func TestPrefixesAreAComb(t *testing.T) {
	t.Parallel()
	columns := shape(t, datacentre.Prefix)
	for i, column := range columns {
		teeth := hot(column)
		if len(teeth) != 8 {
			t.Fatalf("column %d: rows %v are hot, want one for each of 8 buckets", i, teeth)
		}
	}
}

func TestAnImportIsABurstThatWalks(t *testing.T) {
	t.Parallel()
	columns := shape(t, datacentre.Import) // from second 60 to 180, a column has 10
	at := -1
	for i, column := range columns {
		now := hot(column)
		if importing := i >= 6 && i < 18; !importing && len(now) < len(column) {
			t.Fatalf("column %d: rows %v of %d are hot, although nothing is imported", i, now, len(column))
		} else if importing && (len(now) > len(column)/8 || now[0] <= at) {
			t.Fatalf("column %d: rows %v are hot after %d", i, now, at)
		} else if importing {
			at = now[0]
		}
	}
}

// What is left beside hot partitions can be nothing but what rounding leaves over; the rows must end all the same.
func TestAMapEndsWhereOnePartitionHasAllTheLoad(t *testing.T) {
	t.Parallel()
	for _, largest := range []float64{99.9999999999, 100} {
		l := one(datacentre.Tenants, 1e9, 100_000, 2, func(p *datacentre.Part) { p.Largest, p.Skew = largest, 3 })
		r := run(datacentre.Defaults(), l, datacentre.Options{}).Report()
		if len(r.Heat.Rows) < 2 || r.Heat.Rows[len(r.Heat.Rows)-1].To != 100_000 {
			t.Errorf("largest %v %%: %d rows", largest, len(r.Heat.Rows))
		}
	}
}
