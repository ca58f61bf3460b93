package explain

import (
	"sync"
	"time"

	"rowkey/engine/apierr"
)

// Counters are sums over requests. Units: entities, bytes, and plain counts.
type Counters struct {
	Requests     int `json:"requests"`
	Transactions int `json:"transactions"`
	Roundtrips   int `json:"roundtrips"`
	Read         int `json:"read"`
	Returned     int `json:"returned"`
	Partitions   int `json:"partitions"`
	Pages        int `json:"pages"`
	Bytes        int `json:"bytes"`
	Elapsed      int `json:"elapsed"`   // milliseconds of virtual time; of a run what it takes as a whole
	Throttled    int `json:"throttled"` // requests that were refused because the service is busy
	Hits         int `json:"hits"`      // answers from the cache of a client
	Attempts     int `json:"attempts"`  // requests with those that were sent again
}

// Add adds what a record tells.
func (c *Counters) Add(r *Record) {
	c.Requests++
	c.Transactions += r.Transactions
	c.Roundtrips += r.Roundtrips
	c.Read += r.Read
	c.Returned += r.Returned
	c.Partitions += r.Partitions
	c.Pages += r.Pages
	c.Bytes += r.BytesIn + r.BytesOut
	c.Elapsed += int(r.Latency / time.Millisecond)
	c.Attempts += r.Roundtrips
	if r.Code == apierr.ServerBusy {
		c.Throttled++
	}
}

// MaxRecords is how many records a ledger keeps; the sums go on beyond it.
const MaxRecords = 1000

// Ledger keeps the newest records and the sums of all. It is safe for concurrent use; the zero
// value is empty and ready.
type Ledger struct {
	mu      sync.Mutex // guards the fields below
	next    int
	records []*Record
	sum     Counters
}

// Add keeps a record and gives it its number.
func (l *Ledger) Add(r *Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	r.ID = l.next
	l.sum.Add(r)
	if len(l.records) == MaxRecords {
		l.records = append(l.records[:0], l.records[1:]...)
	}
	l.records = append(l.records, r)
}

// Get returns the record with a number, nil if it is not kept.
func (l *Ledger) Get(id int) *Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.records) - 1; i >= 0; i-- {
		if l.records[i].ID == id {
			return l.records[i]
		}
	}
	return nil
}

// Records returns the records that are kept, oldest first, and the sums of all.
func (l *Ledger) Records() ([]*Record, Counters) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]*Record(nil), l.records...), l.sum
}

// Reset forgets everything.
func (l *Ledger) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next, l.records, l.sum = 0, nil, Counters{}
}
