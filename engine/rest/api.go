package rest

import (
	"context"
	"fmt"
	"sync/atomic"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
)

// Services is what an API answers for. The protocols of the services that are asked, and Clock, are needed.
type Services struct {
	Table  Protocol
	Queue  Protocol
	Blob   Protocol
	Clock  *clock.Clock
	NewID  func() string // a fresh GUID for each request and boundary; nil counts
	Report func(error)   // called with errors that are not a client's; nil drops them
	Guard  Guard         // whose requests are answered, until SetGuard says otherwise
}

// API answers requests. It is safe for concurrent use.
type API struct {
	Services
	serve step
	admit step // as serve, but it ends where a request that is not refused would reach its operation
	guard atomic.Pointer[Guard]
}

// step handles a request, or passes it on. It never fails: errors are responses.
type step func(Exchange) *Response

// New returns the API of the services.
func New(s Services) *API {
	if s.NewID == nil {
		s.NewID = counter()
	}
	if s.Report == nil {
		s.Report = func(error) {}
	}
	a := &API{Services: s, serve: stations(route), admit: stations(func(Exchange) *Response { return new(Response) })}
	a.SetGuard(s.Guard)
	return a
}

// Serve answers one request.
func (a *API) Serve(ctx context.Context, r *Request) *Response {
	return a.serve(a.begin(a.newCall(ctx, r)))
}

// begin begins the exchange of a call with the service that it is for.
func (a *API) begin(c Call) Exchange {
	switch c.Request.Service {
	case QueueService:
		return a.Queue(c)
	case BlobService:
		return a.Blob(c)
	}
	return a.Table(c)
}

// route hands a request to the operation of its service, or answers a preflight, which has none.
func route(x Exchange) *Response {
	if x.Core().Request.Method == "OPTIONS" {
		return preflight(x)
	}
	return x.Run()
}

// stations are the steps before a request reaches its operation.
func stations(operation step) step { return trace(share(version(authenticate(operation)))) }

// Admit answers a request whose body has not arrived if its head alone is refused, for its version or
// its signature, as Serve would. It returns nil for all others. The signature of a body of unknown
// length may cover that length: Admit must not be asked about those.
func (a *API) Admit(ctx context.Context, r *Request) *Response {
	if answer := a.admit(a.begin(a.newCall(ctx, r))); answer.Status != 0 {
		return answer
	}
	return nil
}

// Refuse answers a request that is refused without a look into data, for example because the service is
// busy: the fields and the body that the service gives to that code.
// Source: Status and error codes.
func (a *API) Refuse(ctx context.Context, r *Request, code apierr.Code) *Response {
	return version(func(x Exchange) *Response {
		return x.Fail(AtOperation, apierr.New(code))
	})(a.begin(a.newCall(ctx, r)))
}

// Changes reports whether a request may change something. A GET may, too: one of messages takes them.
func (a *API) Changes(r *Request) bool {
	c := Call{Request: r, api: a}
	c.Query, c.Legible = readParams(r.Query)
	return a.begin(c).Changes()
}

// counter returns a source of GUIDs that count, so that the same steps give the same bytes.
func counter() func() string {
	var n atomic.Uint64
	return func() string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", n.Add(1)) }
}
