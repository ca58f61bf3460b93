package lint

import (
	"cmp"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/table"
)

const (
	leastReplaced  = 1 << 10 // bytes of a body
	mostDifference = 2       // properties
)

// replaceLittle finds entities that are sent whole although little of them changed.
func replaceLittle(h *history) []*candidate {
	list := least(3, h.groups(func(q *request) string {
		if q.Method != "PUT" || !q.isWrite() || !q.ok() || len(q.Body) <= leastReplaced || h.lastSeen(q) == nil {
			return ""
		}
		c := q.onlyChange()
		if c == nil {
			return ""
		}
		if names, _ := difference(c); names == nil {
			return ""
		}
		return q.shape + " " + strconv.Itoa(q.Line)
	}))
	for _, c := range list {
		names, _ := difference(&c.hits[0].Record.Changes[0])
		c.Names, c.try = []string{strings.Join(names, ", ")}, merging
	}
	return list
}

// difference returns the properties that a replacement changed, and the entity with these alone; nil if there are
// none, too many, or some are gone.
func difference(c *explain.Change) (names []string, patch edm.Entity) {
	before, err := edm.Row(c.Before).Decode()
	if c.Before == "" || err != nil {
		return nil, patch
	}
	after, err := edm.Row(c.After).Decode()
	if c.After == "" || err != nil {
		return nil, patch
	}
	patch = edm.Entity{PartitionKey: after.PartitionKey, RowKey: after.RowKey}
	for _, p := range after.Properties {
		if v, ok := before.Get(p.Name); !ok || v != p.Value {
			names, patch.Properties = append(names, p.Name), append(patch.Properties, p)
		}
	}
	for _, p := range before.Properties {
		if _, ok := after.Get(p.Name); !ok {
			return nil, patch
		}
	}
	if len(names) > mostDifference {
		return nil, patch
	}
	return names, patch
}

// merging merges what changed into what was there, and compares.
func merging(b *Bench, q *request) (t trial, err error) {
	err = b.Apart(func() error {
		before, err := edm.Row(q.Record.Changes[0].Before).Decode()
		if err != nil {
			return err
		}
		_, patch := difference(&q.Record.Changes[0])
		if _, ok, err := b.make([]edm.Entity{before}); err != nil || !ok {
			return err
		}
		if _, err := b.Table(scratchTable).UpdateEntity(b.Context, patch, table.Merge, table.Any); err != nil {
			return err
		}
		sent := body(&patch, false)
		t.ok = same(b, []*request{q})
		t.before = Cost{Requests: 1, Roundtrips: 1, Bytes: len(q.Body)}
		t.after = Cost{Requests: 1, Roundtrips: 1, Bytes: len(sent)}
		etag := cmp.Or(q.IfMatch, "*")
		t.form = []Step{{Head: []string{}, Method: "PATCH", Target: q.target(), Fields: [][2]string{{"If-Match", etag}},
			Body: sent}}
		return nil
	})
	return t, ignore(err)
}

// lastSeen returns the last request before q in which its client read or wrote the entity, nil if there is none.
func (h *history) lastSeen(q *request) (seen *request) {
	for _, r := range h.list {
		if r.N >= q.N {
			break
		}
		if r.Client == q.Client && r.table == q.table && r.ok() && r.knows([]explain.Key{*q.key}) {
			seen = r
		}
	}
	return seen
}
