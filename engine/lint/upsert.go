package lint

import (
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
)

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
