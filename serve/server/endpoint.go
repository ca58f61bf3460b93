package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"
	"unsafe"

	"rowkey/engine"
	"rowkey/engine/apierr"
	"rowkey/engine/rest"
	"rowkey/serve/conn"
)

// endpoint answers requests of one service with the engine. It adds nothing of its own: status,
// header names in their spelling and the body are those that the engine gives.
type endpoint struct {
	service rest.Service
	scheme  string
	engine  service
	origins *origins
	intake  intake
	answers *budget
}

// service is what the listeners need of the engine.
type service interface {
	rest.Handler
	Admit(ctx context.Context, r *rest.Request) *rest.Response // before the body has arrived, nil to go on
	Refuse(ctx context.Context, r *rest.Request, code apierr.Code) *rest.Response
	Copy(ctx context.Context) (*engine.Engine, error)
}

func newEndpoint(o *options, s rest.Service, h service) http.Handler {
	limit := o.maxBody
	if s != rest.BlobService {
		limit = min(limit, rest.MaxBody)
	}
	e := &endpoint{service: s, scheme: o.scheme(), engine: h, origins: &o.origins, intake: newIntake(o, limit)}
	e.answers = newBudget(answerMemory, answerPatience)
	return withControl(o, h, e)
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if e.origins.preflight(w, r) {
		return
	}
	req, err := e.request(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	ctx, stop := untilGone(r.Context())
	defer stop()
	out := share{of: e.answers}
	defer out.release()
	req.Room = func(bytes int) error { return out.reach(ctx, bytes) }
	res, err := e.answer(ctx, w, r, req)
	if err != nil {
		http.Error(w, err.Error(), statusOf(err))
		return
	}
	if out.reach(ctx, len(res.Body)) != nil && isRead(req) {
		res = e.engine.Refuse(ctx, req, apierr.ServerBusy)
	}
	spell(w.Header(), res)
	e.origins.expose(w.Header(), r, res.Header)
	write(w, res)
}

// answer reads the body, unless the head alone is refused, and answers. Errors: those of the connection.
func (e *endpoint) answer(
	ctx context.Context, w http.ResponseWriter, r *http.Request, req *rest.Request,
) (*rest.Response, error) {
	held := share{of: e.intake.memory}
	defer held.release()
	if covered := r.ContentLength < 0 && r.Header.Get("Authorization") != ""; isLarge(r) && !covered {
		if res := e.engine.Admit(ctx, req); res != nil {
			drop(w, r, false)
			return res, nil
		}
	}
	body, err := e.intake.read(w, r, &held)
	switch {
	case errors.Is(err, errBusy):
		return e.engine.Refuse(ctx, req, apierr.ServerBusy), nil
	case errors.Is(err, errTooLarge):
		req.TooLarge = e.intake.limit
	case err != nil:
		return nil, err
	}
	req.Body = body
	return e.engine.Serve(ctx, req), nil
}

// lastWords is how long a request goes on working after its client has gone: one that has only closed
// its own side still gets an answer that comes at once.
const lastWords = 50 * time.Millisecond

// untilGone returns a context that ends soon after that of a request, and what releases it.
func untilGone(client context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(client))
	stop := context.AfterFunc(client, func() { time.AfterFunc(lastWords, cancel) })
	return ctx, func() { stop(); cancel() }
}

// request reads the head of a request.
func (e *endpoint) request(r *http.Request) (*rest.Request, error) {
	req, err := headOf(e.service, e.scheme, r)
	if err != nil {
		return nil, err
	}
	req.Remote, req.Port, _ = net.SplitHostPort(r.RemoteAddr)
	return req, nil
}

// headOf makes the request to a service that a socket was sent, without its body. It does not decode
// the path: %2F in a key is not a slash.
func headOf(s rest.Service, scheme string, r *http.Request) (*rest.Request, error) {
	req, err := rest.Locate(s, r.Method, scheme+"://"+r.Host+target(r))
	if err != nil {
		return nil, err
	}
	req.Header = make(rest.Header, 0, len(r.Header))
	for name, values := range r.Header {
		value := values[0]
		if len(values) > 1 {
			value = strings.Join(values, ",")
		}
		req.Header = append(req.Header, rest.Field{Name: conn.Spelled(r, name), Value: value})
	}
	return req, nil
}

// target returns path and query string as they were sent.
func target(r *http.Request) string {
	if strings.HasPrefix(r.RequestURI, "/") {
		return r.RequestURI
	}
	return r.URL.RequestURI() // a client that takes this for a proxy
}

// spell puts names into the map as they are: Header.Set would turn ETag into Etag. The service counts the
// bytes of a 204, which RFC 9110 forbids: spelled in any other way net/http lets that pass.
func spell(h http.Header, res *rest.Response) {
	values := make([]string, len(res.Header))
	for i, f := range res.Header {
		if res.Status == http.StatusNoContent && f.Name == "Content-Length" {
			f.Name = "Content-length"
		}
		values[i] = f.Value
		h[f.Name] = values[i : i+1 : i+1]
	}
}

// answerPatience is how long a large answer waits for memory.
const answerPatience = time.Second

// reach takes the memory of an answer of so many bytes, which is held while its client takes them. A
// page of entities asks before it is made, anything else is small enough to ask before it is sent. If
// there is none a read is refused, for it can be repeated; the answer to a write has to arrive. The parts
// of a blob are not counted: they are memory that the store has anyway. Errors: errBusy.
func (s *share) reach(ctx context.Context, bytes int) error {
	more := min(bytes, s.of.size) - int(s.bytes)
	if bytes <= smallBody || more <= 0 {
		return nil
	}
	return s.wait(ctx, more, s.of.patience)
}

// isRead reports whether a request has changed nothing: taking a message from a queue does.
func isRead(r *rest.Request) bool {
	return r.Method == http.MethodGet && r.Service != rest.QueueService
}

// write writes status and body. A client that has gone needs no answer.
func write(w http.ResponseWriter, res *rest.Response) {
	w.WriteHeader(res.Status)
	if res.Parts == nil {
		w.Write(res.Body)
	}
	for _, part := range res.Parts {
		if _, err := w.Write(unsafe.Slice(unsafe.StringData(part), len(part))); err != nil { // not a copy
			return
		}
	}
}
