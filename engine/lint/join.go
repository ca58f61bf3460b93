package lint

import (
	"strconv"
	"strings"

	"rowkey/engine/advise"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

// clientJoin finds point reads whose keys come from one answer.
func clientJoin(h *history) []*candidate {
	from := map[*request]*request{}
	list := least(3, h.groups(func(q *request) string {
		if q.op != "GetEntity" || !q.ok() {
			return ""
		}
		for _, u := range q.Uses {
			of := h.byN[u.Of]
			if of != nil && of != q && u.What == "body" && of.isQuery() {
				from[q] = of
				return strconv.Itoa(of.N) + " " + q.table
			}
		}
		return ""
	}))
	for _, c := range list {
		first := from[c.hits[0]]
		c.ID = first.shape + " " + c.hits[0].table
		c.once, c.why = true, []*request{first}
		c.Names, c.try = []string{strconv.Itoa(len(c.hits))}, joined(first, c.hits)
	}
	return merged(list)
}

// joined copies what the reads found into the entities of the answer, and asks for those.
func joined(first *request, reads []*request) func(*Bench, *request) (trial, error) {
	return func(b *Bench, _ *request) (t trial, err error) {
		cost, found, err := advise.Count(b.Context, b.Table(first.Record.Table), first.filter, first.top)
		if err != nil {
			return t, ignore(err)
		}
		t.before = costOf(cost)
		var rows []edm.Entity
		for i, k := range found {
			e, err := b.Table(first.Record.Table).GetEntity(b.Context, k.Partition, k.Row)
			if err != nil {
				return t, ignore(err)
			}
			if i < len(reads) {
				if err := b.copyInto(&e, reads[i]); err != nil {
					return t, ignore(err)
				}
			}
			rows = append(rows, e)
		}
		for range reads {
			t.before.add(Cost{Read: 1, Requests: 1, Roundtrips: 1})
		}
		made, ok, err := b.make(rows)
		if err != nil || !ok {
			return t, err
		}
		after, got, err := advise.Count(b.Context, b.Table(scratchTable), first.filter, first.top)
		t.after, t.built = costOf(after), Cost{Requests: made.Requests, Roundtrips: made.Roundtrips}
		t.ok = err == nil && len(got) == len(found)
		return t, ignore(err)
	}
}

// copyInto copies the properties of an entity that was read into another.
func (b *Bench) copyInto(e *edm.Entity, q *request) error {
	other, err := b.Table(q.Record.Table).GetEntity(b.Context, q.key.Partition, q.key.Row)
	if err != nil {
		return err
	}
	for _, p := range other.Properties {
		if name := "Of" + p.Name; len(name) < 200 {
			e.Properties = append(e.Properties, edm.Property{Name: name, Value: p.Value})
		}
	}
	return nil
}

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
	for _, t := range terms(x) {
		if c, ok := t.(*odata.Compare); ok && (c.Op == odata.Lt || c.Op == odata.Le) {
			return true
		}
	}
	return false
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
	for _, r := range h.list {
		if r != q && r.shape == q.shape && r.URL != q.URL {
			return true
		}
	}
	return false
}

func operations(list []*request) (n int) {
	for _, q := range list {
		n += len(q.Record.Changes)
	}
	return n
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
			t.form = []Step{{Head: []string{}, Method: "DELETE", Target: "Tables('" + list[0].Record.Table + "202601')", Fields: [][2]string{}}}
			return nil
		}))
	}
}

