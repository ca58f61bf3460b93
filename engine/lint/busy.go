package lint

import (
	"strconv"

	"rowkey/engine/edm"
)

// busyEntity finds entities whose conditional writes are often refused, because several clients write them.
func busyEntity(h *history) []*candidate {
	var out []*candidate
	for _, c := range least(5, h.groups(func(q *request) string {
		if !writesOne(q) || q.IfMatch == "" || q.IfMatch == "*" {
			return ""
		}
		k := q.Addressed()
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
		k := c.hits[0].Addressed()
		c.once, c.try = true, perWriter(c.hits, clients)
		c.Names = []string{k.Partition, k.Row, strconv.Itoa(peak(c.hits)), strconv.Itoa(100 * refused / len(c.hits))}
		out = append(out, c)
	}
	return out
}

// writesOne reports whether a request means to write one entity, whatever the answer.
func writesOne(q *request) bool {
	return q.Method != "GET" && q.Method != "POST" && q.table != "" && q.Addressed() != nil
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

// perWriter writes an entity for each client, which no other client writes, and reads them all once.
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
