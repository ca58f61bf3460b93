package propose

import (
	"cmp"
	"slices"

	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// copied is a form of a copy, and how it answers the question that it is made for when it is the only store.
type copied struct {
	*form
	answer plan.AskMeasure
}

// worthwhile is how many times faster a copy has to answer a question whose budget holds: a band of the cost.
const worthwhile = 1.25

// better reports whether a copy answers its question faster than a design does, by more than a band.
func (c *copied) better(a *plan.AskMeasure) bool {
	return c.answer.Store >= 0 && (a.Store < 0 || waits(a) > worthwhile*waits(&c.answer))
}

// waits returns the milliseconds that a question waits.
func waits(a *plan.AskMeasure) float64 { return a.RoundTrips*tripMs + a.Read*readMs }

// met reports whether a form answers a question within its budget, and no partition is above its target.
func (x *cluster) met(t *trial, ask int) bool {
	return !x.hot(t) && !slices.Contains(t.unmet(), ask)
}

// copiesFor makes copies for a question of the forms that answer it best (R9, R10): whole ones, ones with what is
// wanted, and ones that lead to the base. An answer is kept ready only if no form meets the budget.
func (x *cluster) copiesFor(i, at int) []copied {
	var list []copied
	ask := x.makers[i].asks[at]
	own := x.m.Facts.Sheet.KindOf(x.m.Facts.Sheet.Asks[ask].Kind) == x.kinds[i]
	for _, t := range x.forCopies(x.single[i], at) {
		if t.forms[0].option != "" {
			continue
		}
		for l := whole; l <= pointer; l++ {
			if f := *t.forms[0]; l != wanted || own && x.m.Facts.Sheet.Asks[ask].Wants != nil {
				f.lean, f.ask, f.alone = l, ask, true
				list = append(list, copied{&f, t.measure.Asks[at]})
			}
		}
	}
	if own {
		special := slices.Concat(x.makers[i].sparse(ask), x.makers[i].lists(ask))
		if firstOf(x.single[i], func(t *trial) bool { return x.met(t, at) }) == nil {
			special = append(special, x.makers[i].ready(ask)...) // nothing else will do
		}
		for _, f := range special {
			list = append(list, copied{&f, plan.AskMeasure{Store: -1}})
		}
	}
	return list
}

// findsFor makes copies by which the writes of a kind find their entities.
func (x *cluster) findsFor(i int) {
	own := x.makers[i].alone.Facts.Does
	for at, d := range x.m.Facts.Does {
		alone := slices.IndexFunc(own, func(o sheet.Do) bool {
			return o.Name == d.Name && o.Verb == d.Verb &&
				o.Kind == d.Kind
		})
		if alone < 0 || d.Verb == sheet.Insert || d.Range.Attr != "" {
			continue
		}
		list := slices.DeleteFunc(slices.Clone(x.single[i]),
			func(t *trial) bool { return !t.measure.Writes[alone].Possible || t.forms[0].option != "" })
		slices.SortStableFunc(list, func(a, b *trial) int {
			return cmp.Compare(a.measure.Writes[alone].Read, b.measure.Writes[alone].Read)
		})
		for _, t := range few(list, keptHot) {
			for _, l := range []lean{whole, pointer} {
				f := *t.forms[0]
				f.lean, f.alone = l, true
				x.finds[at] = append(x.finds[at], copied{&f, plan.AskMeasure{Read: t.measure.Writes[alone].Read}})
			}
		}
	}
}

// mostSparse is the part of the entities that a sparse copy may hold.
const mostSparse = 0.2

// sparse makes copies for a question that always asks for the same value, which few entities have (R10).
func (x *maker) sparse(ask int) []form {
	n := needOf(x.Sheet, x.kind, ask)
	part := 1.0
	for _, k := range n.fixed {
		if ref, ok := x.Resolve(x.kind, k.Attr); ok {
			part *= x.SpreadOf(x.kind, ref).Of(k.Value)
		}
	}
	if len(n.fixed) == 0 || part > mostSparse {
		return nil
	}
	for _, k := range n.fixed {
		n.known = slices.DeleteFunc(n.known, func(o key) bool { return o.name == k.Attr })
	}
	copies := maker{Sheet: x.Sheet, m: x.m, kind: x.kind, seen: map[string]bool{}, needs: []need{n}}
	for _, p := range copies.partitions() {
		for _, r := range copies.rows(&n, p.keys()) {
			copies.add(&p, r, "", ask)
		}
	}
	for i := range copies.forms {
		f := &copies.forms[i]
		f.where, f.alone, f.rules = n.fixed, true, append(f.rules, Sparse)
	}
	return copies.forms
}
