package design

import (
	"context"

	"rowkey/engine/message"
)

// Judge stores the entities of a workload as a design says and counts what the calls of its patterns cost.
// Errors: *[Problem] for a design that cannot be stored, that of ctx.
func Judge(ctx context.Context, w *Workload, copies []Copy) (*Report, error) {
	b, err := newBench(ctx, w, copies)
	if err != nil {
		return nil, err
	}
	defer func() { _ = b.db.Close() }() // in memory: nothing can be lost
	r := b.report()
	total, transactions := load{}, 0.0
	for i := range w.patterns {
		p := &w.patterns[i]
		t, err := b.judge(ctx, p, &r.Patterns[i])
		if err != nil {
			return nil, err
		}
		if n := t.weight(); n > 0 {
			transactions += p.rate * float64(t.sum("transactions")) / float64(n)
			total.add(b, &t, p.rate)
		}
	}
	hottest, at := total.hottest()
	r.Transactions, r.Hottest, r.HottestPartition = int(transactions*100/w.calls()+0.5), int(hottest+0.5), at.partition
	return r, nil
}

// report says what is stored.
func (b *bench) report() *Report {
	r := &Report{Rate: b.w.rate, Copies: make([]CopyReport, len(b.copies))}
	r.Patterns = make([]PatternReport, len(b.w.patterns))
	for k := range b.copies {
		c, s := &b.copies[k], &b.stored[k]
		r.Copies[k] = CopyReport{c.Name, c.Table.String(), c.Partition.String(), c.Row.String(), len(s.partitions), s.bytes}
		r.Bytes += s.bytes
		r.Entities += b.w.count
	}
	r.Ratio = r.Bytes * 100 / max(1, b.stored[0].bytes)
	return r
}

// judge reports on one pattern. The trial is empty if no call can be made.
func (b *bench) judge(ctx context.Context, p *pattern, out *PatternReport) (t trial, err error) {
	*out = PatternReport{Name: p.name, Share: p.share, Rate: p.often, Budget: p.budget(), Pass: true, Verified: true}
	by := -1
	if p.write != "" {
		t, by, err = b.written(p)
	} else if t, by = b.choose(p, b.calls(p)); by < 0 {
		err = errNoCopy
	}
	if err == nil {
		err = b.verify(ctx, p, &t, by, out)
	}
	if err != nil {
		out.Pass, out.Said, out.Sentences = false, err.Error(), message.Of(err)
		return trial{}, ctx.Err()
	}
	out.Typical, out.P99, out.Largest = t.figures()
	out.Pass = t.meets(p.limits)
	return t, nil
}

// verify makes three of the calls: one in the middle, one that 99 of 100 do not exceed, and the largest. Their requests
// must cost what was counted. They also tell the class of the query.
func (b *bench) verify(ctx context.Context, p *pattern, t *trial, by int, out *PatternReport) error {
	done := -1
	for _, percent := range []int{50, 99, 100} {
		i := t.at(percent)
		if i == done {
			continue
		}
		done = i
		ran, err := b.run(ctx, &t.calls[i], by, b.w.generate(b.w.count+i))
		if err != nil {
			return err
		}
		out.worst(&ran)
		out.Workflow = max(out.Workflow, ran.workflow)
		out.Verified = out.Verified && ran.figures() == t.bills[i].figures()
	}
	return nil
}

// at returns the call that percent of the calls come before or are, in the order of their size.
func (t *trial) at(percent int) int {
	left := (t.weight()*percent + 99) / 100
	for i := range t.calls {
		if left -= t.calls[i].weight; left <= 0 {
			return i
		}
	}
	return len(t.calls) - 1
}

// run makes one call. by is the copy that is read.
func (b *bench) run(ctx context.Context, c *call, by int, fresh thing) (bill, error) {
	if c.write != "" {
		return b.change(ctx, c, by, fresh)
	}
	a, _ := b.access(&c.question, by)
	return b.ask(ctx, &c.question, &a)
}

// worst keeps the class that costs most.
func (r *PatternReport) worst(b *bill) {
	if b.class > 0 && (r.Class == "" || b.class >= r.class) {
		r.Class, r.Reason, r.class = b.class.String(), b.reason, b.class
	}
}
