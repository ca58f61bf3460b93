package lint

import (
	"strconv"
	"strings"

	"rowkey/engine/advise"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

const mostNewest = 20 // rows at the end of an answer that count as its newest

// newestByScan finds long answers in the order of time of which only the end is used.
func newestByScan(h *history) []*candidate {
	list := h.claim(least(3, h.groups(func(q *request) string {
		long := q.isQuery() && q.top == 0 && len(q.Record.Keys) >= LeastRows
		if h.claimed[q] || !long || q.newest() == 0 || !inTime(q.Record.Keys) {
			return ""
		}
		return q.shape
	})))
	for _, c := range list {
		c.try = inverted()
	}
	return list
}

// newest returns how many rows at the end of an answer are used, 0 if others are used as well, or none.
func (q *request) newest() (n int) {
	for _, u := range q.used {
		if u.What != "body" {
			continue
		}
		from := len(q.Record.Keys) - u.Row
		if u.Row < 0 || from > mostNewest || from < 1 {
			return 0
		}
		n = max(n, from)
	}
	return n
}

// inTime reports whether keys of one partition differ in digits of one length, as times do.
func inTime(keys []explain.Key) bool {
	for _, k := range keys {
		if k.Partition != keys[0].Partition || len(k.Row) != len(keys[0].Row) || skeleton(k.Row) != skeleton(keys[0].Row) {
			return false
		}
	}
	return strings.ContainsAny(keys[0].Row, "0123456789")
}

// skeleton replaces each digit of a key by "0".
func skeleton(key string) string {
	b := []byte(key)
	for i, c := range b {
		if '0' <= c && c <= '9' {
			b[i] = '0'
		}
	}
	return string(b)
}

// inverted makes a copy whose keys descend, and asks it for its first rows.
func inverted() func(*Bench, *request) (trial, error) {
	made := false
	return func(b *Bench, q *request) (t trial, err error) {
		now, found, err := advise.Count(b.Context, b.Table(q.Record.Table), q.filter, 0)
		if err != nil || len(found) < LeastRows {
			return t, ignore(err)
		}
		n := q.newest()
		if !made {
			rows, err := b.rows(q.Record.Table, q.filter)
			if err != nil {
				return t, err
			}
			var entities []edm.Entity
			for i, row := range rows {
				e, err := row.Decode()
				if err != nil {
					return t, err
				}
				e.RowKey = strconv.Itoa(1_000_000 - i)
				entities = append(entities, e)
			}
			var ok bool
			if t.built, ok, err = b.make(entities); err != nil || !ok {
				return t, err
			}
			made = true
		}
		partition := found[0].Partition
		x := &odata.Compare{Property: edm.PartitionKey, Op: odata.Eq, Literal: edm.String(partition)}
		cost, got, err := advise.Count(b.Context, b.Table(scratchTable), x, n)
		t.ok, t.before = err == nil && len(got) == n, costOf(now)
		t.after.add(costOf(cost))
		t.names = []string{strconv.Itoa(n)}
		return t, ignore(err)
	}
}
