package rest

import (
	"context"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
)

// Refuse returns what a service answers that turns a request away without looking into its data, for
// example because it is busy: the fields and the body that this service gives to that code. The id is
// x-ms-request-id.
// Source: Status and error codes.
func Refuse(r *Request, code apierr.Code, now time.Time, id string) *Response {
	a := New(Services{Clock: clock.At(now), NewID: func() string { return id }})
	return version(func(c *call) *Response {
		if r.Service != TableService {
			return c.failStorage(apierr.New(code))
		}
		return c.fail(apierr.New(code))
	})(a.newCall(context.Background(), r))
}
