package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
)

// server is one listener and what answers behind it.
type server struct {
	name string // of the flag
	path string // where its addresses begin
	ln   net.Listener
	http *http.Server
}

// listen opens every listener before the first request is answered: a port that is taken is told at
// once.
func listen(o *options, h rest.Handler) ([]server, error) {
	g := newGuard(o)
	services := []struct {
		name, addr string
		service    rest.Service
	}{{"blob", o.blob, rest.BlobService}, {"queue", o.queue, rest.QueueService}, {"table", o.table, rest.TableService}}
	var servers []server
	add := func(name, addr, path string, s rest.Service, h http.Handler) error {
		if addr == off {
			return nil
		}
		ln, err := net.Listen("tcp", addr)
		if err != nil {
			return fmt.Errorf("%s on %s: %w (choose another address with -%s, or off)", name, addr, err, name)
		}
		if name == "blob" || name == "queue" {
			ln = listener{ln}
		}
		servers = append(servers, server{name, path, ln, newServer(o, g.protect(ln.Addr().String(), s, h))})
		return nil
	}
	var err error
	if o.site != off {
		if err = checkSite(o.dir); err == nil {
			err = add("site", o.site, "/", 0, withControl(o, h, siteHandler(o.dir)))
		}
	}
	for _, s := range services {
		if err == nil {
			err = add(s.name, s.addr, "/"+o.account(), s.service, newEndpoint(o, s.service, h))
		}
	}
	if err == nil && len(servers) == 0 {
		err = errors.New("nothing to serve: every listener is off")
	}
	if err != nil {
		closeAll(servers)
		return nil, err
	}
	return servers, nil
}

// account returns the account that is shown in addresses: the first one by name.
func (o *options) account() string {
	first := ""
	for name := range o.accounts {
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
