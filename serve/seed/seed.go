// Package seed lays out rows before anybody comes: those of a script, of lines of JSON, or of a snapshot.
//
// Not here: how a script runs (serve/run), and how rows travel (serve/copy).
package seed

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"rowkey/engine/auth"
	copier "rowkey/serve/copy"
	runner "rowkey/serve/run"
)

// Flag adds -seed to a command. It may be given again.
func Flag(f *flag.FlagSet) *Files {
	var files Files
	f.Var(&files, "seed", "`file` with rows to begin with: .http, .jsonl or .rowkey; can be repeated")
	return &files
}

// Files are the files that a command line names.
type Files []string

func (l *Files) String() string     { return strings.Join(*l, ",") }
func (l *Files) Set(s string) error { *l = append(*l, s); return nil }

// Target is the account that gets the rows.
type Target struct {
	Table, Queue, Blob string // addresses
	Account, Key       string // the key in base64
}

// Development is the account that every client of a local service knows, at these addresses by name of the service.
func Development(addresses map[string]string) Target {
	return Target{addresses["table"], addresses["queue"], addresses["blob"], auth.DevelopmentAccount, auth.DevelopmentKey}
}

// Connection returns the connection string of the target.
// Source: Configure Azure Storage connection strings.
func (t Target) Connection() string {
	return "DefaultEndpointsProtocol=http;AccountName=" + t.Account + ";AccountKey=" + t.Key +
		";BlobEndpoint=" + t.Blob + ";QueueEndpoint=" + t.Queue + ";TableEndpoint=" + t.Table + ";"
}

// LayOut lays out the rows of files, one after the other. Errors: one that names the file and what it said.
func LayOut(ctx context.Context, files Files, to Target) error {
	for _, file := range files {
		var said strings.Builder
		if err := layOut(ctx, file, to, &said); err != nil {
			return fmt.Errorf("-seed %s: %w\n%s", file, err, said.String())
		}
	}
	return nil
}

func layOut(ctx context.Context, file string, to Target, said io.Writer) error {
	if filepath.Ext(file) == ".http" {
		return runner.Scripts(ctx,
			[]string{file, "-table", to.Table, "-queue", to.Queue, "-blob", to.Blob, "-key", to.Key}, said)
	}
	return copier.Run(ctx, []string{"-from", file, "-to", to.Connection()}, said, said)
}
