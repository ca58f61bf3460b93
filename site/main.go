// Command site writes the pages: it reads content/ and tutorials/, runs every script with the
// engine, verifies every task, and writes a folder that any static host can serve below any path.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"rowkey/site/publish"
)

func main() {
	o := Options{}
	flag.StringVar(&o.Root, "root", ".", "folder of the project")
	flag.StringVar(&o.Out, "out", "site/dist", "folder to write; what is in it is removed")
	flag.StringVar(&o.Base, "base", "", "absolute URL of the site, for the site map and canonical links")
	flag.BoolVar(&o.Dev, "dev", false, "quick build: not minified, not compressed, without search")
	flag.StringVar(&o.Cache, "cache", "", "folder for what is slow to make (default site/.cache)")
	flag.Parse()
	debug.SetGCPercent(400) // a build is short: memory is cheaper than time
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(o Options) error {
	if o.Base != "" && !strings.HasSuffix(o.Base, "/") {
		o.Base += "/"
	}
	began := time.Now()
	built, err := Build(o)
	if err != nil {
		return err
	}
	var table strings.Builder
	over := publish.Report(built.Sizes, &table)
	fmt.Printf("%s%d pages, %d of %d snippets executed as they say, %.1f s\n",
		table.String(), built.Pages, built.Passed, built.Executed, time.Since(began).Seconds())
	if built.Passed < built.Executed {
		return errors.Join(over, errors.New("some snippets do not do what their page says"))
	}
	return over
}
