package main

import (
	"context"
	"net"
	"net/http"
	"strings"

	"rowkey/engine/rest"
)

// endpoint answers requests of one service with the engine. It adds nothing of its own: status,
// header names in their spelling and the body are those that the engine gives.
type endpoint struct {
	service rest.Service
	label   string // of the service in host names
	handler rest.Handler
	origins *origins
	maxBody int
	memory  *budget
}

// maxTableBody is the largest body that tables and queues take, in bytes.
// Source: Performing entity group transactions, "Requirements".
const maxTableBody = 4 << 20

func newEndpoint(o *options, s rest.Service, h rest.Handler) http.Handler {
	e := &endpoint{service: s, handler: h, origins: &o.origins, maxBody: o.maxBody, memory: newBudget()}
	e.label = map[rest.Service]string{rest.BlobService: "blob", rest.QueueService: "queue", rest.TableService: "table"}[s]
	if s != rest.BlobService {
		e.maxBody = min(e.maxBody, maxTableBody)
	}
	return withControl(o, h, e)
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if e.origins.preflight(w, r) {
		return
	}
	give := e.memory.take(r.Context(), r, e.maxBody)
	if give == nil {
		return // the client has gone
	}
	defer give()
	req, err := e.request(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	// The context of r ends with the client's side of the connection, the answer is still wanted then.
	res := e.handler.Serve(context.Background(), req)
	spell(w.Header(), res)
	e.origins.expose(w.Header(), r, res.Header)
	send(w, res)
}

// request takes a request over without decoding its path: %2F in a key is not a slash.
func (e *endpoint) request(r *http.Request) (*rest.Request, error) {
	target := r.RequestURI
	if !strings.HasPrefix(target, "/") {
		target = r.URL.RequestURI() // a client that takes this for a proxy
	}
	req, err := e.address(r, "http://"+r.Host+target)
	if err != nil {
		return nil, err
	}
	req.Header = make(rest.Header, 0, len(r.Header))
	for name, values := range r.Header {
		value := values[0]
		if len(values) > 1 {
			value = strings.Join(values, ",")
		}
		if strings.HasPrefix(name, metaPrefix) {
			name = spelled(r, name)
		}
		req.Header = append(req.Header, rest.Field{Name: name, Value: value})
	}
	req.Remote, _, _ = net.SplitHostPort(r.RemoteAddr)
	req.Body, err = readBody(r, e.maxBody)
	return req, err
}

// address tells both forms apart: http://account.table.localhost:10002/people, and
// http://127.0.0.1:10002/account/people with any other host.
func (e *endpoint) address(r *http.Request, url string) (*rest.Request, error) {
	_, domain, _ := strings.Cut(r.Host, ".")
	if label, _, ok := strings.Cut(domain, "."); ok && label == e.label {
		return rest.HostStyle(r.Method, url)
	}
	return rest.PathStyle(e.service, r.Method, url)
}

// spell puts names into the map as they are: Header.Set would spell ETag Etag. The service counts the
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

func send(w http.ResponseWriter, res *rest.Response) {
	w.WriteHeader(res.Status)
	w.Write(res.Body) // a client that has gone needs no answer
}
