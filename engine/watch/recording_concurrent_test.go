package watch_test

import (
	"fmt"
	"sync"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/lint"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
	"rowkey/engine/watch"
)

// point is the n-th point read of a client.
func point(client, n int) *trail.Request {
	k := explain.Key{Partition: "p", Row: fmt.Sprint(n)}
	return &trail.Request{
		Record: &explain.Record{ID: 1000*client + n, Op: "GetEntity", Table: "Orders", Keys: []explain.Key{k},
			Counts: explain.Counts{Read: 1, Returned: 1}, Plan: &explain.Plan{Class: explain.Point}},
		Method: "GET", Status: 200, Start: n, End: n, From: trail.Sender{Host: "127.0.0.1", Port: fmt.Sprint(client)},
		URL: fmt.Sprintf("http://127.0.0.1:10002/devstoreaccount1/Orders(PartitionKey='p',RowKey='%d')", n),
	}
}

func TestClientsAreRecordedAtTheSameTime(t *testing.T) {
	t.Parallel()
	const clients, requests = 8, 300
	rec := watch.New(shape.Options{})
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			for n := range requests {
				rec.Add(point(c, n))
				switch {
				case n%100 == 0:
					rec.Findings()
				case n%50 == 0 && rec.Worth():
					rec.Adopt(lint.Report{})
				}
			}
		})
	}
	all.Wait()
	if sums := rec.Sums(); sums.Calls != clients*requests || sums.All.Read != clients*requests || len(sums.Stats) != 1 {
		t.Errorf("%d requests of %d shapes read %d, want %d of one", sums.Calls, len(sums.Stats), sums.All.Read,
			clients*requests)
	}
}
