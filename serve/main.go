// Command serve opens the built site and the engine as a local endpoint, which official clients take
// for the service: blobs, queues and tables on the ports where they expect it, on loopback.
//
//	go run ./serve [flags]                        serve until interrupted; -help lists the flags
//	go run ./serve run SCRIPT.http [flags]        run a script and say whether its checks hold
//	go run ./serve copy -from A -to B             copy tables, queues and blobs from one place to another
//	go run ./serve check DIR                      check the data in a folder
//	go run ./serve repair DIR                     save what can be read of damaged data
//
// Rule books: Use the Azurite emulator (ports, development account, AZURITE_ACCOUNTS); package rest
// for everything on the wire. Not here: any rule of the services. This package turns net/http's
// requests into those of package rest, and keeps hostile clients and pages away from them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"rowkey/engine/store"
	copier "rowkey/serve/copy"
	runner "rowkey/serve/run"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := command(ctx, os.Args[1:], os.Stdout)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	fmt.Fprintln(os.Stderr, "serve:", err)
	os.Exit(1)
}

// command does what the arguments ask for. Its output goes to out.
func command(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return run(ctx, args, out)
	}
	switch args[0] {
	case "run":
		return runner.Scripts(ctx, args[1:], out)
	case "copy":
		return copier.Run(ctx, args[1:], out, os.Stderr, openData)
	case "check":
		return checkFolder(args[1:], out)
	case "repair":
		return repairFolder(args[1:], out)
	}
	return run(ctx, args, out)
}

// run serves until ctx ends. It writes a line for each listener to out.
func run(ctx context.Context, args []string, out io.Writer) (err error) {
	o, err := parse(args, os.Getenv("AZURITE_ACCOUNTS"), out)
	if err != nil {
		return err
	}
	keepMemorySmall()
	servers, err := listen(&o)
	if err != nil {
		return err
	}
	eng, closeEngine, err := openEngine(&o)
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
	defer startSweeper(eng.Engine)()
	if o.sync == store.EverySecond {
		go flushEverySecond(ctx, eng.Flush)
	}
	return serve(ctx, servers)
}
