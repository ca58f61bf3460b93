package lint

import (
	"slices"
	"strconv"

	"rowkey/engine/trail"
)

// tokenDropped finds first pages that are used as if they were the whole answer.
func tokenDropped(h *history) []*candidate {
	list := h.groups(func(q *request) string {
		firstPage := q.op == "QueryEntities" && q.Next != nil && q.top == 0 && !q.Pages
		if !firstPage || q.Run == 0 || !q.usedAsWhole() || h.continued(q) {
			return ""
		}
		return q.shape
	})
	return trying(list, following)
}

// usedAsWhole reports whether something uses an answer as if it were all: its count, all of its rows, its keys.
func (q *request) usedAsWhole() bool {
	return slices.ContainsFunc(q.used, func(u trail.Use) bool {
		return u.What == "count" || u.What == "keys" || u.What == "returned" || u.What == "body" && u.Row == trail.All
	})
}

// continued reports whether the next page was asked for.
func (h *history) continued(q *request) bool {
	return slices.ContainsFunc(h.list, func(later *request) bool {
		return later.N > q.N && later.resumed && later.table == q.table && later.Client == q.Client
	})
}

// following counts what the pages hold that were not asked for.
func following(b *Bench, q *request) (t trial, err error) {
	all, err := b.follow(q)
	if err != nil {
		return t, ignore(err)
	}
	t.before = q.cost()
	t.after, t.lost = costOf(all), all.Returned-q.Record.Returned
	t.ok = t.lost > 0
	t.form = []Step{{Head: []string{"follow"}, Method: "GET", Target: q.target(), Fields: [][2]string{}}}
	t.names = []string{strconv.Itoa(q.Record.Returned), strconv.Itoa(all.Returned)}
	return t, nil
}
