// Command serve opens the built site and the engine as a local endpoint: the site on
// 127.0.0.1:8080, the table service where the official SDKs expect the emulator, on
// 127.0.0.1:10002/devstoreaccount1.
//
//	go run ./serve [-site ADDR|off] [-table ADDR|off] [-dir site/dist]
//
// Data live in memory and end with the process. Time is real time.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"rowkey/engine"
	"rowkey/engine/clock"
	"rowkey/engine/rest"
)

// off is the address of a listener that is not wanted.
const off = "off"

// grace is how long requests under way may take after an interrupt.
const grace = 5 * time.Second

// options are the flags.
type options struct {
	site, table string // addresses or off
	dir         string // folder of the built site
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// run serves until ctx ends. It writes one line for each listener to out.
func run(ctx context.Context, args []string, out io.Writer) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	eng, err := engine.Open(engine.Options{
		Clock:  clock.Follow(time.Now),
		Report: func(err error) { fmt.Fprintln(os.Stderr, "serve:", err) },
	})
	if err != nil {
		return err
	}
	defer eng.Close()
	servers, err := listen(o, eng)
	if err != nil {
		return err
	}
	return serve(ctx, servers, out)
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("serve", flag.ContinueOnError)
	f.StringVar(&o.site, "site", "127.0.0.1:8080", "address of the site, or off")
	f.StringVar(&o.table, "table", "127.0.0.1:10002", "address of the table service, or off")
	f.StringVar(&o.dir, "dir", "site/dist", "folder of the built site")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q: all settings are flags, see -help", f.Arg(0))
	}
	return o, nil
}

// server is one listener and what answers behind it.
type server struct {
	what string
	ln   net.Listener
	http *http.Server
}

// listen opens every listener before the first request is answered: a port that is taken is
// told at once.
func listen(o options, h rest.Handler) ([]server, error) {
	var servers []server
	add := func(what, addr, path string, handler http.Handler) error {
		if addr == off {
			return nil
		}
		ln, err := net.Listen("tcp", addr)
		if err != nil {
			return fmt.Errorf("%s on %s: %w (choose another address with -%s, or off)", what, addr, err, what)
		}
		text := fmt.Sprintf("%-6s http://%s%s", what, ln.Addr(), path)
		servers = append(servers, server{text, ln, newServer(handler)})
		return nil
	}
	if o.site != off {
		if err := checkSite(o.dir); err != nil {
			return nil, err
		}
	}
	if err := add("site", o.site, "/", siteHandler(o.dir)); err != nil {
		return nil, err
	}
	if err := add("table", o.table, "/devstoreaccount1", endpoint(rest.TableService, h)); err != nil {
		closeAll(servers)
		return nil, err
	}
	if len(servers) == 0 {
		return nil, errors.New("nothing to serve: every listener is off")
	}
	return servers, nil
}

// newServer bounds what a slow or greedy client can hold.
func newServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       60 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       120 * time.Second,
		MaxHeaderBytes:    64 << 10,
	}
}

// serve answers until ctx ends, then lets requests under way finish.
func serve(ctx context.Context, servers []server, out io.Writer) error {
	failed := make(chan error, len(servers))
	for _, s := range servers {
		fmt.Fprintln(out, s.what)
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
		err = errors.Join(err, s.http.Shutdown(end))
	}
	return err
}

func closeAll(servers []server) {
	for _, s := range servers {
		s.ln.Close()
	}
}
