package design

import (
	"context"
	"slices"

	"rowkey/engine/apierr"
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
	found                    []int     // entities
	touched                  []address // partitions, without Row; those of a scan are not listed
	scanned                  []int     // copies of which all partitions are touched
}

// cost weighs a call, to choose between copies: a request as much as ten reads.
func (b *bill) cost() int { return 10*b.requests + b.read }

// ask makes the requests of an access.
func (b *bench) ask(ctx context.Context, q *question, a *access) (bill, error) {
	var out bill
	for _, name := range a.tables {
		if a.partitions == nil {
			out.scanned = append(out.scanned, a.copy)
			if err := b.walk(ctx, q, a, name, nil, &out); err != nil {
				return out, err
			}
		}
		for i := range a.partitions {
			out.touched = append(out.touched, address{name, a.partitions[i], ""})
			if err := b.walk(ctx, q, a, name, &a.partitions[i], &out); err != nil {
				return out, err
			}
		}
	}
	b.narrow(q, a, &out)
	if a.fetch {
		return out, b.fetch(ctx, &out)
	}
	return out, nil
}

// walk asks one table, page by page.
func (b *bench) walk(ctx context.Context, q *question, a *access, name string, pk *string, out *bill) error {
	t := b.tables.Table(account, name)
	filter := a.filter(pk)
	query := table.Query{Top: -1}
	if filter != "" {
		x, err := odata.Parse(filter)
		if err != nil {
			return err
		}
		query.Filter = x
	}
	if q.top > 0 && a.sorted && !a.local {
		query.Top = min(q.top, table.MaxPage)
	}
	for pages := 1; ; pages++ {
		rec := &explain.Record{}
		page, err := t.ListEntities(explain.NewContext(ctx, rec), query)
		if err != nil && apierr.Of(err) != apierr.TableNotFound {
			return err
		}
		out.add(rec)
		out.roundtrips = max(out.roundtrips, pages)
		for _, row := range page.Rows {
			pk, rk := row.Key()
			out.found = append(out.found, b.owner[address{name, pk, rk}])
		}
		if page.Next == nil || query.Top > 0 && len(out.found) >= q.top {
			return nil
		}
		query.Next = page.Next
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
func (b *bench) narrow(q *question, a *access, out *bill) {
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
	if a.numeric() && len(v) != len(w) {
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
	if q.from == "" {
		return true
	}
	n := b.w.number(e, q.from)
	return q.low <= n && n <= q.high
}

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
		out.touched = append(out.touched, address{at.table, at.partition, ""})
	}
	if len(out.found) > 0 {
		out.roundtrips++
	}
	return nil
}
