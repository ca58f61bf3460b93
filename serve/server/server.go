package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"rowkey/serve/conn"
)

const (
	headerTimeout = 10 * time.Second // for the header of a request to arrive
	idleTimeout   = 2 * time.Minute  // between two requests
	grace         = 5 * time.Second  // for requests under way after an interrupt
	maxConns      = 2000             // connections of a listener
)

// newServer bounds what a slow or greedy client can use.
func newServer(o *options, h http.Handler) *http.Server {
	conns := conn.NewLimiter(maxConns)
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: min(headerTimeout, o.timeout),
		ReadTimeout:       o.timeout,
		WriteTimeout:      2 * o.timeout, // counts from the header, as ReadTimeout does
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    o.maxHeader,
		ConnContext:       conn.Context,
		ConnState: func(c net.Conn, state http.ConnState) {
			conn.NoteIdle(c, state)
			conns.Note(c, state)
		},
	}
}

// serve answers until ctx ends, then lets requests under way finish.
func serve(ctx context.Context, servers []server) error {
	failed := make(chan error, len(servers))
	for _, s := range servers {
		go func() { failed <- s.http.Serve(s.ln) }()
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	end, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	for _, s := range servers {
		e := s.http.Shutdown(end)
		if errors.Is(e, context.DeadlineExceeded) {
			e = s.http.Close() // a client that has not finished by then never may
		}
		err = errors.Join(err, e)
	}
	return err
}
