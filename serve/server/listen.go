package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
	"rowkey/serve/conn"
	"rowkey/serve/site"
)

// server is one listener and what answers its requests.
type server struct {
	name string // of the flag
	path string // where its addresses begin
	ln   net.Listener
	http *http.Server
}

// listen binds every port before anything else is done: a port that is taken is reported at once, and leaves
// the data as it is. Requests wait until the servers are started.
func listen(o *options) ([]server, error) {
	var servers []server
	add := func(name, addr, path string) error {
		if addr == off {
			return nil
		}
		ln, err := net.Listen(network(addr), addr)
		if err != nil {
			return fmt.Errorf("%s: %w (choose another address with -%s, or write -%s off)", name, err, name, name)
		}
		if o.tls != nil && name != "site" {
			ln = tls.NewListener(ln, o.tls)
		} else if name != "site" {
			ln = o.watch.secretly(ln)
		}
		if name == "blob" || name == "queue" {
			ln = conn.Listener{Listener: ln}
		}
		servers = append(servers, server{name: name, path: path, ln: ln})
		return nil
	}
	var err error
	if o.site != off {
		if o.files, err = site.Files(o.dir); err == nil {
			err = add("site", o.site, "/")
		}
	}
	for _, s := range []struct{ name, addr string }{{"blob", o.blob}, {"queue", o.queue}, {"table", o.table}} {
		if err == nil {
			err = add(s.name, s.addr, "/"+o.account())
		}
	}
	if err == nil && len(servers) == 0 {
		err = errors.New("nothing to serve: -site, -blob, -queue and -table are all off")
	}
	if err != nil {
		closeAll(servers)
		return nil, err
	}
	return servers, nil
}

// network is that of an address: 0.0.0.0 stands for all of IPv4, which net.Listen would take for all of IPv6 as well.
func network(addr string) string {
	if at, err := netip.ParseAddrPort(addr); err == nil && at.Addr().Is4() {
		return "tcp4"
	}
	return "tcp"
}

// services are the listeners that belong to a service, and serviceNames the other way round.
var (
	services = map[string]rest.Service{"blob": rest.BlobService, "queue": rest.QueueService, "table": rest.TableService}

	serviceNames = map[rest.Service]string{
		rest.BlobService: "blob", rest.QueueService: "queue", rest.TableService: "table",
	}
)

// answerWith gives each listener what answers its requests.
func answerWith(o *options, h service, servers []server) {
	g := newGuard(o)
	for i, s := range servers {
		var handler http.Handler
		if s.name == "site" {
			handler = site.Handler(o.files)
			if o.reload {
				handler = site.Reload(o.dir, handler)
			}
			handler = withWatch(o, h, withControl(o, h, handler))
		} else {
			handler = o.watch.noting(services[s.name], newEndpoint(o, services[s.name], h))
		}
		handler = o.fault.around(o, services[s.name], h, handler)
		handler = withHealth(o, services[s.name], handler)
		servers[i].http = newServer(o, g.protect(s.ln.Addr().String(), services[s.name], handler))
	}
}

// account returns the account that is shown in addresses: the first one by name.
func (o *options) account() string {
	first := ""
	for name := range o.engine.Accounts {
		if first == "" || name < first {
			first = name
		}
	}
	if first == "" {
		return auth.DevelopmentAccount
	}
	return first
}

func closeAll(servers []server) {
	for _, s := range servers {
		s.ln.Close()
	}
}

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
