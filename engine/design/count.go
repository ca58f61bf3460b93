package design

import (
	"rowkey/engine/table"
)

// count says what the requests of an access would cost, without sending them: it looks at the rows between the keys as
// the service would. [bench.ask] sends them; both must agree.
func (b *bench) count(q *question, a *access) bill {
	var out bill
	b.rows.spans(a, func(s span, partition *string) bool {
		if partition != nil {
			at := address{table: s.table, partition: *partition}
			out.touched = append(out.touched, touch{at, b.pages(q, a, s, &out)})
		} else {
			b.pages(q, a, s, &out)
			out.scanned = append(out.scanned, s)
		}
		return !a.enough(q, len(out.found))
	})
	b.narrow(q, &out)
	if a.fetch {
		b.countFetch(&out)
	}
	return out
}

// pages counts the rows of one interval and returns how many requests they take.
func (b *bench) pages(q *question, a *access, s span, out *bill) int {
	limit, pages, returned, found := a.limit(q), 1, 0, 0
	for i := s.from; i < s.to; i++ {
		if returned == limit {
			if a.top(q) > 0 && found >= q.top {
				break
			}
			pages, returned = pages+1, 0
		}
		r := &b.rows[s.table][i]
		out.read++
		if !b.passes(q, a, r) {
			continue
		}
		returned, out.returned = returned+1, out.returned+1
		if r.copy == a.copy {
			out.found, found = append(out.found, r.thing), found+1
		}
	}
	out.requests, out.transactions = out.requests+pages, out.transactions+pages
	if a.inTurn {
		out.roundtrips += pages
	} else {
		out.roundtrips = max(out.roundtrips, pages)
	}
	return pages
}

// passes reports whether the service returns a row that it has read.
func (b *bench) passes(q *question, a *access, r *row) bool {
	if a.partitions == nil && !a.rows.contain(r.row) {
		return false
	}
	e := b.things[r.thing]
	for _, i := range a.compared {
		if !b.stored[r.copy].holds[i] {
			return false
		}
		if name := b.w.attributes[i].name; name == q.from && !q.ranges(b.w.number(e, name)) || name != q.from && e[i] != q.of[i] {
			return false
		}
	}
	return true
}

// countFetch counts the point reads of [bench.fetch].
func (b *bench) countFetch(out *bill) {
	n := len(out.found)
	out.read, out.returned = out.read+n, out.returned+n
	out.requests, out.transactions = out.requests+n, out.transactions+n
	for _, i := range out.found {
		at := b.address(0, b.things[i])
		at.row = ""
		out.touched = append(out.touched, touch{at, 1})
	}
	if n > 0 {
		out.roundtrips++
	}
}

// top is the $top that the requests of an access have, 0 for none.
func (a *access) top(q *question) int {
	if q.top > 0 && a.sorted && !a.local {
		return min(q.top, table.MaxPage)
	}
	return 0
}

// limit is how many entities a page returns at most.
func (a *access) limit(q *question) int {
	if n := a.top(q); n > 0 {
		return n
	}
	return table.MaxPage
}

// enough reports whether an access that asks in turn has found what is wanted.
func (a *access) enough(q *question, found int) bool { return a.inTurn && found >= q.top }
