package lint

import (
	"slices"
	"strconv"
)

// sameAgain finds point reads of one client that bring the same version again and again.
func sameAgain(h *history) []*candidate {
	list := least(5, h.groups(func(q *request) string {
		if q.Run == 0 || q.op != "GetEntity" || !q.ok() || q.key == nil || q.ETag == "" || h.writtenByOthers(q) {
			return ""
		}
		return strconv.Itoa(q.Run) + " " + q.Client + " " + q.URL + " " + q.ETag
	}))
	for _, c := range list {
		n := len(c.hits)
		c.once = true
		c.Names = []string{c.hits[0].key.Partition, c.hits[0].key.Row}
		c.try = func(b *Bench, q *request) (t trial, err error) {
			a := b.Ask(Sent{Method: "GET", URL: q.URL, Accept: q.Accept})
			one := Cost{Read: a.Record.Read, Requests: 1, Roundtrips: 1, Bytes: a.Record.BytesOut}
			t = trial{ok: a.Status == 200, after: one}
			for range n {
				t.before.add(one)
			}
			t.form = []Step{{Head: []string{"cache"}, Method: "GET", Target: q.target(), Fields: [][2]string{}}}
			return t, nil
		}
	}
	return list
}

// writtenByOthers reports whether another client writes the entity of a request.
func (h *history) writtenByOthers(q *request) bool {
	return slices.ContainsFunc(h.list, func(w *request) bool {
		return w.isWrite() && w.Client != q.Client && w.table == q.table && *w.key == *q.key
	})
}
