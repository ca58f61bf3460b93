package lint

import (
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/table"
)

// retryNotSafe finds writes that were done twice, because the answer to the first one was lost.
func retryNotSafe(h *history) []*candidate {
	first := map[*request]*request{}
	list := h.groups(func(q *request) string {
		if c := q.onlyChange(); q.Run == 0 || !q.isWrite() || c == nil || c.After == "" {
			return ""
		}
		for _, r := range h.list {
			unanswered := r.N < q.N && r.Status == 0 && r.Client == q.Client && r.Run == q.Run && r.Method == q.Method
			if unanswered && r.onlyChange() != nil && repeats(r, q) {
				first[q] = r
				return q.table + " " + strconv.Itoa(q.Line)
			}
		}
		return ""
	})
	for _, c := range list {
		c.why, c.Lost = []*request{first[c.hits[0]]}, len(c.hits)
		c.Names = []string{first[c.hits[0]].key.Partition, first[c.hits[0]].key.Row}
		c.try = onceMore(first)
	}
	return list
}

// repeats reports whether a write does again what an earlier one has done: another key with the same content, or the
// same key with a value that went on, on no condition.
func repeats(r, q *request) bool {
	if r.key == nil || q.table != r.table {
		return false
	}
	if *r.key != *q.key {
		return q.Method == "POST" && content(r) == content(q)
	}
	return q.Method != "POST" && (q.IfMatch == "" || q.IfMatch == "*") && content(r) != content(q) && r.Title == q.Title
}

// content writes the properties that a request left.
func content(q *request) string {
	e, err := edm.Row(q.Record.Changes[0].After).Decode()
	if err != nil {
		return ""
	}
	return text(&edm.Entity{Properties: e.Properties})
}

// onceMore sends the first one again with its own key, or with the ETag that it was made on: the service refuses it.
func onceMore(first map[*request]*request) func(*Bench, *request) (trial, error) {
	return func(b *Bench, q *request) (t trial, err error) {
		r := first[q]
		return t, ignore(b.Apart(func() error {
			e, err := edm.Row(r.Record.Changes[0].After).Decode()
			if err != nil {
				return err
			}
			if _, ok, err := b.make([]edm.Entity{e}); err != nil || !ok {
				return err
			}
			if q.Method == "POST" {
				_, err = b.Table(scratchTable).AddEntity(b.Context, e)
			} else {
				_, err = b.Table(scratchTable).UpdateEntity(b.Context, e, table.Merge, `W/"datetime'2000-01-01T00%3A00%3A00Z'"`)
			}
			t.ok = err != nil
			t.form = []Step{{Head: []string{}, Method: r.Method, Target: r.target(), Fields: [][2]string{}, Body: r.Body}}
			return nil
		}))
	}
}
