package watch

import (
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/lint"
	"rowkey/engine/lists"
	"rowkey/engine/shape"
)

const (
	mostOps     = 100 // operations of a transaction
	looseWrites = 5   // writes that a connection shows before they are more than a coincidence
)

// singleWrites finds writes to different rows of one partition that a transaction could do together. A read ends the
// group: what follows may depend on it.
func singleWrites(u *shape.Unit) (hits []hit) {
	groups := map[string][]*shape.Member{}
	var order []string
	end := func() {
		for _, id := range order {
			hits = appendWrites(hits, u, groups[id])
		}
		clear(groups)
		order = order[:0]
	}
	for _, m := range u.Requests {
		k := written(m)
		if k == nil {
			end()
			continue
		}
		id := m.Shape.Table + "\n" + k.Partition
		if groups[id] == nil {
			order = append(order, id)
		}
		groups[id] = append(groups[id], m)
	}
	end()
	return hits
}

// written returns the key of the one row that a request wrote, nil if it did anything else.
func written(m *shape.Member) *explain.Key {
	if len(m.Ops) > 0 || m.Status >= 300 || len(m.Record.Changes) != 1 || m.Record.Changes[0].Key.Partition == "" &&
		strings.HasSuffix(m.Record.Changes[0].Kind, "Table") {
		return nil
	}
	return &m.Record.Changes[0].Key
}

func appendWrites(hits []hit, u *shape.Unit, writes []*shape.Member) []hit {
	least := 3
	if !u.Traced {
		least = looseWrites
	}
	rows := map[explain.Key]bool{}
	for _, m := range writes {
		rows[*written(m)] = true
	}
	if len(rows) < least || len(rows) < len(writes) {
		return hits
	}
	n := (len(writes) + mostOps - 1) / mostOps
	h := hit{about: writes, before: total(writes), after: lint.Cost{Requests: n, Roundtrips: n}}
	h.why = append(h.why, lists.Only(writes, func(m *shape.Member) bool { return m.Shape != writes[0].Shape })...)
	return append(hits, h)
}
