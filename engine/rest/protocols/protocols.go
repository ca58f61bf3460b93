// Package protocols answers what can be said about a request to any of the three services without their
// data: what they would send to a client that they refuse, and whether a request may change
// something.
//
// Not here: requests that are served (package engine puts the protocols over its data).
package protocols

import (
	"context"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/rest"
	"rowkey/engine/rest/odata"
	"rowkey/engine/rest/storage"
)

// over returns the API of services that have no data.
func over(now time.Time, id string) *rest.API {
	return rest.New(rest.Services{
		Table: odata.Tables(nil), Queue: storage.Queues(nil), Blob: storage.Blobs(nil),
		Clock: clock.At(now), NewID: func() string { return id },
	})
}

// Refuse returns what a service answers that refuses a request without looking into its data, for
// example because it is busy: the fields and the body that this service gives to that code. The id is
// x-ms-request-id.
// Source: Status and error codes.
func Refuse(r *rest.Request, code apierr.Code, now time.Time, id string) *rest.Response {
	return over(now, id).Refuse(context.Background(), r, code)
}

// Changes reports whether a request may change something. A GET may, too: one of messages takes them.
func Changes(r *rest.Request) bool { return over(time.Time{}, "").Changes(r) }
