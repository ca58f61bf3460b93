package lint

import (
	"slices"

	"rowkey/engine/advise"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

const mostListed = 100 // entities: a longer answer lists a table, and is no way to find the key of one

// instead tries what package advise proposes in place of a query.
func instead(kind advise.Kind, narrower string) func(*Bench, *request) (trial, error) {
	return func(b *Bench, q *request) (t trial, err error) {
		report, err := advise.For(b.Context, b.Table(q.Record.Table), q.filter, q.top, kind)
		if err != nil || len(report.Advice) == 0 || report.Advice[0].Kind != kind {
			return t, ignore(err)
		}
		a := report.Advice[0]
		t = trial{ok: true, names: a.Names, before: costOf(report.Cost), after: costOf(a.Cost)}
		if narrower != "" {
			t.after.Roundtrips = (a.Requests + len(a.Filters) - 1) / len(a.Filters)
		}
		for _, filter := range a.Filters {
			x, err := odata.Parse(filter)
			if err != nil {
				return t, err
			}
			s := Step{Head: []string{"follow"}, Method: "GET", Target: q.query(spell(x)), Fields: [][2]string{}}
			if narrower != "" {
				s.Head = append(s.Head, "parallel "+narrower)
			}
			t.form = append(t.form, s)
		}
		return t, nil
	}
}

func costOf(c advise.Cost) Cost {
	return Cost{Read: c.Read, Requests: c.Requests, Roundtrips: c.Requests}
}

// scanKnownKey finds scans whose answers are in a partition that their client knew.
func scanKnownKey(h *history) []*candidate {
	list := h.groups(func(q *request) string {
		if h.claimed[q] || !q.isQuery() || q.class() < explain.PartitionRange || !inOnePartition(q.Record.Keys) ||
			h.knew(q) == nil {
			return ""
		}
		return q.shape
	})
	list = h.claim(least(3, list))
	for _, c := range list {
		c.try, c.why = instead(advise.Partition, ""), []*request{h.knew(c.hits[0])}
	}
	return list
}

func inOnePartition(keys []explain.Key) bool {
	return len(keys) > 0 && keys[0].Partition == keys[len(keys)-1].Partition
}

// knew returns the request that told the client of a query where all that it found is, nil if none did. What a client
// has written to several partitions does not tell it in which of them a value is.
func (h *history) knew(q *request) (written *request) {
	spread := false
	for _, earlier := range h.list {
		if earlier.N >= q.N {
			break
		}
		switch {
		case !earlier.ok() || earlier.Client != q.Client || earlier.table != q.table || earlier.shape == q.shape:
		case !earlier.isWrite() && earlier.knows(q.Record.Keys):
			return earlier
		case earlier.isWrite() && earlier.op != "CreateTable":
			written, spread = earlier, spread || earlier.key.Partition != q.Record.Keys[0].Partition
		}
	}
	if spread {
		return nil
	}
	return written
}

// knows reports whether a request named the partition of these entities, or all of them, or was told of them.
func (q *request) knows(keys []explain.Key) bool {
	if p, ok := q.partition(); ok && p == keys[0].Partition {
		return true
	}
	return len(q.Record.Keys) <= mostListed && !slices.ContainsFunc(keys, func(k explain.Key) bool {
		return !slices.Contains(q.Record.Keys, k) && (q.key == nil || *q.key != k)
	})
}

// trying gives candidates what tries their proposal.
func trying(list []*candidate, try func(*Bench, *request) (trial, error)) []*candidate {
	for _, c := range list {
		c.try = try
	}
	return list
}

// claim marks the hits as told, so that no other rule about the cost of a query tells of them.
func (h *history) claim(list []*candidate) []*candidate {
	for _, c := range list {
		for _, q := range c.hits {
			h.claimed[q] = true
		}
	}
	return list
}
