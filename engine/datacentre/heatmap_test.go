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
					t.Errorf("%s, %s to %s, column %d: the busiest partition has %v, the average %v", keys, row.Low, row.High, i, peak,
						average)
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

func TestAPartOfTheMapIsFoundByItsKeys(t *testing.T) {
	t.Parallel()
	const load = `"load": {"parts": [{"partitions": 50}, {"table": "Log", "keys": "tenants", "prefix": "c", ` +
		`"partitions": 1000}]}`
	for window, want := range map[string][2]int{
		`"table": "Log", "low": "c100", "high": "c219"`:  {150, 270},
		`"table": "Log", "low": "c1005", "high": "c219"`: {151, 270},
		`"table": "Log"`:               {50, 1050},
		`"table": "Log", "high": "c0"`: {-1, -1},
		`"table": "Nobody"`:            {-1, -1},
		`"from": 7, "to": 12`:          {7, 12},
	} {
		q, messages := datacentre.Read(`{` + load + `, "window": {` + window + `}}`)
		messages = append(messages, q.Find()...)
		if want[0] < 0 {
			if len(messages) != 1 || messages[0].Code != datacentre.NoSuchKey {
				t.Errorf("%s: %+v", window, messages)
			}
			continue
		}
		if w := q.Options.Window; len(messages) > 0 || w.From != want[0] || w.To != want[1] {
			t.Errorf("%s: %+v %+v, want %v", window, w, messages, want)
		}
	}
}

func TestALoadWithTooManyPartitionsIsRefused(t *testing.T) {
	t.Parallel()
	for load, want := range map[string]int{
		`{"seconds": 3600, "parts": [{"keys": "prefix", "buckets": 10000, "period": 1}]}`: 1, // 36 million names of times
		`{"parts": [{"partitions": 2000000}, {"partitions": 1}]}`:                         1,
		`{"parts": [{"partitions": 2000000}]}`:                                            0,
	} {
		q, messages := datacentre.Read(`{"load": ` + load + `}`)
		messages = append(messages, datacentre.Check(&q.Parameters, &q.Load)...)
		if len(messages) != want || want > 0 && messages[0].Code != datacentre.TooMany {
			t.Errorf("%s: %+v", load, messages)
		}
	}
}
