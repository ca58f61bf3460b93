package datacentre_test

import (
	"encoding/json"
	"testing"

	"rowkey/engine/datacentre"
)

// A row of many partitions has the load of all of them; the target is about one.
func TestARowTellsTheLoadOfItsBusiestPartition(t *testing.T) {
	t.Parallel()
	for _, keys := range datacentre.Generators {
		r := run(datacentre.Defaults(), loadOf(keys, 50_000, 5000, 120), datacentre.Options{Rows: 40, Columns: 12}).Report()
		for _, row := range r.Heat.Rows {
			peaks, requests := numbersOf(t, string(row.Peaks)), numbersOf(t, string(row.Requests))
			most := 0.0
			for i, peak := range peaks {
				most = max(most, peak)
				if average := requests[i] / float64(row.To-row.From); peak < average-0.51 {
					t.Errorf("%s, %s to %s, column %d: the busiest partition has %v, the average %v", keys, row.Low, row.High, i, peak, average)
				}
			}
			if most < row.Hot-0.51 || most > row.Hot+0.51 {
				t.Errorf("%s, %s to %s: the busiest columns have %v, the row %v", keys, row.Low, row.High, most, row.Hot)
			}
		}
	}
}

func numbersOf(t *testing.T, raw string) (list []float64) {
	t.Helper()
	if err := json.Unmarshal([]byte(raw), &list); err != nil {
		t.Fatal(err)
	}
	return list
}
