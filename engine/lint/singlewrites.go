package lint

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/table"
	"rowkey/engine/trail"
)

const (
	mostActions  = 100     // of a transaction
	mostPayload  = 4 << 20 // bytes of one
	scratchTable = "RowkeyLintCopy"
)

// singleWrites finds writes to one partition that a client sends one by one.
func singleWrites(h *history) []*candidate {
	writes := func(q *request) bool { return q.Run > 0 && q.isWrite() && q.ok() && isEntityWrite(q) && !q.Unanswered }
	var list []*candidate
	for _, s := range h.streaks(writes, func(before []*request, q *request) bool {
		last := before[len(before)-1]
		return writes(q) && q.table == last.table && q.key.Partition == last.key.Partition && !usesAny(q, before) &&
			!h.usesRead(q) && !writesAgain(before, q)
	}) {
		if len(s) < 3 {
			continue
		}
		c := &candidate{hits: s, once: true, try: together(s)}
		c.ID = s[0].table + " " + s[0].key.Partition
		list = append(list, c)
	}
	return merged(list)
}

func isEntityWrite(q *request) bool {
	return len(q.Record.Changes) == 1 && q.Record.Changes[0].Kind != "createTable" &&
		q.Record.Changes[0].Kind != "deleteTable"
}

// usesRead reports whether a write uses what its client has read.
func (h *history) usesRead(q *request) bool {
	return slices.ContainsFunc(q.Uses, func(u trail.Use) bool {
		of := h.byN[u.Of]
		return u.Name != "" && of != nil && of.Client == q.Client && of.Method == "GET"
	})
}

func writesAgain(before []*request, q *request) bool {
	return slices.ContainsFunc(before, func(r *request) bool { return *r.key == *q.key })
}

// together writes the same entities as transactions, into a table that holds what was there before.
func together(s []*request) func(*Bench, *request) (trial, error) {
	return func(b *Bench, _ *request) (t trial, err error) {
		groups, err := prepare(b, s)
		if err != nil || groups == nil {
			return t, ignore(err)
		}
		for _, g := range groups {
			if _, err := b.Table(scratchTable).SubmitTransaction(b.Context, g); err != nil {
				return t, ignore(err)
			}
		}
		n := len(groups)
		t = trial{ok: same(b, s), after: Cost{Requests: n, Roundtrips: n},
			names: []string{s[0].key.Partition, strconv.Itoa(n)}}
		t.before = Cost{Requests: len(s), Roundtrips: len(s)}
		for _, q := range s[:min(len(s), 3)] {
			step := Step{Head: []string{"batch together"}, Method: q.Method, Target: q.target(), Fields: [][2]string{},
				Body: q.Body}
			if q.IfMatch != "" {
				step.Fields = append(step.Fields, [2]string{"If-Match", q.IfMatch})
			}
			t.form = append(t.form, step)
		}
		return t, nil
	}
}

// prepare makes the table as it was before the writes, and returns the transactions; nil if there is none.
func prepare(b *Bench, s []*request) (groups [][]table.Action, err error) {
	copied := b.Table(scratchTable)
	if err := copied.Create(b.Context); err != nil {
		return nil, err
	}
	size := 0
	for i, q := range s {
		change := &q.Record.Changes[0]
		if change.Before != "" {
			e, err := edm.Row(change.Before).Decode()
			if err != nil {
				return nil, err
			}
			if _, err := copied.AddEntity(b.Context, e); err != nil {
				return nil, err
			}
		}
		a, err := action(change)
		if err != nil {
			return nil, err
		}
		if size += len(q.Body); i%mostActions == 0 || size > mostPayload {
			groups, size = append(groups, nil), len(q.Body)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], a)
	}
	return groups, nil
}

// action is what a change does, as an operation of a transaction.
func action(c *explain.Change) (a table.Action, err error) {
	if c.After == "" {
		return table.Action{Verb: table.Delete, IfMatch: table.Any,
			Entity: edm.Entity{PartitionKey: c.Key.Partition, RowKey: c.Key.Row}}, nil
	}
	a.Entity, err = edm.Row(c.After).Decode()
	if a.Verb = table.Insert; c.Before != "" {
		a.Verb, a.Mode, a.IfMatch = table.Update, table.Replace, table.Any
	}
	return a, err
}

// same reports whether the copy holds what the writes left.
func same(b *Bench, s []*request) bool {
	for _, q := range s {
		want := q.Record.Changes[0].After
		got, err := b.Table(scratchTable).GetEntity(b.Context, q.key.Partition, q.key.Row)
		switch {
		case want == "":
			if err == nil {
				return false
			}
		case err != nil:
			return false
		default:
			e, err := edm.Row(want).Decode()
			if err != nil || withoutTime(&e) != withoutTime(&got) {
				return false
			}
		}
	}
	return true
}

// withoutTime writes an entity without what the service sets.
func withoutTime(e *edm.Entity) string {
	all := text(e)
	before, after, ok := strings.Cut(all, `"Timestamp":"`)
	if !ok {
		return all
	}
	_, after, _ = strings.Cut(after, `"`)
	return before + after
}
