package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"rowkey/site/changes"
	"rowkey/site/pages"
)

// watchInterval is how often files are looked at.
const watchInterval = 200 * time.Millisecond

// watch builds what changes touch until ctx ends. After a mistake it waits for the next change, and builds what
// both touch.
func watch(ctx context.Context, o Options) error {
	o.keeps = true
	w := newWorkshop(ctx, o)
	defer w.close()
	root, own := o.sources()
	folders := append([]string{"content", "tutorials", "site"}, own...)
	files, err := changes.New(root, folders, []string{"site/dist"})
	if err != nil {
		return err
	}
	if err := w.warm(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	fmt.Println("watching", strings.Join(folders, ", "))
	var open []string // changed, and not built
	for {
		changed, err := files.Next(ctx, watchInterval)
		if errors.Is(err, context.Canceled) {
			return nil
		}
		if err != nil {
			return err
		}
		open = append(open, relevant(changed)...)
		slices.Sort(open)
		open = slices.Compact(open)
		if len(open) == 0 {
			continue
		}
		if err := w.rebuild(open); err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		open = nil
	}
}

// warm makes the tools before the first change needs them.
func (w *workshop) warm() error {
	p, err := w.load()
	if err != nil {
		return err
	}
	return w.open(p.library)
}

// relevant drops what this process cannot take over: its own code.
func relevant(changed []string) []string {
	return slices.DeleteFunc(changed, func(name string) bool {
		code := path.Ext(name) == ".go"
		if code && strings.HasPrefix(name, "site/") && !strings.HasSuffix(name, "_test.go") {
			fmt.Printf("%s: start again to build with it\n", name)
		}
		return code
	})
}

// rebuild builds the pages that changes touch.
func (w *workshop) rebuild(changed []string) error {
	began := time.Now()
	if slices.ContainsFunc(changed, func(name string) bool { return strings.HasPrefix(name, "site/") }) {
		w.renew()
	}
	built, err := w.build(func(b *pages.Book) ([]string, error) { return b.Touched(changed) })
	if err == nil {
		fmt.Printf("%s: ", strings.Join(changed, ", "))
		built.report(began)
	}
	return err
}
