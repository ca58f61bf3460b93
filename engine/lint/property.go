package lint

import (
	"rowkey/engine/advise"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

// scanThenFilter finds scans for a property that is in no key.
func scanThenFilter(h *history) []*candidate {
	list := least(3, h.groups(func(q *request) string {
		if h.claimed[q] || !q.isQuery() || q.class() < explain.PartitionScan || q.Record.Read < LeastRows ||
			q.Record.Read <= 10*q.Record.Returned || keyTerms(q.filter) == len(odata.Terms(q.filter)) {
			return ""
		}
		return q.shape
	}))
	var out []*candidate
	for _, c := range list {
		first, last := c.hits[0], c.hits[len(c.hits)-1]
		if first.Run == last.Run && last.Start-first.Start > hour*len(c.hits) {
			continue // less than one an hour
		}
		c.try = withCopy()
		out = append(out, c)
	}
	return h.claim(out)
}

// withCopy makes the copy that package advise proposes for the first query, and asks it.
func withCopy() func(*Bench, *request) (trial, error) {
	var made *advise.Advice
	return func(b *Bench, q *request) (t trial, err error) {
		report, err := advise.For(b.Context, b.Table(q.Record.Table), q.filter, q.top, advise.Index)
		if err != nil || len(report.Advice) == 0 {
			return t, ignore(err)
		}
		a := report.Advice[0]
		if made == nil {
			cost, ok, err := b.copyBy(q, &a)
			if err != nil || !ok {
				return t, err
			}
			made, t.built = &a, cost
		}
		x, err := odata.Parse(a.Filters[0])
		if err != nil || a.Copy.Property != made.Copy.Property || a.Copy.Digits != made.Copy.Digits {
			return t, err
		}
		cost, found, err := advise.Count(b.Context, b.Table(scratchTable), x, q.top)
		t.ok, t.before = err == nil && len(found) == report.Returned, costOf(report.Cost)
		t.after.add(costOf(cost))
		t.advice = &a
		t.names = []string{a.Copy.Property, a.Copy.Example.Partition, a.Copy.Example.Row}
		return t, ignore(err)
	}
}

// copyBy makes the copy of a proposal.
func (b *Bench) copyBy(q *request, a *advise.Advice) (cost Cost, ok bool, err error) {
	var scope odata.Expr
	if p, one := q.partition(); one && a.Kind == advise.Index {
		scope = &odata.Compare{Property: edm.PartitionKey, Op: odata.Eq, Literal: edm.String(p)}
	}
	rows, err := b.rows(q.Record.Table, scope)
	if err != nil {
		return cost, false, err
	}
	var entities []edm.Entity
	for _, row := range rows {
		e, has, err := a.Copy.Of(a.Kind, row)
		if err != nil {
			return cost, false, err
		}
		if has {
			entities = append(entities, e)
		}
	}
	return b.make(entities)
}
