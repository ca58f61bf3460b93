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

// Add adds what a record counts.
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

// A ledger keeps the newest records, up to MaxRecords and up to MaxBytes of what they hold; the sums continue
// beyond both.
const (
	MaxRecords = 1000
	MaxBytes   = 16 << 20
)

// Ledger keeps the newest records and the sums of all. It is safe for concurrent use; the zero
// value is empty and ready.
type Ledger struct {
	mu      sync.Mutex // guards the fields below
	next    int
	records []entry // oldest first
	size    int     // of them, in bytes
	sum     Counters
}

// entry is a record and how many bytes it held when it came.
type entry struct {
	*Record
	size int
}

// Add keeps a record and gives it its number.
func (l *Ledger) Add(r *Record) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	r.ID = l.next
	l.sum.Add(r)
	l.records = append(l.records, entry{r, r.Size()})
	l.size += l.records[len(l.records)-1].size
	gone := 0
	for ; len(l.records)-gone > MaxRecords || l.size > MaxBytes && gone < len(l.records)-1; gone++ {
		l.size -= l.records[gone].size
	}
	clear(l.records[:gone])
	l.records = l.records[gone:]
}

// Size is about how many bytes a record holds beside its fields: the rows that were changed, and keys.
func (r *Record) Size() int {
	n := 0
	for i := range r.Changes {
		n += len(r.Changes[i].Before) + len(r.Changes[i].After)
	}
	for i := range r.Keys {
		n += len(r.Keys[i].Partition) + len(r.Keys[i].Row)
	}
	return n
}

// Get returns the record with a number, nil if it is not kept.
func (l *Ledger) Get(id int) *Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.records) - 1; i >= 0; i-- {
		if l.records[i].ID == id {
			return l.records[i].Record
		}
	}
	return nil
}

// Records returns the records that are kept, oldest first, and the sums of all.
func (l *Ledger) Records() ([]*Record, Counters) {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := make([]*Record, len(l.records))
	for i, k := range l.records {
		list[i] = k.Record
	}
	return list, l.sum
}

// Reset forgets everything.
func (l *Ledger) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next, l.records, l.size, l.sum = 0, nil, 0, Counters{}
}
