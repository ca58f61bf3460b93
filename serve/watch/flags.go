package watch

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"rowkey/engine/costs"
	"rowkey/serve/seed"
)

// options are the flags and the command after them.
type options struct {
	command []string

	seed    *seed.Files // files whose rows are there when the command begins
	reset   bool        // the command may go back to them
	names   list        // further variables that get the connection string
	counted bool        // tables that differ in a number at their end are one
	file    string      // of the contract
	update  bool        // it is written
	log     string      // in place of a command
	design  string      // a sheet in place of the contract
	values  bool        // reports have values of rows
	github  bool        // annotations of a workflow on the standard output

	markdown, json, junit string // files of reports, "" for none
}

// list is a flag that may be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

// contractFile is where the contract is unless a flag says something else.
const contractFile = "rowkey.costs"

// usage is what "watch -help" says above the flags.
//
//go:embed usage.txt
var usage string

func parse(args []string, out io.Writer) (o options, err error) {
	f := flag.NewFlagSet("serve watch", flag.ContinueOnError)
	f.SetOutput(out)
	f.Usage = func() { fmt.Fprint(out, usage); f.PrintDefaults() }
	o.seed = seed.Flag(f)
	f.BoolVar(&o.reset, "reset", false,
		"let the command reset its tables between tests, by a POST to the address in "+resetVariable)
	f.Var(&o.names, "env", "`name` of one more variable for the connection string; can be repeated")
	f.BoolVar(&o.counted, "counted", false, "treat tables whose names differ only in the number at the end as one: Logs#")
	f.StringVar(&o.file, "costs", contractFile, "`file` that says which requests the command may send")
	f.BoolVar(&o.update, "update", false, "write that file from the requests of this run")
	f.StringVar(&o.log, "log", "",
		"report on this log `file` and run no command: StorageTableLogs as CSV or JSON, a classic log of $logs, or what "+
			"serve -log has written")
	f.StringVar(&o.design, "design", "",
		"`sheet` of the design workbench in place of that file: the command may send what its questions and writes need")
	f.BoolVar(&o.values, "values", false, "include values of rows in the reports")
	f.StringVar(&o.markdown, "markdown", "", "`file` for the report as Markdown, for a pull request")
	f.StringVar(&o.json, "json", "", "`file` for the report as JSON")
	f.StringVar(&o.junit, "junit", "", "`file` for the contract as JUnit XML, a test for each shape")
	f.BoolVar(&o.github, "github", false, "print annotations for a GitHub workflow")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	o.command = f.Args()
	switch {
	case o.log != "" && len(o.command) > 0:
		return o, errors.New("-log reads a file and runs no command: leave one of the two out")
	case o.log == "" && len(o.command) == 0:
		return o, errors.New("watch needs a command: serve watch -- npm test")
	case o.design != "" && o.update:
		return o, errors.New("-update writes a contract and -design needs none: leave one of the two out")
	}
	return o, nil
}

// agreed returns the contract, nil if there is no file and none is to be written.
func (o *options) agreed(ctx context.Context) (*costs.File, error) {
	if o.design != "" {
		o.file, _, _ = strings.Cut(o.design, "#")
		return designed(ctx, o.design)
	}
	text, err := os.ReadFile(o.file)
	if errors.Is(err, fs.ErrNotExist) {
		switch {
		case o.update:
			return &costs.File{}, nil
		case o.file != contractFile:
			return nil, fmt.Errorf("-costs %s: there is no such file; -update writes it", o.file)
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	file, err := costs.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.file, err)
	}
	return file, nil
}
