package watch_test

import (
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
	"rowkey/engine/watch"
)

// One point read after the other, as a recording sees them.
func BenchmarkAPointReadIsRecorded(b *testing.B) {
	rec := watch.New(shape.Options{})
	key := explain.Key{Partition: "Sales", Row: "emp_1"}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		rec.Add(&trail.Request{
			Record: &explain.Record{
				ID: n, Op: "GetEntity", Table: "People", Counts: explain.Counts{Read: 1, Returned: 1}, Keys: []explain.Key{key},
				Plan: &explain.Plan{Class: explain.Point},
			},
			Method: "GET", URL: "http://127.0.0.1:10002/devstoreaccount1/People(PartitionKey='Sales',RowKey='emp_1')",
			Status: 200, Start: n / 20, End: n / 20,
			From: trail.Sender{Agent: "azsdk-go-aztables/v1.3.0", Host: "127.0.0.1", Port: "50000"},
		})
	}
}
