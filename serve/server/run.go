// Package server answers requests over TCP as a local endpoint, which official clients take for the service: blobs,
// queues and tables on the ports where they expect it, on loopback, and the built site beside them.
//
// Rule books: Use the Azurite emulator (ports, development account, AZURITE_ACCOUNTS); package rest
// for everything on the wire. Not here: any rule of the services. This package turns net/http's
// requests into those of package rest, and keeps hostile clients and pages away from them.
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"rowkey/engine/store"
	"rowkey/serve/data"
)

// Run serves until ctx ends. It writes a line for each listener to out.
func Run(ctx context.Context, args []string, out io.Writer) (err error) {
	o, err := parse(args, os.Getenv("AZURITE_ACCOUNTS"), out)
	if err != nil {
		return err
	}
	KeepMemorySmall()
	servers, err := listen(&o)
	if err != nil {
		return err
	}
	eng, closeEngine, err := data.Open(o.data, o.engine)
	if err != nil {
		closeAll(servers)
		return err
	}
	defer func() { err = errors.Join(err, closeEngine()) }()
	answerWith(&o, eng, servers)
	for _, s := range servers {
		fmt.Fprintf(out, "%-6s http://%s%s\n", s.name, s.ln.Addr(), s.path)
	}
	fmt.Fprint(out, o.banner())
	go returnMemory(ctx)
	defer data.StartSweeper(eng.Engine)()
	if o.engine.Store.Sync == store.EverySecond {
		go data.FlushEverySecond(ctx, eng.Flush)
	}
	return serve(ctx, servers)
}
