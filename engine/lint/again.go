package lint

import (
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/table"
)

// sameAgain finds point reads of one client that bring the same version again and again.
func sameAgain(h *history) []*candidate {
	list := least(5, h.groups(func(q *request) string {
		if q.op != "GetEntity" || !q.ok() || q.key == nil || q.ETag == "" || h.writtenByOthers(q) {
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
	for _, w := range h.list {
		if w.isWrite() && w.Client != q.Client && w.table == q.table && *w.key == *q.key {
			return true
		}
	}
	return false
}

const (
	leastReplaced  = 1 << 10 // bytes of a body
	mostDifference = 2       // properties
)

// replaceLittle finds entities that are sent whole although little of them changed.
func replaceLittle(h *history) []*candidate {
	list := least(3, h.groups(func(q *request) string {
		if q.Method != "PUT" || !q.isWrite() || !q.ok() || len(q.Body) <= leastReplaced || len(q.Record.Changes) != 1 || h.lastSeen(q) == nil {
			return ""
		}
		if names, _ := difference(&q.Record.Changes[0]); names == nil {
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

// difference returns the properties that a replacement changed, and the entity with these alone; nil if there are none, too
// many, or some are gone.
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
		etag := q.IfMatch
		if etag == "" {
			etag = "*"
		}
		t.form = []Step{{Head: []string{}, Method: "PATCH", Target: q.target(), Fields: [][2]string{{"If-Match", etag}}, Body: sent}}
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
		if r.Client == q.Client && r.table == q.table && r.ok() && r.tells([]explain.Key{*q.key}) {
			seen = r
		}
	}
	return seen
}

// upsertOver finds upserts over what another client wrote since this one last saw it.
func upsertOver(h *history) []*candidate {
	why := map[*request]*request{}
	list := h.groups(func(q *request) string {
		if !strings.HasPrefix(q.op, "InsertOr") || !q.ok() || q.Run == 0 || len(q.Record.Changes) != 1 {
			return ""
		}
		seen := h.lastSeen(q)
		if seen == nil || q.Record.Changes[0].Before == "" || sameContent(&q.Record.Changes[0]) {
			return ""
		}
		between := h.writesBetween(seen, q)
		if len(between) == 0 {
			return ""
		}
		why[q] = between[len(between)-1]
		return q.table + " " + strconv.Itoa(q.Line)
	})
	for _, c := range list {
		first := c.hits[0]
		c.why, c.Lost = []*request{h.lastSeen(first), why[first]}, len(c.hits)
		c.Names, c.try = []string{first.key.Partition, first.key.Row}, refusedInsert
	}
	return list
}

// sameContent reports whether a write left everything as it was.
func sameContent(c *explain.Change) bool {
	before, err := edm.Row(c.Before).Decode()
	after, err2 := edm.Row(c.After).Decode()
	return err == nil && err2 == nil && withoutTime(&before) == withoutTime(&after)
}

// refusedInsert inserts what was written where something was: the service refuses it.
func refusedInsert(b *Bench, q *request) (t trial, err error) {
	return t, ignore(b.Apart(func() error {
		before, err := edm.Row(q.Record.Changes[0].Before).Decode()
		if err != nil {
			return err
		}
		after, err := edm.Row(q.Record.Changes[0].After).Decode()
		if err != nil {
			return err
		}
		_, made, err := b.make([]edm.Entity{before})
		if err != nil {
			return err
		}
		_, refused := b.Table(scratchTable).AddEntity(b.Context, after)
		t.ok = made && refused != nil
		path, _, _ := strings.Cut(q.target(), "(")
		t.form = []Step{{Head: []string{}, Method: "POST", Target: path, Fields: [][2]string{}, Body: body(&after, true)}}
		return nil
	}))
}

// retryNotSafe finds writes that were done twice, because the answer to the first one was lost.
func retryNotSafe(h *history) []*candidate {
	first := map[*request]*request{}
	list := h.groups(func(q *request) string {
		if q.Run == 0 || !q.isWrite() || len(q.Record.Changes) != 1 || q.Record.Changes[0].After == "" {
			return ""
		}
		for _, r := range h.list {
			if r.N < q.N && r.Status == 0 && r.Client == q.Client && r.Run == q.Run && r.Method == q.Method && len(r.Record.Changes) == 1 && repeats(r, q) {
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

// repeats reports whether a write does again what an earlier one has done: another key with the same content, or the same key
// with a value that went on, on no condition.
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
