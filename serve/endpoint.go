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

// request takes a request over.
func (e *endpoint) request(r *http.Request) (*rest.Request, error) {
	req, err := head(e.service, r)
	if err != nil {
		return nil, err
	}
	req.Remote, _, _ = net.SplitHostPort(r.RemoteAddr)
	req.Body, err = readBody(r, e.maxBody)
	return req, err
}

// head makes the request to a service that a socket was sent, without its body. It does not decode
// the path: %2F in a key is not a slash.
func head(s rest.Service, r *http.Request) (*rest.Request, error) {
	req, err := rest.Locate(s, r.Method, "http://"+r.Host+target(r))
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
	return req, nil
}

// target returns path and query string as they were sent.
func target(r *http.Request) string {
	if strings.HasPrefix(r.RequestURI, "/") {
		return r.RequestURI
	}
	return r.URL.RequestURI() // a client that takes this for a proxy
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
	w.Write(res.Bytes()) // a client that has gone needs no answer
}
