package lint

import (
	"slices"

	"rowkey/engine/advise"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
)

const mostListed = 100 // entities: a longer answer lists a table, and tells nobody where one of them is

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

// ignore drops the error of a table that is gone: there is nothing to say then.
func ignore(err error) error {
	if missing(err) {
		return nil
	}
	return err
}

func costOf(c advise.Cost) Cost {
	return Cost{Read: c.Read, Requests: c.Requests, Roundtrips: c.Requests}
}

// scanKnownKey finds scans whose answers lie in a partition that their client knew.
func scanKnownKey(h *history) []*candidate {
	var known []*request // of the first hit of each group
	list := h.groups(func(q *request) string {
		if h.taken[q] || !q.isQuery() || q.class() < explain.PartitionRange || !inOnePartition(q.Record.Keys) {
			return ""
		}
		from := h.knew(q)
		if from == nil {
			return ""
		}
		known = append(known, from)
		return q.shape
	})
	list = h.claim(least(3, list))
	for _, c := range list {
		c.try, c.why = instead(advise.Partition, ""), h.knewFirst(c.hits[0])
	}
	return list
}

func (h *history) knewFirst(q *request) []*request { return []*request{h.knew(q)} }

func inOnePartition(keys []explain.Key) bool {
	return len(keys) > 0 && keys[0].Partition == keys[len(keys)-1].Partition
}

// knew returns the request that told the client of a query where all that it found is, nil if none did.
func (h *history) knew(q *request) *request {
	for _, earlier := range h.list {
		if earlier.N >= q.N {
			break
		}
		if earlier.Client == q.Client && earlier.shape != q.shape && earlier.table == q.table && earlier.tells(q.Record.Keys) {
			return earlier
		}
	}
	return nil
}

// tells reports whether a request named all of these entities, or was told of them.
func (q *request) tells(keys []explain.Key) bool {
	if !q.ok() || len(q.Record.Keys) > mostListed {
		return false
	}
	if p, ok := q.partition(); ok && p == keys[0].Partition {
		return true
	}
	for _, k := range keys {
		if !slices.Contains(q.Record.Keys, k) && (q.key == nil || *q.key != k) {
			return false
		}
	}
	return true
}

// claim marks the hits as told, so that no other rule about the cost of a query tells of them.
func (h *history) claim(list []*candidate) []*candidate {
	for _, c := range list {
		for _, q := range c.hits {
			h.taken[q] = true
		}
	}
	return list
}

// orOfKeys finds an "or" between keys, which makes a query walk what lies between them.
func orOfKeys(h *history) []*candidate {
	list := h.claim(least(3, h.groups(func(q *request) string {
		if h.taken[q] || !q.isQuery() || q.Record.Read <= 2*q.Record.Returned {
			return ""
		}
		if n := keyBranches(q.filter); n < 2 || n > 20 {
			return ""
		}
		return q.shape
	})))
	for _, c := range list {
		c.try = instead(advise.Split, "branches")
	}
	return list
}

// keyBranches returns how many sides the "or"s between comparisons of keys have.
func keyBranches(x odata.Expr) int {
	n := 0
	for _, t := range terms(x) {
		if or, ok := t.(*odata.Or); ok {
			if sides := sidesOf(or); sides > 0 {
				n = max(1, n) * sides
			}
		}
	}
	return n
}

// sidesOf counts the sides of an "or" if each of them compares a key, 0 otherwise.
func sidesOf(x odata.Expr) int {
	or, ok := x.(*odata.Or)
	if !ok {
		return min(1, keyTerms(x))
	}
	l, r := sidesOf(or.X), sidesOf(or.Y)
	if l == 0 || r == 0 {
		return 0
	}
	return l + r
}

func keyTerms(x odata.Expr) (n int) {
	for _, t := range terms(x) {
		if c, ok := t.(*odata.Compare); ok && (c.Property == edm.PartitionKey || c.Property == edm.RowKey) {
			n++
		}
	}
	return n
}

// openRange finds ranges of row keys that have a beginning and no end, and compare something else besides.
func openRange(h *history) []*candidate {
	list := h.claim(least(3, h.groups(func(q *request) string {
		if h.taken[q] || !q.isQuery() || q.top > 0 || q.class() != explain.RowRange || q.Record.Returned == 0 ||
			q.Record.Read < 2*q.Record.Returned || !isOpen(q.filter) {
			return ""
		}
		return q.shape
	})))
	for _, c := range list {
		c.try = instead(advise.Upper, "")
	}
	return list
}

// isOpen reports whether a filter bounds the RowKey below alone, and compares a property besides.
func isOpen(x odata.Expr) bool {
	low, high, rest := false, false, false
	for _, t := range terms(x) {
		c, ok := t.(*odata.Compare)
		switch {
		case !ok || c.Property != edm.RowKey && c.Property != edm.PartitionKey:
			rest = true
		case c.Property == edm.RowKey && (c.Op == odata.Ge || c.Op == odata.Gt):
			low = true
		case c.Property == edm.RowKey:
			high = true
		}
	}
	return low && !high && rest
}
