package design

import (
	"context"
	"strconv"

	"rowkey/engine/hash"
	"rowkey/engine/message"
)

// samples is how many calls of each pattern run; heat is of how many the partitions are counted.
const (
	samples = 8
	heat    = 100
)

// Judge stores the entities of a workload as a design says and makes the calls of its patterns.
// Errors: *[Problem] for a design that cannot be stored, that of ctx.
func Judge(ctx context.Context, w *Workload, copies []Copy) (*Report, error) {
	b, err := newBench(ctx, w, copies)
	if err != nil {
		return nil, err
	}
	defer func() { _ = b.db.Close() }() // in memory: nothing can be lost
	r := &Report{Copies: make([]CopyReport, len(copies)), Patterns: make([]PatternReport, len(w.patterns))}
	for k := range copies {
		c, s := &copies[k], &b.stored[k]
		r.Copies[k] = CopyReport{c.Name, c.Table.String(), c.Partition.String(), c.Row.String(), len(s.partitions), s.bytes}
		r.Bytes += s.bytes
		r.Entities += w.count
	}
	r.Ratio = r.Bytes * 100 / max(1, b.stored[0].bytes)
	h := newTraffic()
	sum, shares := 0, 0
	for i := range w.patterns {
		p := &w.patterns[i]
		transactions, err := b.judge(ctx, p, &r.Patterns[i], h)
		if err != nil {
			return nil, err
		}
		sum, shares = sum+transactions*p.share, shares+p.share
	}
	r.Transactions = sum * 100 / (samples * shares)
	r.Hottest, r.HottestPartition = h.hottest(b, shares*heat)
	return r, nil
}

// judge runs the calls of one pattern and returns the sum of their transactions.
func (b *bench) judge(ctx context.Context, p *pattern, out *PatternReport, h *traffic) (int, error) {
	*out = PatternReport{Name: p.name, Share: p.share, Budget: p.budget(), Pass: true}
	sum := 0
	for n := range heat {
		q := b.question(p, n)
		if n >= samples {
			b.spread(&q, n, h)
			continue
		}
		one, err := b.call(ctx, &q, n)
		if err != nil {
			out.Pass, out.Said, out.Sentences = false, err.Error(), message.Of(err)
			return sum, ctx.Err()
		}
		sum += one.transactions
		out.worst(&one)
		h.add(p.share, &one)
	}
	for _, l := range p.limits {
		out.Pass = out.Pass && out.Field(l.field) <= l.most
	}
	return sum, nil
}

func (b *bench) call(ctx context.Context, q *question, n int) (bill, error) {
	if q.write == "" {
		return b.best(ctx, q)
	}
	return b.change(ctx, q, b.w.generate(b.w.count+n))
}

// spread counts the partitions that a call would touch, without making it.
func (b *bench) spread(q *question, n int, h *traffic) {
	var one bill
	switch {
	case q.write == "insert":
		for _, g := range b.inserts(b.w.generate(b.w.count + n)) {
			one.touched = append(one.touched, g.at)
		}
	case q.write != "":
		for k := range b.copies {
			at := b.address(k, q.of)
			at.row = ""
			one.touched = append(one.touched, at)
		}
	default:
		k, ok := b.chosen[q.name]
		if !ok {
			return
		}
		a, _ := b.access(q, k)
		if a.partitions == nil {
			one.scanned = append(one.scanned, k)
		}
		for _, name := range a.tables {
			for _, pk := range a.partitions {
				one.touched = append(one.touched, address{name, pk, ""})
			}
		}
	}
	h.add(q.share, &one)
}

// question picks the values of call number n.
func (b *bench) question(p *pattern, n int) question {
	r := hash.Sequence(b.w.seed ^ uint64(hash.Text(p.name))<<16 + uint64(n))
	q := question{pattern: p, of: b.things[r.Next()%uint64(len(b.things))]}
	if p.from != "" {
		q.low = b.w.number(q.of, p.from)
		q.high = q.low + p.span - 1
	}
	return q
}

func (w *Workload) number(e thing, name string) int {
	n, _ := strconv.Atoi(e[w.index(name)])
	return n
}

// worst keeps the greatest numbers of all calls.
func (r *PatternReport) worst(b *bill) {
	if b.class > 0 {
		if name := b.class.String(); r.Class == "" || b.class >= r.class {
			r.Class, r.Reason, r.class = name, b.reason, b.class
		}
	}
	r.Read, r.Returned = max(r.Read, b.read), max(r.Returned, b.returned)
	r.Requests, r.Roundtrips = max(r.Requests, b.requests), max(r.Roundtrips, b.roundtrips)
	r.Transactions = max(r.Transactions, b.transactions)
}

// Field returns a number by the name that budgets give it.
func (r *PatternReport) Field(name string) int {
	switch name {
	case "read":
		return r.Read
	case "returned":
		return r.Returned
	case "requests":
		return r.Requests
	case "roundtrips":
		return r.Roundtrips
	}
	return r.Transactions
}
