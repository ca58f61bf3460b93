package lint

import (
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
)

// The limits of the service, and from where on a rule speaks.
// Source: Understanding the Table service data model, "Property limitations".
var limits = [...]struct {
	name        string
	near, limit int
	of          func(e *edm.Entity) int
}{
	{"1 MiB", 512 << 10, 1 << 20, (*edm.Entity).Size},
	{"64 KiB", 48 << 10, 64 << 10, longestText},
	{"252", 200, 252, func(e *edm.Entity) int { return len(e.Properties) }},
	{"1 KiB", 512, 1 << 10, func(e *edm.Entity) int { return 2 * max(len(e.PartitionKey), len(e.RowKey)) }},
}

// longestText returns the size of the longest text of an entity, in bytes of UTF-16.
func longestText(e *edm.Entity) (most int) {
	for _, p := range e.Properties {
		if p.Value.Type() == edm.TypeString {
			most = max(most, 2*len(p.Value.Text()))
		}
	}
	return most
}

// nearLimit finds entities that come close to a limit, and do not shrink.
func nearLimit(h *history) []*candidate {
	at := map[*request][]string{}
	list := h.groups(func(q *request) string {
		c := q.onlyChange()
		if !q.isWrite() || !q.ok() || c == nil || len(c.After) < 400 {
			return ""
		}
		names := nearest(c)
		if names == nil {
			return ""
		}
		at[q] = names
		return q.table + " " + q.key.Partition + " " + q.key.Row
	})
	for _, c := range list {
		last := c.hits[len(c.hits)-1]
		c.Names = append([]string{last.key.Partition, last.key.Row}, at[last][:2]...)
		c.Lost, _ = strconv.Atoi(at[last][2])
	}
	return list
}

// nearest returns the limit that an entity is closest to: how close in per cent, its name, and how many writes like
// this one are left until it is reached, 0 if the entity does not grow. It is nil if no limit is near, or the entity
// shrinks.
func nearest(c *explain.Change) (found []string) {
	after, err := edm.Row(c.After).Decode()
	if err != nil {
		return nil
	}
	most := 0
	for _, l := range limits {
		n := l.of(&after)
		if n <= l.near || 100*n/l.limit <= most {
			continue
		}
		left := 0
		if before, err := edm.Row(c.Before).Decode(); c.Before != "" && err == nil {
			switch growth := n - l.of(&before); {
			case growth < 0:
				continue
			case growth > 0:
				left = (l.limit - n) / growth
			}
		}
		most = 100 * n / l.limit
		found = []string{strconv.Itoa(most), l.name, strconv.Itoa(left)}
	}
	return found
}
