package lint

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
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
	for _, t := range terms(q.filter) {
		if c, ok := t.(*odata.Compare); ok && c.Property == edm.RowKey && c.Op != odata.Eq && c.Op != odata.Ne {
			return true
		}
	}
	for _, u := range q.used {
		if u.What == "body" && u.Row > 0 {
			return true
		}
	}
	return false
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

// numbered splits a key into what comes before its last number, and that number; ok is false if it does not end in one, or
// the number is padded.
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
				rows = append(rows, edm.Entity{PartitionKey: k.Partition, RowKey: before + padded(n)})
			}
		}
		_, made, err := b.make(rows)
		if err != nil || !made {
			return err
		}
		found, err := b.rows(scratchTable, nil)
		var keys []explain.Key
		for _, row := range found {
			_, rk := row.Key()
			before, _, _ := strings.Cut(rk, "#")
			keys = append(keys, explain.Key{Row: before})
		}
		t.ok = err == nil && slices.IsSortedFunc(keys, func(x, y explain.Key) int { return edm.CompareText(x.Row, y.Row) })
		return err
	}))
}

func padded(n int) string {
	s := strconv.Itoa(n)
	return strings.Repeat("0", max(0, 9-len(s))) + s
}

// The limits of the service, and from where on a rule speaks.
// Source: Understanding the Table service data model, "Property limitations".
var limits = [...]struct {
	name        string
	near, limit int
	of          func(e *edm.Entity) int
}{
	{"1 MiB", 512 << 10, 1 << 20, (*edm.Entity).Size},
	{"64 KiB", 48 << 10, 64 << 10, longestText},
	{"252", 200, 252, func(e *edm.Entity) int { return len(e.Properties) }},
	{"1 KiB", 512, 1 << 10, func(e *edm.Entity) int { return 2 * max(len(e.PartitionKey), len(e.RowKey)) }},
}

// longestText returns the size of the longest text of an entity, in bytes of UTF-16.
func longestText(e *edm.Entity) (most int) {
	for _, p := range e.Properties {
		if p.Value.Type() == edm.TypeString {
			most = max(most, 2*len(p.Value.Text()))
		}
	}
	return most
}

// nearLimit finds entities that come close to a limit, and do not shrink.
func nearLimit(h *history) []*candidate {
	at := map[*request][]string{}
	list := h.groups(func(q *request) string {
		if !q.isWrite() || !q.ok() || len(q.Record.Changes) != 1 || q.Record.Changes[0].After == "" || len(q.Record.Changes[0].After) < 400 {
			return ""
		}
		names := nearest(&q.Record.Changes[0])
		if names == nil {
			return ""
		}
		at[q] = names
		return q.table + " " + q.key.Partition + " " + q.key.Row
	})
	for _, c := range list {
		last := c.hits[len(c.hits)-1]
		c.Names = append([]string{last.key.Partition, last.key.Row}, at[last][:2]...)
		c.Lost, _ = strconv.Atoi(at[last][2])
	}
	return list
}

// nearest returns the limit that an entity is closest to: how close in per cent, its name, and how many writes like this one are
// left until it is reached, 0 if the entity does not grow. It is nil if no limit is near, or the entity shrinks.
func nearest(c *explain.Change) (found []string) {
	after, err := edm.Row(c.After).Decode()
	if err != nil {
		return nil
	}
	most := 0
	for _, l := range limits {
		n := l.of(&after)
		if n <= l.near || 100*n/l.limit <= most {
			continue
		}
		left := 0
		if before, err := edm.Row(c.Before).Decode(); c.Before != "" && err == nil {
			switch growth := n - l.of(&before); {
			case growth < 0:
				continue
			case growth > 0:
				left = (l.limit - n) / growth
			}
		}
		most = 100 * n / l.limit
		found = []string{strconv.Itoa(most), l.name, strconv.Itoa(left)}
	}
	return found
}

// busyEntity finds entities whose conditional writes are often refused, because several clients write them.
func busyEntity(h *history) []*candidate {
	var out []*candidate
	for _, c := range least(5, h.groups(func(q *request) string {
		if !writesOne(q) || q.IfMatch == "" || q.IfMatch == "*" {
			return ""
		}
		k := q.addressed()
		return strconv.Itoa(q.Run) + " " + q.table + " " + k.Partition + "\n" + k.Row
	})) {
		refused, clients := 0, []string{}
		for _, q := range c.hits {
			if clients = with(clients, q.Client); q.Status == 412 {
				refused++
			}
		}
		if 5*refused <= len(c.hits) || len(clients) < 2 {
			continue
		}
		k := c.hits[0].addressed()
		c.once, c.try = true, perWriter(c.hits, clients)
		c.Names = []string{k.Partition, k.Row, strconv.Itoa(peak(c.hits)), strconv.Itoa(100 * refused / len(c.hits))}
		out = append(out, c)
	}
	return out
}

// writesOne reports whether a request means to write one entity, whatever the answer.
func writesOne(q *request) bool {
	return q.Method != "GET" && q.Method != "POST" && q.table != "" && q.addressed() != nil
}

// addressed returns the key in the address of a request.
func (q *request) addressed() *explain.Key {
	path, _, _ := strings.Cut(q.URL, "?")
	return addressed(path)
}

// peak returns how many requests of a run begin within one second at most.
func peak(list []*request) (most int) {
	for i := range list {
		n := 0
		for _, q := range list[i:] {
			if q.Start-list[i].Start < 1000 {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// perWriter writes an entity for each client, which nobody else writes, and reads them all once.
func perWriter(list []*request, clients []string) func(*Bench, *request) (trial, error) {
	return func(b *Bench, _ *request) (t trial, err error) {
		return t, ignore(b.Apart(func() error {
			var rows []edm.Entity
			for i := range clients {
				rows = append(rows, edm.Entity{PartitionKey: "writers", RowKey: strconv.Itoa(i)})
			}
			_, made, err := b.make(rows)
			if err != nil || !made {
				return err
			}
			got, err := b.rows(scratchTable, nil)
			for _, q := range list {
				t.before.add(Cost{Requests: 1, Roundtrips: 1})
				if q.Status != 412 {
					t.after.add(Cost{Requests: 1, Roundtrips: 1})
				}
			}
			t.after.add(Cost{Read: len(got), Requests: 1, Roundtrips: 1})
			t.ok = len(got) == len(clients)
			return err
		}))
	}
}
