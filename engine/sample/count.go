package sample

import (
	"context"
	"slices"
	"sort"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/plan/ask"
	"rowkey/engine/table"
)

// outcome is what one interval costs, and the rows that come back.
type outcome struct {
	class                 explain.Class
	read, returned, pages int
	rows                  []row
}

// teller says what an interval costs: by counting keys, or by sending requests.
type teller func(ctx context.Context, r *ask.Request, name string, wanted int) (outcome, error)

// count predicts an interval from the keys of the sample, without sending a request. [bench.send] sends them; both must
// agree.
func (b *bench) count(_ context.Context, r *ask.Request, name string, wanted int) (outcome, error) {
	out := outcome{class: r.Class(), pages: 1}
	limit, onPage, found := limitOf(r), 0, 0
	from, to := b.interval(r, name)
	for i := from; i < to; i++ {
		if onPage == limit {
			if r.Top > 0 && found >= wanted {
				break
			}
			out.pages, onPage = out.pages+1, 0
		}
		one := &b.rows[name][i]
		out.read++
		if !b.passes(r, one) {
			continue
		}
		onPage, out.returned, out.rows = onPage+1, out.returned+1, append(out.rows, *one)
		if isFirst(r, one) {
			found++
		}
	}
	return out, nil
}

// isFirst reports whether a row is one of those of which a request wants the first ones.
func isFirst(r *ask.Request, one *row) bool {
	return one.store == r.Store && (r.Keeps == nil || r.Keeps(one.thing.value))
}

// limitOf returns how many entities a page returns at most.
func limitOf(r *ask.Request) int {
	if r.Top > 0 {
		return r.Top
	}
	return table.MaxPage
}

// interval returns the rows between the keys of a request.
func (b *bench) interval(r *ask.Request, name string) (from, to int) {
	rows := b.rows[name]
	at := func(partition, key string) int {
		return sort.Search(len(rows), func(i int) bool { return compare(&rows[i], partition, key) >= 0 })
	}
	switch pk, rk := r.Partition, r.Row; {
	case pk.Exact && rk.Exact:
		return at(pk.Low, rk.Low), at(pk.Low, rk.Low+"\x00")
	case pk.Exact && rk.High != "":
		return at(pk.Low, rk.Low), at(pk.Low, rk.High)
	case pk.Exact:
		return at(pk.Low, rk.Low), at(pk.Low+"\x00", "")
	case pk.High != "":
		return at(pk.Low, ""), at(pk.High, "")
	}
	return at(r.Partition.Low, ""), len(rows)
}

// passes reports whether the service returns a row that it has read.
func (b *bench) passes(r *ask.Request, one *row) bool {
	if !r.Partition.Exact && !within(one.key, r.Row) {
		return false
	}
	for _, c := range r.Compare {
		if !b.holds(one.store, c.Ref) || !compares(one.thing.value(c.Ref), c) {
			return false
		}
	}
	return true
}

// within reports whether a key is in an interval.
func within(key string, in ask.Bounds) bool {
	if in.Exact {
		return key == in.Low
	}
	return edm.CompareText(key, in.Low) >= 0 && (in.High == "" || edm.CompareText(key, in.High) < 0)
}

func compares(v edm.Value, c ask.Comparison) bool {
	if c.Op == "eq" {
		return slices.ContainsFunc(c.Values, func(w edm.Value) bool { return odata.Literal(v) == odata.Literal(w) })
	}
	before := compareValues(v, c.Values[0]) < 0
	return before == (c.Op == "lt")
}
