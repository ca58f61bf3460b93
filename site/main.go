// Command site generates the site: it reads content/ and tutorials/, runs every script with the
// engine, verifies every task, and writes a folder that any static host can serve below any path.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"rowkey/site/publish"
)

func main() {
	o := Options{}
	flag.StringVar(&o.Root, "root", ".", "folder of the project")
	flag.StringVar(&o.Out, "out", "site/dist",
		"folder to write; what is in it is removed, unless -only or -watch is given")
	flag.StringVar(&o.Base, "base", "", "absolute URL of the site, for the site map and canonical links")
	flag.BoolVar(&o.Fast, "fast", false, "leave the compressed forms away, and with them the table of sizes")
	flag.StringVar(&o.Cache, "cache", "", "folder for what is slow to make (default site/.cache)")
	flag.StringVar(&o.Lessons, "lessons", "",
		"folder of lessons of your own: they come after the course, and need not keep to its rules")
	only := flag.String("only", "",
		"build this alone into the folder: a lesson (learn/query-classes), or a page (patterns/log-tail; / is home)")
	watching := flag.Bool("watch", false,
		"wait for changes below content, tutorials, site and the folder of -lessons, and build what they touch")
	slug := flag.String("new", "", "write a lesson of this name that builds, to begin with, and build nothing")
	flag.Parse()
	if *slug != "" {
		begin(o, *slug)
		return
	}
	if *only != "" {
		o.Only = []string{strings.Trim(*only, "/")}
	}
	debug.SetGCPercent(400) // a build is short: memory is cheaper than time
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	work := run
	if *watching {
		work = watch
	}
	err := packages(filepath.Join(o.Root, "site")) // before bundling fails for each of them
	if err == nil {
		err = work(ctx, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// begin writes a lesson to begin with, and says how to see it.
func begin(o Options, slug string) {
	folder, serve, site := filepath.Join(o.Root, "tutorials"), "", ""
	if o.Lessons != "" {
		folder, serve, site = o.Lessons, "LESSONS="+o.Lessons+" ", " -lessons "+o.Lessons
	}
	dir, err := newLesson(folder, slug)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%s is written. See it with %s./build.sh serve, at learn/%s/.\n", dir, serve, slug)
	fmt.Printf("go run ./site%s -only learn/%s checks it.\n", site, slug)
}

func run(ctx context.Context, o Options) error {
	if o.Base != "" && !strings.HasSuffix(o.Base, "/") {
		o.Base += "/"
	}
	began := time.Now()
	built, err := Build(ctx, o)
	if err != nil {
		return err
	}
	var table strings.Builder
	over := publish.Report(built.Sizes, &table)
	fmt.Print(table.String())
	built.report(began)
	if built.Passed < built.Executed {
		return errors.Join(over, errors.New("some snippets do not do what their page says"))
	}
	return over
}

// report says what was built.
func (b Built) report(began time.Time) {
	fmt.Printf("%d pages, %d of %d snippets executed as they say, %.1f s\n",
		b.Pages, b.Passed, b.Executed, time.Since(began).Seconds())
}