// scanNotCopy finds scans for a value that is a whole part of a key elsewhere, for the same entities.
func scanNotCopy(h *history) []*candidate {
	where := map[*request]place{}
	list := h.claim(least(3, h.groups(func(q *request) string {
		if h.taken[q] || !q.isQuery() || q.class() < explain.PartitionScan || q.Record.Returned == 0 || q.Record.Read <= q.Record.Returned {
			return ""
		}
		for _, t := range terms(q.filter) {
			c, ok := t.(*odata.Compare)
			if !ok || c.Op != odata.Eq || c.Property == edm.PartitionKey || c.Property == edm.RowKey || c.Literal.Type() != edm.TypeString {
				continue
			}
			if p, ok := h.keyWith(c.Literal.Text(), q); ok {
				p.property = c.Property
				where[q] = p
				return q.shape
			}
		}
		return ""
	})))
	for _, c := range list {
		p := where[c.hits[0]]
		c.Names, c.why, c.try = []string{p.property, p.of.Record.Table}, []*request{p.of}, elsewhere(where)
	}
	return list
}

// place is where a value is a part of a key: its whole partition, or what comes in the row key up to and with it.
type place struct {
	of        *request
	property  string
	partition string
	prefix    string // of the row key, "" for the whole partition
}

// keyWith finds a request that names, or was told of, a key with a value as one of its parts.
func (h *history) keyWith(value string, q *request) (p place, ok bool) {
	for _, r := range h.list {
		if !r.ok() || r.shape == q.shape || len(r.Record.Keys) > mostListed {
			continue
		}
		keys := r.Record.Keys
		for i := range r.Record.Changes {
			keys = append(keys[:len(keys):len(keys)], r.Record.Changes[i].Key)
		}
		for _, k := range keys {
			if k.Partition == value {
				return place{of: r, partition: value}, true
			}
			if at := strings.Index("_"+k.Row+"_", "_"+value+"_"); at >= 0 && value != "" {
				return place{of: r, partition: k.Partition, prefix: k.Row[:at+len(value)]}, true
			}
		}
	}
	return p, false
}

// elsewhere asks for the copies, and compares what they hold.
func elsewhere(where map[*request]place) func(*Bench, *request) (trial, error) {
	return func(b *Bench, q *request) (t trial, err error) {
		p := where[q]
		var x odata.Expr = &odata.Compare{Property: edm.PartitionKey, Op: odata.Eq, Literal: edm.String(p.partition)}
		if p.prefix != "" {
			low := &odata.Compare{Property: edm.RowKey, Op: odata.Ge, Literal: edm.String(p.prefix)}
			high := &odata.Compare{Property: edm.RowKey, Op: odata.Lt, Literal: edm.String(p.prefix + "`")}
			x = &odata.And{X: x, Y: &odata.And{X: low, Y: high}}
		}
		before, found, err := advise.Count(b.Context, b.Table(q.Record.Table), q.filter, q.top)
		if err != nil {
			return t, ignore(err)
		}
		after, copies, err := advise.Count(b.Context, b.Table(p.of.Record.Table), x, q.top)
		if err != nil || len(copies) != len(found) || !b.alike(q.Record.Table, p.of.Record.Table, found, copies) {
			return t, ignore(err)
		}
		t = trial{ok: true, before: costOf(before), after: costOf(after)}
		target := p.of.Record.Table + "()?$filter=" + spell(x)
		t.form = []Step{{Head: []string{"follow"}, Method: "GET", Target: target, Fields: [][2]string{}}}
		return t, nil
	}
}

// alike reports whether each entity has a copy with the same properties.
func (b *Bench) alike(one, other string, keys, copies []explain.Key) bool {
	seen := map[string]int{}
	for _, k := range keys {
		e, err := b.Table(one).GetEntity(b.Context, k.Partition, k.Row)
		if err != nil {
			return false
		}
		seen[properties(&e)]++
	}
	for _, k := range copies {
		e, err := b.Table(other).GetEntity(b.Context, k.Partition, k.Row)
		if err != nil || seen[properties(&e)] == 0 {
			return false
		}
		seen[properties(&e)]--
	}
	return true
}

func properties(e *edm.Entity) string {
	c := edm.Entity{Properties: append([]edm.Property(nil), e.Properties...)}
	c.SortProperties()
	return body(&c, false)
}
