package lint

import (
	"slices"
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/odata"
)

const (
	leastDeletes = 20
	manyDeletes  = 1000
)

// deleteLoop finds deletes of entities that a query chose by an upper end of time or keys.
func deleteLoop(h *history) []*candidate {
	var list []*candidate
	for _, q := range h.list {
		if !q.isQuery() || !boundedAbove(q.filter) || len(q.Record.Keys) < leastDeletes {
			continue
		}
		gone := h.deleted(q)
		if len(gone) == 0 || len(q.Record.Keys) < manyDeletes && !h.again(q) {
			continue
		}
		n := operations(gone)
		if n < leastDeletes {
			continue
		}
		c := &candidate{hits: gone, why: []*request{q}, once: true, try: dropping(q, gone)}
		c.ID, c.Names = q.shape, []string{strconv.Itoa(n)}
		list = append(list, c)
	}
	return merged(list)
}

// boundedAbove reports whether a filter ends a range above.
func boundedAbove(x odata.Expr) bool {
	return slices.ContainsFunc(odata.Terms(x), func(t odata.Expr) bool {
		c, ok := t.(*odata.Compare)
		return ok && (c.Op == odata.Lt || c.Op == odata.Le)
	})
}

// deleted returns the requests that delete what a query found.
func (h *history) deleted(q *request) (list []*request) {
	found := make(map[explain.Key]bool, len(q.Record.Keys))
	for _, k := range q.Record.Keys {
		found[k] = true
	}
	for _, r := range h.list {
		if r.N <= q.N || r.Client != q.Client || r.table != q.table || !r.ok() || len(r.Record.Changes) == 0 {
			continue
		}
		all := true
		for i := range r.Record.Changes {
			all = all && r.Record.Changes[i].Kind == "delete" && found[r.Record.Changes[i].Key]
		}
		if all {
			list = append(list, r)
		}
	}
	return list
}

// again reports whether a query of the same form was asked more than once.
func (h *history) again(q *request) bool {
	return slices.ContainsFunc(h.list, func(r *request) bool {
		return r != q && r.shape == q.shape && r.URL != q.URL
	})
}

func operations(list []*request) int {
	return lists.Sum(list, func(q *request) int { return len(q.Record.Changes) })
}

// dropping makes a table of what was deleted, as one period would have been, and drops it.
func dropping(chosen *request, list []*request) func(*Bench, *request) (trial, error) {
	return func(b *Bench, _ *request) (t trial, err error) {
		return t, ignore(b.Apart(func() error {
			var rows []edm.Entity
			for _, q := range list {
				for i := range q.Record.Changes {
					e, err := edm.Row(q.Record.Changes[i].Before).Decode()
					if err != nil {
						return err
					}
					rows = append(rows, e)
				}
				t.before.add(Cost{Requests: 1, Roundtrips: 1})
			}
			if _, ok, err := b.make(rows); err != nil || !ok {
				return err
			}
			if err := b.Table(scratchTable).Delete(b.Context); err != nil {
				return err
			}
			t.before.add(chosen.cost())
			t.ok, t.after = true, Cost{Requests: 1, Roundtrips: 1}
			t.form = []Step{{Head: []string{}, Method: "DELETE", Target: "Tables('" + list[0].Record.Table + "202601')",
				Fields: [][2]string{}}}
			return nil
		}))
	}
}
