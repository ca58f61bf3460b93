// Package copy copies tables, queues and blobs from one place to another: a file that the sandbox
// exported, a data folder, a running server, an account of Azure or of Cosmos DB for Table.
//
// It reads and writes by the REST interface alone, so every place that has one works, and what a place
// refuses is refused here as well. Entities travel in entity group transactions, several at a time. A
// journal remembers what the target has acknowledged: a copy that was interrupted goes on there. At the end
// the target is read again and compared.
//
// Rule books: Performing entity group transactions; Query timeout and pagination; Put Blob, Put Block List.
// Not here: signatures (package auth), HTTP (package run), the rules of the services (package rest).
package copy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// copier is one run of the command.
type copier struct {
	o        *options
	from, to *place
	journal  *journal
	progress *progress
	out      io.Writer // what was done
	notes    io.Writer // what is being done
}

// Run copies as the arguments say. It writes what it has done to out, and its progress to notes. Errors: one
// that names the place and says what to do. No secret is in any of them.
func Run(ctx context.Context, args []string, out, notes io.Writer) error {
	o, err := parse(args, out)
	if err != nil {
		return err
	}
	c := &copier{o: &o, out: screen{out}, notes: screen{notes}}
	if err := c.all(ctx); err != nil {
		return visibleError{err}
	}
	return nil
}

// all opens the places, copies, and closes them.
func (c *copier) all(ctx context.Context) error {
	if err := c.open(ctx); err != nil {
		return err
	}
	err := c.run(ctx)
	if ctx.Err() != nil && c.journal.begun() {
		err = fmt.Errorf("stopped; run the same command again to continue (its journal is %s)", c.journal.path)
	}
	return errors.Join(err, c.to.close(), c.from.close())
}

// open opens both places.
func (c *copier) open(ctx context.Context) (err error) {
	if c.from, err = c.o.place(ctx, source, c.notes); err != nil {
		return fmt.Errorf("-from: %w", err)
	}
	if c.to, err = c.o.place(ctx, target, c.notes); err != nil {
		return errors.Join(fmt.Errorf("-to: %w", err), c.from.close())
	}
	if c.from.name == c.to.name {
		err = fmt.Errorf("-from and -to are the same place: %s", c.from.name)
		return errors.Join(err, c.to.close(), c.from.close())
	}
	return nil
}

// run copies everything that was asked for, or says what that would take.
func (c *copier) run(ctx context.Context) (err error) {
	if c.o.dry {
		return c.estimate(ctx)
	}
	path := c.o.journalPath(c.from, c.to)
	release, err := lockJournal(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	if c.journal, err = openJournal(path, c.identity()); err != nil {
		return err
	}
	if c.to.lines != nil {
		if err := c.to.lines.resume(c.journal.File, c.journal.begun()); err != nil {
			return fmt.Errorf("-to: %w", err)
		}
		if err := c.journal.save(); err != nil { // before anything is in the file, so that it is known as this copy's
			return err
		}
		defer func() {
			if err != nil && c.to.lines.size == 0 {
				_ = os.Remove(c.journal.path) // there is nothing to go on with, and the file may become another copy's
			}
		}()
	}
	fmt.Fprintf(c.notes, "from  %s\nto    %s\n", c.from.name, c.to.name)
	begun := time.Now()
	for _, step := range []func(context.Context) error{c.copyTables, c.copyQueues, c.copyContainers} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return c.finish(begun)
}

// finish says what is left out, and removes the journal: there is nothing to go on with.
func (c *copier) finish(begun time.Time) error {
	for _, line := range c.journal.Left {
		fmt.Fprintln(c.out, line)
	}
	fmt.Fprintf(c.out, "done in %v\n", time.Since(begun).Round(time.Millisecond))
	if err := os.Remove(c.journal.path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if n := len(c.journal.Left); n > 0 {
		return fmt.Errorf("%s could not be copied, see above", counted(n, "blob"))
	}
	return nil
}

// none reports that there is nothing of a kind to copy: an error if names were given, but not for the pattern of all.
func (c *copier) none(kind string, wanted patterns) error {
	account := ""
	if c.from.account != "" {
		account = " (account " + c.from.account + ")"
	}
	text := fmt.Sprintf("no %s at %s%s matches %s", kind, c.from.name, account, wanted)
	if wanted.String() != "*" {
		return errors.New(text)
	}
	fmt.Fprintln(c.out, text)
	return nil
}
