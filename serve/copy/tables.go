package copy

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"rowkey/engine/edm"
)

// copyTables copies the tables that are wanted, one after the other.
func (c *copier) copyTables(ctx context.Context) error {
	if len(c.o.tables) == 0 {
		return nil
	}
	names, _, err := c.from.tables(ctx, c.o.tables)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return c.none("table", c.o.tables)
	}
	for _, name := range names {
		state := c.journal.Tables[name]
		if state != nil && state.Done {
			changed, err := c.changed(ctx, name, state)
			if err != nil {
				return fmt.Errorf("table %s: %w", name, err)
			}
			if !changed {
				continue
			}
			state = &tableState{Existing: state.Existing}
			c.journal.Tables[name] = state
		}
		if err := c.copyTable(ctx, name, state); err != nil {
			return fmt.Errorf("table %s: %w", name, err)
		}
	}
	return nil
}

// asItWas is said of what an earlier run copied, where finding out whether it has changed costs requests.
const asItWas = "later changes are not copied"

// changed reports whether a table differs from what an earlier run copied. It says what it found out. Errors: a
// change that cannot be copied, because the target is a file.
func (c *copier) changed(ctx context.Context, name string, s *tableState) (bool, error) {
	if !c.from.near {
		fmt.Fprintf(c.out, "table %s  already copied: %s; %s\n", name, counted(s.Count, "entity"), asItWas)
		return false, nil
	}
	same, err := c.same(ctx, name, s)
	if err != nil {
		return false, err
	}
	if same {
		fmt.Fprintf(c.out, "table %s  already copied: %s, unchanged since\n", name, counted(s.Count, "entity"))
		return false, nil
	}
	if c.to.lines != nil {
		return false, fmt.Errorf("the table has changed since it was written to the file: delete %s and the journal %s, and "+
			"copy again", c.to.name, c.journal.path)
	}
	fmt.Fprintf(c.notes, "table %s  has changed since it was copied, and is copied again\n", name)
	return true, nil
}

// same reports whether a table holds at the source what was copied. A file does if its stamp is that of the journal.
func (c *copier) same(ctx context.Context, name string, s *tableState) (bool, error) {
	if c.from.stamp != "" {
		return true, nil
	}
	var now contents
	err := c.from.each(ctx, name, now.add)
	return now == contents{s.Count, s.Sum}, err
}

// copyTable copies one table and compares it.
func (c *copier) copyTable(ctx context.Context, name string, state *tableState) (err error) {
	if state == nil {
		if _, err := c.from.holdsAny(ctx, name); err != nil {
			return err
		}
		state = &tableState{}
		if state.Existing, err = c.to.begin(ctx, name); err != nil {
			return err
		}
		c.journal.Tables[name] = state
		if err := c.mark(); err != nil {
			return err
		}
	} else if state.Count > 0 {
		fmt.Fprintf(c.notes, "table %s  continues after %s\n", name, counted(state.Count, "entity"))
	}
	if !state.Read {
		if err := c.moveTable(ctx, name, state); err != nil {
			return err
		}
	}
	if err := c.compareTable(ctx, name, state); err != nil {
		return err
	}
	state.Done = true
	return c.mark()
}

// begin makes a table at the target ready.
func (p *place) begin(ctx context.Context, name string) (existing bool, err error) {
	if p.lines != nil {
		return false, p.lines.table(name)
	}
	return p.createTable(ctx, name)
}

// mark writes down how far the copy is.
func (c *copier) mark() (err error) {
	if c.to.lines != nil {
		if c.journal.File, err = c.to.lines.flush(); err != nil {
			return err
		}
	}
	return c.journal.save()
}

// batch is a page under way: its transactions are written in any order.
type batch struct {
	docs []edm.Document
	next string // where the next page begins
	last bool

	left    atomic.Int64  // transactions that are not written
	written chan struct{} // closed with the last of them
}

// expect says how many transactions the page has.
func (b *batch) expect(n int) {
	b.written = make(chan struct{})
	b.left.Store(int64(n) + 1)
	b.done() // a page without entities is written
}

// done says that one of them is written.
func (b *batch) done() {
	if b.left.Add(-1) == 0 {
		close(b.written)
	}
}

// window is how many pages are under way at most.
const window = 4

// moveTable reads page after page while earlier ones are written, and marks each page when it and all before
// it are written.
func (c *copier) moveTable(ctx context.Context, name string, state *tableState) error {
	if c.from.near && state.Total == 0 {
		n, err := c.from.count(ctx, name)
		if err != nil {
			return err
		}
		state.Total = n
	}
	c.progress = startProgress(c.notes, "table "+name, state.Count, state.Total)
	defer c.progress.finish()
	if c.to.lines != nil {
		return c.moveToFile(ctx, name, state)
	}
	group, ctx := errgroup.WithContext(ctx)
	pages, work := make(chan *batch, window), make(chan job)
	for range c.o.parallel {
		group.Go(func() error { return c.writeJobs(ctx, work) })
	}
	group.Go(func() error { return c.readPages(ctx, newReader(c.from, name, state.Next), pages, work) })
	group.Go(func() error { return c.markPages(ctx, pages, state) })
	return group.Wait()
}

// job is a transaction of a page.
type job struct {
	*transaction
	of *batch
}

// readPages reads pages and hands out their transactions.
func (c *copier) readPages(ctx context.Context, r *reader, pages chan<- *batch, work chan<- job) error {
	defer close(work)
	defer close(pages)
	for !r.ended {
		docs, err := r.page(ctx)
		if err != nil {
			return err
		}
		b := &batch{docs: docs, next: r.next, last: r.ended}
		all := transactions(r.table, c.o.mode, docs, c.to.most)
		b.expect(len(all))
		select {
		case pages <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
		for _, t := range all {
			select {
			case work <- job{t, b}:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// writeJobs writes transactions until there are no more.
func (c *copier) writeJobs(ctx context.Context, work <-chan job) error {
	for j := range work {
		if err := c.to.write(ctx, j.transaction); err != nil {
			return err
		}
		j.of.done()
		c.progress.add(len(j.entities))
	}
	return nil
}

// markPages marks pages in their order.
func (c *copier) markPages(ctx context.Context, pages <-chan *batch, state *tableState) error {
	for b := range pages {
		select {
		case <-b.written:
		case <-ctx.Done():
			return ctx.Err()
		}
		state.take(b)
		if err := c.mark(); err != nil {
			return err
		}
	}
	return nil
}

// take notes that a page and all before it are at the target.
func (s *tableState) take(b *batch) {
	for i := range b.docs {
		s.Sum.add(&b.docs[i].Entity)
	}
	s.Count += len(b.docs)
	s.Next, s.Read = b.next, b.last
}

// moveToFile writes page after page to a file.
func (c *copier) moveToFile(ctx context.Context, name string, state *tableState) error {
	for r := newReader(c.from, name, state.Next); !r.ended; {
		docs, err := r.page(ctx)
		if err != nil {
			return err
		}
		if err := c.to.lines.entities(docs); err != nil {
			return err
		}
		state.take(&batch{docs: docs, next: r.next, last: r.ended})
		c.progress.add(len(docs))
		if err := c.mark(); err != nil {
			return err
		}
	}
	return nil
}
