package lint

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/order"
	"rowkey/engine/trail"
)

// unpadded finds ranges of row keys whose numbers have no zeros in front, so that the order of texts is not theirs.
func unpadded(h *history) []*candidate {
	list := h.groups(func(q *request) string {
		if q.op != "QueryEntities" || !q.ok() || !inOnePartition(q.Record.Keys) || !q.ranged() {
			return ""
		}
		if a, _ := disorder(q.Record.Keys); a == "" {
			return ""
		}
		return q.shape
	})
	for _, c := range list {
		a, b := disorder(c.hits[0].Record.Keys)
		c.Names, c.try = []string{a, b}, padding
	}
	return list
}

// ranged reports whether a query asks for a range of row keys, or something uses the order of its answer.
func (q *request) ranged() bool {
	for _, t := range odata.Terms(q.filter) {
		if c, ok := t.(*odata.Compare); ok && c.Property == edm.RowKey && c.Op != odata.Eq && c.Op != odata.Ne {
			return true
		}
	}
	return slices.ContainsFunc(q.used, func(u trail.Use) bool { return u.What == "body" && u.Row > 0 })
}

// disorder returns two neighbours whose numbers are in the wrong order, "" if there are none.
func disorder(keys []explain.Key) (a, b string) {
	for i := 1; i < len(keys); i++ {
		p, m, ok := numbered(keys[i-1].Row)
		q, n, also := numbered(keys[i].Row)
		if ok && also && p == q && m > n {
			return keys[i-1].Row, keys[i].Row
		}
	}
	return "", ""
}

// numbered splits a key into what comes before its last number, and that number; ok is false if it does not end in
// one, or the number is padded.
func numbered(key string) (before string, n int, ok bool) {
	before = strings.TrimRight(key, "0123456789")
	digits := key[len(before):]
	n, err := strconv.Atoi(digits)
	return before, n, err == nil && (digits == "0" || digits[0] != '0')
}

// padding writes the keys with zeros in front, and looks whether they come in the order of their numbers.
func padding(b *Bench, q *request) (t trial, err error) {
	return t, ignore(b.Apart(func() error {
		var rows []edm.Entity
		for _, k := range q.Record.Keys {
			if before, n, ok := numbered(k.Row); ok {
				rows = append(rows, edm.Entity{PartitionKey: k.Partition, RowKey: before + order.Pad(strconv.Itoa(n), 9)})
			}
		}
		_, made, err := b.make(rows)
		if err != nil || !made {
			return err
		}
		found, err := b.rows(scratchTable, nil)
		t.ok = err == nil && len(found) == len(rows) && inNumbers(found)
		return err
	}))
}

// inNumbers reports whether rows with one beginning come in the order of their numbers.
func inNumbers(rows []edm.Row) bool {
	before, last := "", -1
	for _, row := range rows {
		_, key := row.Key()
		start := strings.TrimRight(key, "0123456789")
		n, err := strconv.Atoi(key[len(start):])
		if err != nil || start == before && n < last {
			return false
		}
		before, last = start, n
	}
	return true
}
