package design

import (
	"context"
	"errors"
)

// maxFresh is how many new entities are looked at, to see where they go. Fewer would make some partition look busy by
// chance.
const maxFresh = 2000

// written counts what the calls of a pattern that writes cost. readBy is the copy that is read first, -1 for none.
func (b *bench) written(p *pattern) (t trial, readBy int, err error) {
	if p.write == "insert" {
		t = b.inserted(p)
		return t, -1, nil
	}
	calls := b.calls(p)
	if readBy = -1; b.mustRead(&calls[0].question) {
		if t, readBy = b.choose(b.everything(p), withPattern(calls, b.everything(p))); readBy < 0 {
			return t, readBy, errNoCopy
		}
		t.calls = withPattern(t.calls, p)
	} else {
		t = b.unread(calls)
	}
	for i := range t.calls {
		c := &t.calls[i]
		b.countSteps(b.steps(&c.question, b.matching(c), b.w.generate(b.w.count+i)), &t.bills[i])
	}
	return t, readBy, nil
}

// inserted counts what it costs to insert new entities.
func (b *bench) inserted(p *pattern) (t trial) {
	for i := range min(b.w.count, maxFresh) {
		c := call{question: question{pattern: p, of: b.w.generate(b.w.count + i)}, weight: 1}
		t.calls, t.bills = append(t.calls, c), append(t.bills, bill{})
		s := &steps{last: map[address]int{}}
		s.add(b.places(c.of))
		b.countSteps(s, &t.bills[i])
	}
	return t
}

// unread is the calls of a change that reads nothing first.
func (b *bench) unread(calls []call) trial {
	sizes := make([]int, len(calls))
	for i := range calls {
		sizes[i] = len(calls[i].same)
	}
	calls = thin(calls, sizes, maxWork)
	return trial{calls, make([]bill, len(calls))}
}

// everything is the question that a change asks first: for the whole entities that it is about.
func (b *bench) everything(p *pattern) *pattern {
	q := *p
	q.wants, q.top, q.order, q.limits = nil, 0, "", nil
	return &q
}

func withPattern(calls []call, p *pattern) []call {
	list := append([]call{}, calls...)
	for i := range list {
		list[i].pattern = p
	}
	return list
}

// countSteps adds what the requests of a change cost, without sending them.
func (b *bench) countSteps(s *steps, out *bill) {
	n := len(s.tables) + len(s.groups) + len(b.missing(s))
	for _, g := range s.groups {
		out.touched = append(out.touched, touch{g.at, len(g.actions)})
	}
	b.addSteps(s, n, out)
}

// addSteps adds n requests. Those of a workflow are sent one after the other, since each needs the one before; others
// are sent side by side.
func (b *bench) addSteps(s *steps, n int, out *bill) {
	trips := min(n, 1)
	if s.workflow {
		out.workflow = len(s.groups)
		n += queueOperations
		trips = n
	}
	out.requests, out.transactions, out.roundtrips = out.requests+n, out.transactions+n, out.roundtrips+trips
}

// missing returns the tables that a change writes to and that do not exist yet.
func (b *bench) missing(s *steps) (list []string) {
	seen := map[string]bool{}
	for _, g := range s.groups {
		if name := g.at.table; !seen[name] {
			seen[name] = true
			if _, exists := b.rows[name]; !exists {
				list = append(list, name)
			}
		}
	}
	return list
}

// change makes the requests of a pattern that writes, and undoes them.
func (b *bench) change(ctx context.Context, c *call, readBy int, fresh thing) (out bill, err error) {
	undo := errors.New("undo")
	err = b.db.Trial(func() error {
		if out, err = b.write(ctx, c, readBy, fresh); err != nil {
			return err
		}
		return undo
	})
	if errors.Is(err, undo) {
		err = nil
	}
	return out, err
}

func (b *bench) write(ctx context.Context, c *call, readBy int, fresh thing) (out bill, err error) {
	var about []int
	if c.write != "insert" {
		about = b.matching(c)
	}
	if readBy >= 0 {
		q := question{b.everything(c.pattern), c.of, c.low, c.high}
		a, _ := b.access(&q, readBy)
		if out, err = b.ask(ctx, &q, &a); err != nil {
			return out, err
		}
	}
	return out, b.submit(ctx, b.steps(&c.question, about, fresh), &out)
}

// submit sends the requests of a change.
func (b *bench) submit(ctx context.Context, s *steps, out *bill) error {
	n := 0
	for _, name := range append(b.missing(s), s.tables...) {
		t := b.tables.Table(account, name)
		run := t.Create
		if s.tables != nil {
			run = t.Delete
		}
		if err := run(ctx); err != nil {
			return err
		}
		n++
	}
	for _, g := range s.groups {
		if _, err := b.tables.Table(account, g.at.table).SubmitTransaction(ctx, g.actions); err != nil {
			return err
		}
		n++
	}
	b.addSteps(s, n, out)
	return nil
}
