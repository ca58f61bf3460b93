package watch

import (
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/shape"
)

// wholeRows finds rows that are read whole in one unit of work, of which little is written back.
func wholeRows(u *shape.Unit) (hits []hit) {
	reads := map[explain.Key]*shape.Member{}
	var order []*shape.Member
	writes := map[*shape.Member][]*shape.Member{}
	for _, m := range u.Requests {
		switch {
		case m.Status >= 300:
		case m.Method == "GET" && !strings.Contains(m.Shape.Text, " select "):
			for _, k := range m.Record.Keys {
				reads[k] = m
			}
		case merges(m) && reads[m.Record.Changes[0].Key] != nil:
			read := reads[m.Record.Changes[0].Key]
			if read.Shape.Table != m.Shape.Table {
				continue
			}
			if writes[read] == nil {
				order = append(order, read)
			}
			writes[read] = append(writes[read], m)
		}
	}
	for _, read := range order {
		if h, ok := narrower(read, writes[read]); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

func merges(m *shape.Member) bool {
	return len(m.Ops) == 0 && len(m.Record.Changes) == 1 && m.Record.Changes[0].Kind == "merge"
}

// narrower compares the bytes of an answer with those of what is written back; ok is false unless that is little, for
// most of the rows.
func narrower(read *shape.Member, writes []*shape.Member) (h hit, ok bool) {
	if 2*len(writes) < read.Record.Returned {
		return h, false
	}
	h = hit{about: []*shape.Member{read}, why: writes[:1], before: costOf(read), after: costOf(read)}
	h.after.Bytes = 0
	for _, w := range writes {
		h.after.Bytes += w.Record.BytesIn
	}
	return h, 4*h.after.Bytes < h.before.Bytes
}
