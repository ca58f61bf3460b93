package rest

import (
	"context"
	"fmt"
	"sync/atomic"
	"unsafe"

	"rowkey/engine/auth"
	"rowkey/engine/blob"
	"rowkey/engine/clock"
	"rowkey/engine/explain"
	"rowkey/engine/queue"
	"rowkey/engine/table"
)

// Services is what an API speaks for. The three services and Clock are needed.
type Services struct {
	Table  *table.Service
	Queue  *queue.Service
	Blob   *blob.Service
	Clock  *clock.Clock
	NewID  func() string // a fresh GUID for each request and boundary; nil counts
	Report func(error)   // told about errors that no client caused; nil drops them
	Guard  Guard         // whose requests are answered, until SetGuard says otherwise
}

// API answers requests. It is safe for concurrent use.
type API struct {
	Services
	serve step
	admit step // as serve, but it ends where a request that is not refused would reach its operation
	guard atomic.Pointer[Guard]
}

// step is one station on the way of a request. It never fails: errors are responses.
type step func(*call) *Response

// New returns the API of the services.
func New(s Services) *API {
	if s.NewID == nil {
		s.NewID = counter()
	}
	if s.Report == nil {
		s.Report = func(error) {}
	}
	a := &API{Services: s, serve: stations(route), admit: stations(func(*call) *Response { return new(Response) })}
	a.SetGuard(s.Guard)
	return a
}

// Serve answers one request.
func (a *API) Serve(ctx context.Context, r *Request) *Response {
	return a.serve(a.newCall(ctx, r))
}

// stations are what a request passes before it reaches its operation.
func stations(operation step) step { return trace(share(version(authenticate(operation)))) }

// Admit answers a request whose body has not arrived if its head alone is refused, for its version or
// its signature, as Serve would. It returns nil for all others. The signature of a body of unknown
// length may cover that length: Admit must not be asked about those.
func (a *API) Admit(ctx context.Context, r *Request) *Response {
	if answer := a.admit(a.newCall(ctx, r)); answer.Status != 0 {
		return answer
	}
	return nil
}

// counter returns a source of GUIDs that count, so that the same steps give the same bytes.
func counter() func() string {
	var n atomic.Uint64
	return func() string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", n.Add(1)) }
}

// call is one request on its way through the steps.
type call struct {
	ctx     context.Context
	api     *API
	req     *Request
	rec     *explain.Record // nil when nobody listens
	fields  fields
	query   []auth.Pair // options of the query string, decoded; every step takes them from here
	legible bool        // all of them could be decoded
	id      string      // x-ms-request-id
	version string
	grant   *grant // what whoever asks may do; nil: everything
	verb    string // method, after tunnelling
	target  target
	options options
	format  format
	rule    *corsRule // that allows the request's origin, nil if there is none
	vary    bool      // the answer depends on the origin

	*storageCall // of a request to the queue or blob service, nil for tables
}

func (a *API) newCall(ctx context.Context, r *Request) *call {
	c := &call{ctx: ctx, api: a, req: r, rec: explain.From(ctx), id: a.NewID(), fields: readFields(r.Header)}
	c.query, c.legible = readQuery(r.Query)
	if r.Service == QueueService || r.Service == BlobService {
		c.storageCall = &storageCall{params: c.query, resource: r.resource(c.query)}
	}
	if c.rec == nil && c.fields.explain == "1" {
		c.rec = new(explain.Record)
		c.ctx = explain.NewContext(ctx, c.rec)
	}
	c.format = formatOf(c.fields.accept)
	return c
}

// body returns the body without a copy of it: a large one would be copied by everybody who reads it.
// What outlives the request is copied by those who keep it, into the values of the store.
func (c *call) body() string { return unsafe.String(unsafe.SliceData(c.req.Body), len(c.req.Body)) }

// name notes the operation as the reference names it, without blanks.
func (c *call) name(op, table string) {
	if c.rec != nil {
		c.rec.Op, c.rec.Table = op, table
	}
}
