package design

import (
	"context"
	"slices"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/order"
	"rowkey/engine/table"
)

// bill is what one call cost.
type bill struct {
	class                    explain.Class
	reason                   explain.Reason
	read, returned, requests int
	roundtrips, transactions int
	workflow                 int     // transactions that a queue has to carry through, 0 if one is enough
	found                    []int   // entities
	touched                  []touch // partitions, without those of a scan
	scanned                  []span  // what scans read
}

// touch is what one call asks of a partition: pages that it reads, or entities that it writes.
type touch struct {
	address // without Row
	weight  int
}

// figures returns the numbers that budgets limit.
func (b *bill) figures() Figures {
	return Figures{b.read, b.returned, b.requests, b.roundtrips, b.transactions}
}

// ask makes the requests of an access.
func (b *bench) ask(ctx context.Context, q *question, a *access) (out bill, err error) {
	b.rows.spans(a, func(s span, partition *string) bool {
		err = b.walk(ctx, q, a, s.table, partition, &out)
		return err == nil && !a.enough(q, len(out.found))
	})
	if err != nil {
		return out, err
	}
	b.narrow(q, &out)
	if a.fetch {
		return out, b.fetch(ctx, &out)
	}
	return out, nil
}

// walk asks one interval of one table, page by page.
func (b *bench) walk(ctx context.Context, q *question, a *access, name string, pk *string, out *bill) error {
	t := b.tables.Table(account, name)
	query := table.Query{Top: -1}
	if filter := a.filter(pk); filter != "" {
		x, err := odata.Parse(filter)
		if err != nil {
			return err
		}
		query.Filter = x
	}
	if n := a.top(q); n > 0 {
		query.Top = n
	}
	before := len(out.found)
	for pages := 1; ; pages++ {
		rec := &explain.Record{}
		page, err := t.ListEntities(explain.NewContext(ctx, rec), query)
		if err != nil && apierr.Of(err) != apierr.TableNotFound {
			return err
		}
		out.add(rec)
		if a.inTurn {
			out.roundtrips++
		} else {
			out.roundtrips = max(out.roundtrips, pages)
		}
		b.keep(a, name, page.Rows, out)
		if page.Next == nil || query.Top > 0 && len(out.found)-before >= q.top {
			return nil
		}
		query.Next = page.Next
	}
}

// keep notes the entities of an answer. The client drops rows of other copies, which it knows by their keys.
func (b *bench) keep(a *access, name string, rows []edm.Row, out *bill) {
	for _, row := range rows {
		pk, rk := row.Key()
		if r := b.owner[address{name, pk, rk}]; r.copy == a.copy {
			out.found = append(out.found, r.thing)
		}
	}
}

// add counts a request.
func (b *bill) add(rec *explain.Record) {
	b.requests++
	b.transactions++
	b.read += rec.Read
	b.returned += rec.Returned
	if p := rec.Plan; p != nil && p.Class >= b.class {
		b.class, b.reason = p.Class, p.Reason
	}
}

// narrow keeps the entities that the caller wants, as a client does that gets too many.
func (b *bench) narrow(q *question, out *bill) {
	out.found = slices.DeleteFunc(out.found, func(i int) bool { return !b.matches(q, b.things[i]) })
	if q.order != "" {
		k := b.w.index(q.order)
		order.By(out.found, func(i, j int) int {
			n := b.w.attributes[k].compare(b.things[i][k], b.things[j][k])
			if q.down {
				return -n
			}
			return n
		})
	}
	if q.top > 0 && len(out.found) > q.top {
		out.found = out.found[:q.top]
	}
}

func (a *attribute) compare(v, w string) int {
	if (a.numeric() || a.timed()) && len(v) != len(w) {
		return len(v) - len(w)
	}
	switch {
	case v < w:
		return -1
	case v > w:
		return 1
	}
	return 0
}

// matches reports whether an entity answers the question.
func (b *bench) matches(q *question, e thing) bool {
	for _, name := range q.known {
		if k := b.w.index(name); e[k] != q.of[k] {
			return false
		}
	}
	return q.from == "" || q.ranges(b.w.number(e, q.from))
}

// ranges reports whether a value is in the range of the question.
func (q *question) ranges(n int) bool { return q.low <= n && n <= q.high }

// fetch reads each entity that was found from the first copy. The requests are sent in parallel.
func (b *bench) fetch(ctx context.Context, out *bill) error {
	for _, i := range out.found {
		at := b.address(0, b.things[i])
		rec := &explain.Record{}
		t := b.tables.Table(account, at.table)
		if _, err := t.GetEntity(explain.NewContext(ctx, rec), at.partition, at.row); err != nil {
			return err
		}
		out.add(rec)
	}
	if len(out.found) > 0 {
		out.roundtrips++
	}
	return nil
}
