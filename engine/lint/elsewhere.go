package lint

import (
	"strings"

	"rowkey/engine/advise"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

// scanNotCopy finds scans for a value that is a whole part of a key elsewhere, for the same entities.
func scanNotCopy(h *history) []*candidate {
	where := map[*request]place{}
	list := h.claim(least(3, h.groups(func(q *request) string {
		scans := q.isQuery() && q.class() >= explain.PartitionScan && q.Record.Read > q.Record.Returned
		if h.claimed[q] || !scans || q.Record.Returned == 0 {
			return ""
		}
		for _, t := range odata.Terms(q.filter) {
			c, ok := t.(*odata.Compare)
			if !ok || c.Op != odata.Eq || c.Literal.Type() != edm.TypeString {
				continue
			}
			if c.Property == edm.PartitionKey || c.Property == edm.RowKey {
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
