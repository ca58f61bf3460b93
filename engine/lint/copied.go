package lint

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/advise"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/table"
)

const (
	leastRows  = 100    // of a table that is worth a copy
	mostCopied = 20_000 // entities: more take too long
	hour       = 3_600_000
)

// make fills the table for trials with entities, in transactions, and says what that costs. ok is false if two of them
// have one key, or there are too many.
func (b *Bench) make(rows []edm.Entity) (cost Cost, ok bool, err error) {
	if len(rows) > mostCopied {
		return cost, false, nil
	}
	copied := b.Table(scratchTable)
	if err := copied.Create(b.Context); err != nil {
		return cost, false, err
	}
	groups := map[string][]table.Action{}
	var order []string
	for _, e := range rows {
		if groups[e.PartitionKey] == nil {
			order = append(order, e.PartitionKey)
		}
		groups[e.PartitionKey] = append(groups[e.PartitionKey], table.Action{Verb: table.Insert, Entity: e})
	}
	for _, p := range order {
		for part := range slices.Chunk(groups[p], mostActions) {
			cost.Requests++
			if _, err := copied.SubmitTransaction(b.Context, part); err != nil {
				return cost, false, nil
			}
		}
	}
	cost.Roundtrips, cost.Stored = cost.Requests, len(rows)
	return cost, true, nil
}

// rows returns the entities of a table that a filter finds.
func (b *Bench) rows(name string, filter odata.Expr) (all []edm.Row, err error) {
	q := table.Query{Filter: filter, Top: -1}
	for {
		page, err := b.Table(name).ListEntities(b.Context, q)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Rows...)
		if q.Next = page.Next; q.Next == nil || len(all) > mostCopied {
			return all, nil
		}
	}
}

// scanThenFilter finds scans for a property that is in no key.
func scanThenFilter(h *history) []*candidate {
	list := least(3, h.groups(func(q *request) string {
		if h.taken[q] || !q.isQuery() || q.class() < explain.PartitionScan || q.Record.Read < leastRows ||
			q.Record.Read <= 10*q.Record.Returned || keyTerms(q.filter) == len(terms(q.filter)) {
			return ""
		}
		return q.shape
	}))
	var out []*candidate
	for _, c := range list {
		if first, last := c.hits[0], c.hits[len(c.hits)-1]; first.Run == last.Run && last.Start-first.Start > hour*len(c.hits) {
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

const mostNewest = 20 // rows at the end of an answer that count as its newest

// newestByScan finds long answers in the order of time of which only the end is used.
func newestByScan(h *history) []*candidate {
	list := h.claim(least(3, h.groups(func(q *request) string {
		if h.taken[q] || !q.isQuery() || q.top > 0 || len(q.Record.Keys) < leastRows || q.newest() == 0 || !inTime(q.Record.Keys) {
			return ""
		}
		return q.shape
	})))
	for _, c := range list {
		c.try = inverted()
	}
	return list
}

// newest returns how many rows at the end of an answer are used, 0 if others are used as well, or none.
func (q *request) newest() (n int) {
	for _, u := range q.used {
		if u.What != "body" {
			continue
		}
		from := len(q.Record.Keys) - u.Row
		if u.Row < 0 || from > mostNewest || from < 1 {
			return 0
		}
		n = max(n, from)
	}
	return n
}

// inTime reports whether keys of one partition differ in digits of one length, as times do.
func inTime(keys []explain.Key) bool {
	for _, k := range keys {
		if k.Partition != keys[0].Partition || len(k.Row) != len(keys[0].Row) || skeleton(k.Row) != skeleton(keys[0].Row) {
			return false
		}
	}
	return strings.ContainsAny(keys[0].Row, "0123456789")
}

// skeleton replaces each digit of a key by "0".
func skeleton(key string) string {
	b := []byte(key)
	for i, c := range b {
		if '0' <= c && c <= '9' {
			b[i] = '0'
		}
	}
	return string(b)
}

// inverted makes a copy whose keys descend, and asks it for its first rows.
func inverted() func(*Bench, *request) (trial, error) {
	made := false
	return func(b *Bench, q *request) (t trial, err error) {
		now, found, err := advise.Count(b.Context, b.Table(q.Record.Table), q.filter, 0)
		if err != nil || len(found) < leastRows {
			return t, ignore(err)
		}
		n := q.newest()
		if !made {
			rows, err := b.rows(q.Record.Table, q.filter)
			if err != nil {
				return t, err
			}
			var entities []edm.Entity
			for i, row := range rows {
				e, err := row.Decode()
				if err != nil {
					return t, err
				}
				e.RowKey = strconv.Itoa(1_000_000 - i)
				entities = append(entities, e)
			}
			var ok bool
			if t.built, ok, err = b.make(entities); err != nil || !ok {
				return t, err
			}
			made = true
		}
		partition := found[0].Partition
		x := &odata.Compare{Property: edm.PartitionKey, Op: odata.Eq, Literal: edm.String(partition)}
		cost, got, err := advise.Count(b.Context, b.Table(scratchTable), x, n)
		t.ok, t.before = err == nil && len(got) == n, costOf(now)
		t.after.add(costOf(cost))
		t.names = []string{strconv.Itoa(n)}
		return t, ignore(err)
	}
}
