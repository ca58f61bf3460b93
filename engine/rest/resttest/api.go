// Package resttest gives tests of the wire an account in memory, requests to it, and their signatures.
package resttest

import (
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"rowkey/engine/blob"
	"rowkey/engine/clock"
	"rowkey/engine/queue"
	"rowkey/engine/rest"
	"rowkey/engine/rest/odata"
	"rowkey/engine/rest/storage"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// guids returns a source of GUIDs that count.
func guids() func() string {
	n := 0
	return func() string { n++; return fmt.Sprintf("00000000-0000-4000-9000-%012x", n) }
}

// New returns the API of an empty account, whose time stands still.
func New(t testing.TB) *rest.API {
	t.Helper()
	return NewAt(t, clock.At(time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)))
}

// NewAt is New with a clock.
func NewAt(t testing.TB, c *clock.Clock) *rest.API {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil && !errors.Is(err, store.ErrClosed) {
			t.Error(err)
		}
	})
	return rest.New(rest.Services{
		Table: odata.Tables(table.New(db, c, table.Options{})), Clock: c,
		Queue: storage.Queues(queue.New(db, c, queue.Options{NewID: guids()})), Blob: storage.Blobs(blob.New(db, c,
			blob.Options{})),
		Report: func(err error) { t.Errorf("reported: %v", err) },
	})
}

// WithTable returns the API of an account that has the table people.
func WithTable(t testing.TB) *rest.API {
	t.Helper()
	api := New(t)
	Want(t, Ask(t, api, "POST", "/Tables", `{"TableName":"people"}`, "Prefer: return-no-content"), 204, "")
	return api
}

// WithEntity returns the API of an account whose table people holds the entity a, 1.
func WithEntity(t testing.TB) *rest.API {
	t.Helper()
	api := WithTable(t)
	Want(t, Ask(t, api, "POST", "/people", Ann, "Prefer: return-no-content"), 204, "")
	return api
}

// WithQueue returns the API of an account that has the queue tasks.
func WithQueue(t testing.TB) *rest.API {
	t.Helper()
	api := New(t)
	Want(t, Send(t, api, rest.QueueService, "PUT", "/tasks", ""), 201, "")
	return api
}

// WithContainer returns the API of an account that has the container files.
func WithContainer(t testing.TB) *rest.API {
	t.Helper()
	api := New(t)
	Want(t, Send(t, api, rest.BlobService, "PUT", "/files?restype=container", ""), 201, "")
	return api
}

// NeedsLeases skips a test of leases or copies in WebAssembly, which goes without them.
func NeedsLeases(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a browser goes without leases and copies")
	}
}

// Ann is the entity a, 1.
const Ann = `{"PartitionKey":"a","RowKey":"1","Name":"Ann","Age":34}`

// Wide is an entity of seven properties, without the number that is its RowKey.
const Wide = `{"PartitionKey":"p","RowKey":"%06d","FirstName":"Ann","LastName":"Jones","Age":34,"Salary":1234.5,` +
	`"Hired@odata.type":"Edm.DateTime","Hired":"2021-03-01T00:00:00Z",` +
	`"Id@odata.type":"Edm.Int64","Id":"123456789012","Active":true}`
