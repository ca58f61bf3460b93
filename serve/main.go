// Command serve opens the built site and the engine as a local endpoint, which official clients take
// for the service: blobs, queues and tables on the ports where they expect it, on loopback.
//
//	go run ./serve [flags]                        serve until interrupted; -help lists the flags
//	go run ./serve run SCRIPT.http [flags]        run a script and say whether its checks hold
//	go run ./serve watch [flags] -- COMMAND        run a command and report what it does to its tables
//	go run ./serve copy -from A -to B             copy tables, queues and blobs from one place to another
//	go run ./serve azurite [flags]                take the flags of the emulator Azurite, and say what it says
//	go run ./serve health [URL]                   ask whether an endpoint answers
//	go run ./serve version                        say which program this is
//	go run ./serve check DIR                      check the data in a folder
//	go run ./serve repair DIR                     save what can be read of damaged data
//
// Not here: what each of them does; that is in the packages below.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	copier "rowkey/serve/copy"
	"rowkey/serve/data"
	runner "rowkey/serve/run"
	"rowkey/serve/server"
	"rowkey/serve/watch"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := command(ctx, os.Args[1:], os.Stdout)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return
	}
	var exit watch.Exit
	if errors.As(err, &exit) {
		os.Exit(int(exit))
	}
	fmt.Fprintln(os.Stderr, "serve:", err)
	os.Exit(1)
}

// command does what the arguments ask for. Its output goes to out.
func command(ctx context.Context, args []string, out io.Writer) error {
	if program := filepath.Base(os.Args[0]); server.IsAzurite(program) && !named(args) {
		return server.Azurite(ctx, program, args, out)
	}
	if len(args) == 0 {
		return server.Run(ctx, args, out)
	}
	if server.IsAzurite(args[0]) {
		return server.Azurite(ctx, args[0], args[1:], out)
	}
	switch args[0] {
	case "health":
		return server.Health(ctx, args[1:], out)
	case "version":
		_, err := fmt.Fprintln(out, server.Version())
		return err
	case "run":
		return runner.Scripts(ctx, args[1:], out)
	case "watch":
		return watch.Run(ctx, args[1:], os.Stderr)
	case "copy":
		return copier.Run(ctx, args[1:], out, os.Stderr)
	case "check":
		return data.Check(args[1:], out)
	case "repair":
		return data.Repair(args[1:], out)
	}
	return server.Run(ctx, args, out)
}

// named reports whether the arguments begin with a word: then they say themselves what is wanted, even if the program
// has the name of another.
func named(args []string) bool { return len(args) > 0 && !strings.HasPrefix(args[0], "-") }
