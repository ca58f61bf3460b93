package lint

import (
	"cmp"
	"strconv"
	"strings"
)

// starAfterRead finds writes whose value comes from an answer, and that do not ask whether it still holds.
func starAfterRead(h *history) []*candidate {
	read := map[*request]*request{}
	list := h.groups(func(q *request) string {
		if !q.isWrite() || q.IfMatch != "*" || q.Method == "DELETE" || !q.ok() {
			return ""
		}
		for _, u := range q.Uses {
			of := h.byN[u.Of]
			if of != nil && of != q && of.op == "GetEntity" && u.What == "body" && of.table == q.table && *of.key == *q.key {
				read[q] = of
				return q.table + " " + strconv.Itoa(q.Line)
			}
		}
		return ""
	})
	for _, c := range list {
		c.why = append(c.why, read[c.hits[0]])
		for _, q := range c.hits {
			between := h.writesBetween(read[q], q)
			if len(between) > 0 {
				c.Lost++
				c.why = append(c.why, between[0])
			}
		}
		c.Names = []string{c.hits[0].key.Partition, c.hits[0].key.Row}
		c.try = guarded(read)
	}
	return list
}

// writesBetween returns what others wrote to the entity of a request since it was read.
func (h *history) writesBetween(read, q *request) (list []*request) {
	for _, w := range h.list {
		between := w.N > read.N && w.N < q.N && w.Client != q.Client
		if between && w.isWrite() && w.ok() && w.table == q.table && *w.key == *q.key {
			list = append(list, w)
		}
	}
	return list
}

// guarded sends the write with the ETag of its read, after another writer was there: it has to be refused, where the
// write as it was sent goes through.
func guarded(read map[*request]*request) func(*Bench, *request) (trial, error) {
	return func(b *Bench, q *request) (t trial, err error) {
		ask := func(etag string) (status int) {
			_ = b.Apart(func() error {
				url, _, _ := strings.Cut(q.URL, "?")
				now := b.Ask(Sent{Method: "GET", URL: url, Accept: q.Accept})
				b.Ask(Sent{Method: "MERGE", URL: url, IfMatch: "*", Body: `{"RowkeyOther":1}`})
				etag = cmp.Or(etag, now.ETag)
				status = b.Ask(Sent{Method: q.Method, URL: url, IfMatch: etag, Body: q.Body}).Status
				return nil
			})
			return status
		}
		star, exact := ask("*"), ask("")
		t = trial{ok: star < 300 && exact == 412, names: []string{strconv.Itoa(star), strconv.Itoa(exact)}}
		name := read[q].Name
		get := Step{Head: []string{"name " + name}, Method: "GET", Target: read[q].target(), Fields: [][2]string{}}
		put := Step{Head: []string{}, Method: q.Method, Target: q.target(), Body: q.Body,
			Fields: [][2]string{{"If-Match", "{{" + name + ".response.headers.ETag}}"}}}
		t.form = []Step{get, put}
		return t, nil
	}
}
