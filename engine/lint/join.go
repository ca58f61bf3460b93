package lint

import (
	"strconv"

	"rowkey/engine/advise"
	"rowkey/engine/edm"
)

// clientJoin finds point reads whose keys come from one answer.
func clientJoin(h *history) []*candidate {
	from := map[*request]*request{}
	list := least(3, h.groups(func(q *request) string {
		if q.op != "GetEntity" || !q.ok() {
			return ""
		}
		for _, u := range q.Uses {
			of := h.byN[u.Of]
			if of != nil && of != q && u.What == "body" && of.isQuery() {
				from[q] = of
				return strconv.Itoa(of.N) + " " + q.table
			}
		}
		return ""
	}))
	for _, c := range list {
		first := from[c.hits[0]]
		c.ID = first.shape + " " + c.hits[0].table
		c.once, c.why = true, []*request{first}
		c.Names, c.try = []string{strconv.Itoa(len(c.hits))}, joined(first, c.hits)
	}
	return merged(list)
}

// joined copies what the reads found into the entities of the answer, and asks for those.
func joined(first *request, reads []*request) func(*Bench, *request) (trial, error) {
	return func(b *Bench, _ *request) (t trial, err error) {
		cost, found, err := advise.Count(b.Context, b.Table(first.Record.Table), first.filter, first.top)
		if err != nil {
			return t, ignore(err)
		}
		t.before = costOf(cost)
		var rows []edm.Entity
		for i, k := range found {
			e, err := b.Table(first.Record.Table).GetEntity(b.Context, k.Partition, k.Row)
			if err != nil {
				return t, ignore(err)
			}
			if i < len(reads) {
				if err := b.copyInto(&e, reads[i]); err != nil {
					return t, ignore(err)
				}
			}
			rows = append(rows, e)
		}
		for range reads {
			t.before.add(Cost{Read: 1, Requests: 1, Roundtrips: 1})
		}
		made, ok, err := b.make(rows)
		if err != nil || !ok {
			return t, err
		}
		after, got, err := advise.Count(b.Context, b.Table(scratchTable), first.filter, first.top)
		t.after, t.built = costOf(after), Cost{Requests: made.Requests, Roundtrips: made.Roundtrips}
		t.ok = err == nil && len(got) == len(found)
		return t, ignore(err)
	}
}

// copyInto copies the properties of an entity that was read into another.
func (b *Bench) copyInto(e *edm.Entity, q *request) error {
	other, err := b.Table(q.Record.Table).GetEntity(b.Context, q.key.Partition, q.key.Row)
	if err != nil {
		return err
	}
	for _, p := range other.Properties {
		if name := "Of" + p.Name; len(name) < 200 {
			e.Properties = append(e.Properties, edm.Property{Name: name, Value: p.Value})
		}
	}
	return nil
}
