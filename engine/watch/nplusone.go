package watch

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/shape"
)

// nPlusOne finds a query, and then a point read for each of its rows. That a key of the read is a value of the answer
// tells these reads from others.
func nPlusOne(u *shape.Unit) (hits []hit) {
	for i, q := range u.Requests {
		if q.Record.Op != "QueryEntities" || q.Record.Returned < 2 {
			continue
		}
		for _, reads := range readsOf(q, u.Requests[i+1:]) {
			if n := distinct(reads); n < 3 || 2*n < q.Record.Returned {
				continue
			}
			h := hit{about: reads, why: []*shape.Member{q}, before: plus(costOf(q), total(reads)), after: costOf(q)}
			h.after.Bytes = h.before.Bytes // the rows carry what was read elsewhere
			h.names = []string{place(q, reads[0])}
			hits = append(hits, h)
		}
	}
	return hits
}

// readsOf returns the point reads of keys that an answer names, by shape, up to the next query of the same shape.
func readsOf(q *shape.Member, later []*shape.Member) (groups [][]*shape.Member) {
	at := map[shape.Shape]int{}
	for _, m := range later {
		if m.Shape == q.Shape {
			break
		}
		if !names(q.Answer, m) {
			continue
		}
		j, ok := at[m.Shape]
		if !ok {
			j, groups = len(groups), append(groups, nil)
			at[m.Shape] = j
		}
		groups[j] = append(groups[j], m)
	}
	return groups
}

// names reports whether an answer has a value that is a key of a point read.
func names(answer string, m *shape.Member) bool {
	if m.Record.Op != "GetEntity" {
		return false
	}
	k := m.Key()
	return k != nil && (holds(answer, k.Row) || holds(answer, k.Partition) && k.Row == k.Partition)
}

// holds reports whether a text is a value of an answer.
func holds(answer, text string) bool {
	return text != "" && strings.Contains(answer, string(edm.AppendString(nil, text)))
}

// place says whether the reads are of the rows themselves, or of others.
func place(q, read *shape.Member) string {
	if q.Shape.Table == read.Shape.Table {
		return "same"
	}
	return "other"
}

func distinct(list []*shape.Member) int {
	urls := map[string]bool{}
	for _, m := range list {
		urls[m.URL] = true
	}
	return len(urls)
}
