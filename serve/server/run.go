// Package server answers requests over TCP as a local endpoint, which official clients take for the service: blobs,
// queues and tables on the ports where they expect it, on loopback, and the built site beside them.
//
// Rule books: Use the Azurite emulator (ports, development account, AZURITE_ACCOUNTS); package rest
// for everything on the wire. Not here: any rule of the services. This package turns net/http's
// requests into those of package rest, and keeps hostile clients and pages away from them.
package server

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"

	"rowkey/engine/auth"
	"rowkey/engine/store"
	"rowkey/serve/data"
	"rowkey/serve/seed"
)

// Run serves until ctx ends. It writes a line for each listener to out.
func Run(ctx context.Context, args []string, out io.Writer) (err error) {
	o, err := parse(args, os.Getenv("AZURITE_ACCOUNTS"), out)
	if err != nil {
		return err
	}
	if o.version {
		_, err := fmt.Fprintln(out, Version())
		return err
	}
	return begin(ctx, &o, ownLines{out})
}

// lines are what a server says of itself.
type lines interface {
	listening(o *options, servers []server)
	closed(servers []server)
}

// ownLines says where the listeners are, and what a user will want to know next.
type ownLines struct{ out io.Writer }

func (l ownLines) listening(o *options, servers []server) {
	for _, s := range servers {
		fmt.Fprintf(l.out, "%-6s %s://%s%s\n", s.name, o.schemeOf(s.name), s.ln.Addr(), s.path)
	}
	for _, s := range servers {
		if s.name == "site" && o.watch != nil {
			fmt.Fprintf(l.out, "%-6s http://%s/watch/#token=%s\n", "watch", s.ln.Addr(), o.watch.token)
		}
	}
	fmt.Fprint(l.out, o.banner())
}

func (ownLines) closed([]server) {}

// begin serves until ctx ends.
func begin(ctx context.Context, o *options, say lines) (err error) {
	KeepMemorySmall()
	servers, err := listen(o)
	if err != nil {
		return err
	}
	log, err := openLog(o)
	if err != nil {
		closeAll(servers)
		return err
	}
	defer func() { err = errors.Join(err, log.end()) }()
	eng, closeEngine, err := data.Open(o.data, o.engine)
	if err == nil {
		err = layOut(ctx, o, eng)
	}
	if err != nil {
		closeAll(servers)
		if closeEngine != nil {
			err = errors.Join(err, closeEngine())
		}
		return err
	}
	defer func() { err = errors.Join(err, closeEngine()) }()
	log.begin()
	if rules := o.fault.set.Load(); rules != nil {
		if err := o.fault.use(ctx, o, eng, rules.Set); err != nil {
			closeAll(servers)
			return err
		}
	}
	answerWith(o, eng, servers)
	if err := o.watch.begin(ctx, o, eng, servers); err != nil {
		closeAll(servers)
		return err
	}
	say.listening(o, servers)
	go returnMemory(ctx)
	defer data.StartSweeper(eng.Engine)()
	if o.engine.Store.Sync == store.EverySecond {
		go data.FlushEverySecond(ctx, eng.Flush)
	}
	err = serve(ctx, servers)
	say.closed(servers)
	return err
}

// layOut lays out the rows of -seed, before anybody else can ask for them.
func layOut(ctx context.Context, o *options, h service) error {
	if len(*o.seed) == 0 {
		return nil
	}
	account, key := o.account(), auth.DevelopmentKey
	if keys := o.engine.Accounts[account]; len(keys) > 0 {
		key = base64.StdEncoding.EncodeToString(keys[0])
	}
	at, stop, err := private(account, h)
	if err != nil {
		return err
	}
	err = seed.LayOut(ctx, *o.seed, seed.Target{Table: at["table"], Queue: at["queue"], Blob: at["blob"],
		Account: account, Key: key})
	return errors.Join(err, stop())
}

// Private opens endpoints of the three services on free ports of this machine, for one program that is told where they
// are. h answers their requests until stop is called. Signatures are checked, as on Azure.
func Private(h service) (addresses map[string]string, stop func() error, err error) {
	return private(auth.DevelopmentAccount, h)
}

func private(account string, h service) (addresses map[string]string, stop func() error, err error) {
	o, err := parse([]string{"-site", off, "-table", freePort, "-queue", freePort, "-blob", freePort}, "", io.Discard)
	if err != nil {
		return nil, nil, err
	}
	servers, err := listen(&o)
	if err != nil {
		return nil, nil, err
	}
	answerWith(&o, h, servers)
	addresses = map[string]string{}
	for _, s := range servers {
		addresses[s.name] = "http://" + s.ln.Addr().String() + "/" + account
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, servers) }()
	return addresses, func() error { cancel(); return <-done }, nil
}

// freePort lets the system choose.
const freePort = "127.0.0.1:0"
