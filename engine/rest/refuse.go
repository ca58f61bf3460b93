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
	return a.Refuse(context.Background(), r, code)
}

// Refuse is the function of the same name with the clock and the ids of the API.
func (a *API) Refuse(ctx context.Context, r *Request, code apierr.Code) *Response {
	return version(func(c *call) *Response {
		if r.Service != TableService {
			return c.failStorage(apierr.New(code))
		}
		return c.fail(apierr.New(code))
	})(a.newCall(ctx, r))
}
