package datacentre_test

import (
	"testing"

	"rowkey/engine/datacentre"
)

func TestAPartOfTheMapIsFoundByItsKeys(t *testing.T) {
	t.Parallel()
	const load = `"load": {"parts": [{"partitions": 50}, {"table": "Log", "keys": "tenants", "prefix": "c", "partitions": 1000}]}`
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
