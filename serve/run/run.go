// Package run runs scripts for the command line, against an engine of their own or against any account,
// and reports whether their checks hold.
//
// A script may come from another author: it reads regular files below one folder, and credentials go to the accounts
// that flags name and nowhere else.
//
// Not here: the language (package script), what a run does (package client), and the endpoint (package server).
package run

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/hash"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// runUsage is what "run -help" says above the flags.
//
//go:embed usage.txt
var runUsage string

// runOptions are the flags of run.
type runOptions struct {
	scripts []string
	setup   string // script that runs before each of them
	root    string // folder of the files that scripts may name, "" for that of each script
	remote  RemoteOptions
	verbose bool
	junit   string // file for the results
}

func parseRun(args []string, out io.Writer) (runOptions, error) {
	var o runOptions
	f := flag.NewFlagSet("serve run", flag.ContinueOnError)
	f.SetOutput(out)
	f.Usage = func() { fmt.Fprint(out, runUsage); f.PrintDefaults() }
	f.StringVar(&o.remote.Bases.Table, "table", "", "`URL` of the account in the table service")
	f.StringVar(&o.remote.Bases.Queue, "queue", "", "`URL` of the account in the queue service")
	f.StringVar(&o.remote.Bases.Blob, "blob", "", "`URL` of the account in the blob service")
	f.StringVar(&o.setup, "setup", "", "`script` to run before each script, as in a lesson")
	f.StringVar(&o.root, "root", "", "`folder` from which scripts may read files (default the folder of each script)")
	f.StringVar(&o.remote.SAS, "sas", "", "shared access signature, a `token` to add to each address")
	f.StringVar(&o.remote.Key, "key", "", "`key` of the account; devstoreaccount1 needs none")
	f.StringVar(&o.junit, "junit", "", "`file` for the results as JUnit XML, a test for each request")
	f.BoolVar(&o.verbose, "v", false, "show whole requests and answers, and warnings")
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return o, err
		}
		if args = f.Args(); len(args) > 0 {
			o.scripts, args = append(o.scripts, args[0]), args[1:]
		}
	}
	if len(o.scripts) == 0 {
		return o, errors.New("a script is needed: write serve run SCRIPT.http; -help lists the flags")
	}
	for _, url := range []*string{&o.remote.Bases.Table, &o.remote.Bases.Queue, &o.remote.Bases.Blob} {
		*url = strings.TrimRight(*url, "/")
	}
	return o, nil
}

// isRemote reports whether the scripts run against a server.
func (o *runOptions) isRemote() bool { return o.remote.Bases != client.Bases{} }

// Scripts runs the scripts that the arguments name. Errors: one that says how much failed.
func Scripts(ctx context.Context, args []string, out io.Writer) error {
	o, err := parseRun(args, out)
	if err != nil {
		return err
	}
	rep := &report{out: out, verbose: o.verbose, root: o.root}
	for _, path := range o.scripts {
		if err := runScript(ctx, &o, path, rep); err != nil {
			return err
		}
	}
	if o.junit != "" {
		rep.tests.Name = "serve run"
		if err := os.WriteFile(o.junit, []byte(rep.tests.String()), 0o644); err != nil {
			return err
		}
	}
	return rep.sum()
}

// Load runs a script against an engine that holds nothing, for the data that it leaves. Errors: what stopped
// it, with file and line.
func Load(ctx context.Context, path string, e *engine.Engine) error {
	var told strings.Builder
	rep := &report{out: &told}
	good, err := rep.run(ctx, path, e, client.Options{Now: e.Clock().Now, Advance: e.Clock().Advance}, false)
	if err == nil && !good {
		err = fmt.Errorf("the script stopped before its end:\n%s", told.String())
	}
	return err
}

// runScript runs a script, after the one that sets up, against a target of their own.
func runScript(ctx context.Context, o *runOptions, path string, rep *report) error {
	h, so, err := o.target(ctx, rep.out)
	if err != nil {
		return err
	}
	if o.setup != "" {
		good, err := rep.run(ctx, o.setup, h, so, true)
		if err != nil || !good {
			return err
		}
	}
	_, err = rep.run(ctx, path, h, so, false)
	return err
}

// run runs one file and says whether it reached its end. What sets up is hidden.
func (r *report) run(ctx context.Context, path string, h rest.Handler, o client.Options, hidden bool) (bool, error) {
	s, err := r.parse(path)
	if err != nil || s == nil {
		return false, err
	}
	for run := client.Start(s, h, o); ; {
		x, err := run.Next(ctx)
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		x.Hidden = x.Hidden || hidden
		if r.step(x); x.Stopped {
			return false, nil
		}
	}
}

// parse reads a script and those that it names, nil if it cannot run: the report says why.
func (r *report) parse(path string) (*script.Script, error) {
	near, err := openFiles(r.root, path)
	if err != nil {
		return nil, err
	}
	defer near.close()
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := checkSize(file); err != nil {
		return nil, err
	}
	text, err := readScript(file)
	if err != nil {
		return nil, err
	}
	s := script.Parse(filepath.Base(path), text, near.open)
	if !r.begin(path, s) {
		near.report(r.out)
		return nil, nil
	}
	return s, nil
}

// target returns what a script runs against.
func (o *runOptions) target(ctx context.Context, out io.Writer) (rest.Handler, client.Options, error) {
	if !o.isRemote() {
		e, err := engine.Open(engine.Options{})
		if err != nil {
			return nil, client.Options{}, err
		}
		return e, client.Options{Now: e.Clock().Now, Advance: e.Clock().Advance}, nil
	}
	h, err := NewRemote(o.remote, out)
	return h, client.Options{
		Now: time.Now, Advance: func(d time.Duration) { wait(ctx, d) },
		Random: hash.NewRandom(uint64(time.Now().UnixNano())), Bases: o.remote.Bases, Unmetered: true,
	}, err
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
