package lint

import (
	"fmt"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/trail"
)

// thousand are requests of many forms, with answers of a few rows each.
func thousand() []*trail.Request {
	var log trail.Log
	for i := range trail.MostRequests {
		key := explain.Key{Partition: fmt.Sprintf("p%d", i%7), Row: fmt.Sprintf("r%03d", i)}
		r := &trail.Request{
			Run: 1, Client: fmt.Sprintf("c%d", i%3), File: "a.http", Line: i % 40, Status: 200, Start: i,
			Name: fmt.Sprintf("n%d", i),
			Record: &explain.Record{ID: i + 1, Table: "People", Keys: []explain.Key{key},
				Counts: explain.Counts{Read: 500, Returned: 1, Roundtrips: 1}},
		}
		switch i % 4 {
		case 0:
			r.Method, r.URL, r.Record.Op = "GET", "http://h/a/People()?$filter=Email%20eq%20'x'", "QueryEntities"
			r.Record.Plan = &explain.Plan{Class: explain.TableScan, Rest: fmt.Sprintf("Email eq 'x%d'", i)}
			r.Answer = `{"value":[{"PartitionKey":"a","RowKey":"b","Email":"x"}]}`
		case 1:
			r.Method, r.URL, r.Record.Op = "GET", "http://h/a/People(PartitionKey='p',RowKey='r')", "GetEntity"
			r.Record.Plan, r.ETag = &explain.Plan{Class: explain.Point}, "e"
			r.Uses = []trail.Use{{Name: fmt.Sprintf("n%d", i-1), What: "body", Property: "Email"}}
		case 2:
			r.Method, r.URL, r.Record.Op = "PATCH", "http://h/a/People(PartitionKey='p',RowKey='r')", "MergeEntity"
			r.IfMatch = "*"
			r.Record.Changes = []explain.Change{{Kind: "merge", Table: "People", Key: key}}
		default:
			r.Method, r.URL, r.Record.Op = "POST", "http://h/a/People", "InsertEntity"
			r.Record.Changes = []explain.Change{{Kind: "insert", Table: "People", Key: key}}
		}
		log.Add(r)
	}
	return log.Requests()
}

// BenchmarkCandidates looks at as many requests as are kept; the bar is 50 ms.
func BenchmarkCandidates(b *testing.B) {
	list := thousand()
	for b.Loop() {
		candidates(newHistory(list), Options{})
	}
}
