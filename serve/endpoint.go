package main

import (
	"io"
	"net/http"

	"rowkey/engine/rest"
)

// maxBody is how much of a body is read: one byte more than the service takes, so that the
// service itself refuses what is too large.
// Source: Insert Entity and Performing entity group transactions, 4 MiB.
const maxBody = 4<<20 + 1

// endpoint answers requests of one service with the engine. It adds nothing of its own: status,
// header names in their spelling and the body are those that the engine gives.
func endpoint(s rest.Service, h rest.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, err := request(s, r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		write(w, h.Serve(r.Context(), req))
	})
}

// request takes a request over without decoding its path: %2F in a key is not a slash.
func request(s rest.Service, r *http.Request) (*rest.Request, error) {
	target := r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	req, err := rest.PathStyle(s, r.Method, "http://"+r.Host+target)
	if err != nil {
		return nil, err
	}
	for name, values := range r.Header {
		req.Header = append(req.Header, rest.Field{Name: name, Value: values[0]})
	}
	req.Body, err = readBody(r)
	return req, err
}

func readBody(r *http.Request) ([]byte, error) {
	if r.ContentLength == 0 {
		return nil, nil
	}
	if n := r.ContentLength; n > 0 && n < maxBody {
		b := make([]byte, n)
		_, err := io.ReadFull(r.Body, b)
		return b, err
	}
	return io.ReadAll(io.LimitReader(r.Body, maxBody))
}

// write sends an answer. Names are put into the map as they are: Header.Set would spell ETag Etag.
func write(w http.ResponseWriter, res *rest.Response) {
	h := w.Header()
	for _, f := range res.Header {
		h[f.Name] = append(h[f.Name], f.Value)
	}
	w.WriteHeader(res.Status)
	w.Write(res.Body)
}
