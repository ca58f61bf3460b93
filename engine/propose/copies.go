package propose

import (
	"cmp"
	"slices"

	"rowkey/engine/order"
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

// better reports whether a copy answers its question faster than a design does, by more than a band, or as fast without
// work for the client.
func (c *copied) better(a *plan.AskMeasure) bool {
	switch {
	case c.answer.Store < 0 || a.Store < 0:
		return c.answer.Store >= 0
	case a.Work && !c.answer.Work && waits(&c.answer) <= waits(a):
		return true
	}
	return waits(a) > worthwhile*waits(&c.answer)
}

// waits returns the milliseconds that a question waits.
func waits(a *plan.AskMeasure) float64 { return a.RoundTrips*tripMs + a.Read*readMs }

// served reports whether rows answer a question within its budget, without a partition above its target: what other
// questions would ask of them, which have copies of their own, does not count.
func (x *cluster) served(i, at int) bool {
	alone := *x.makers[i].alone.Facts.Sheet
	alone.Asks = alone.Asks[at : at+1]
	m := plan.NewModel(&alone)
	best := few(answering(x.single[i], at, func(*trial) float64 { return 0 }), keptForAsk)
	return slices.ContainsFunc(best, func(t *trial) bool {
		o := x.tryIn(m, t.forms)
		return o != nil && !x.hot(o) && len(o.unmet()) == 0
	})
}

// copiesFor makes copies for a question of the forms that answer it best. What takes more care of its writers
// is tried only if no form meets the budget: lists, which are read before they are written, and answers that are kept
// ready.
func (x *cluster) copiesFor(i, at int) []copied {
	var list []copied
	ask := x.makers[i].asks[at]
	own := x.m.Facts.Sheet.KindOf(x.m.Facts.Sheet.Asks[ask].Kind) == x.kinds[i]
	best := x.forCopies(x.single[i], at)
	for _, t := range best {
		if t.forms[0].option != "" {
			continue
		}
		for _, l := range x.leans(ask, own) {
			f := *t.forms[0]
			if f.lean, f.ask, f.alone = l, ask, true; l == wanted {
				f.wants = x.m.Facts.Sheet.Asks[ask].Wants
			}
			list = append(list, copied{&f, t.measure.Asks[at]})
		}
	}
	if own {
		special := x.makers[i].sparse(ask)
		if !x.served(i, at) {
			special = slices.Concat(special, x.makers[i].lists(ask), x.makers[i].ready(ask))
		}
		for _, f := range special {
			list = append(list, copied{&f, plan.AskMeasure{Store: -1}})
		}
		answer := plan.AskMeasure{Store: -1}
		if len(best) > 0 {
			answer = best[0].measure.Asks[at] // it reads no more than a copy of all that has the value in its key
		}
		for _, f := range x.makers[i].sparseNear(ask, x.kept[i]) {
			list = append(list, copied{&f, answer})
		}
	}
	return list
}

// leans returns what copies for a question may hold, the keys aside: what it wants, if the sheet says that. Otherwise
// all of an entity, except for a question that finds one: its copy leads to the base, unless the budget has no room
// for that, and so asks for a full copy.
func (x *cluster) leans(ask int, own bool) []lean {
	switch {
	case own && x.m.Facts.Sheet.Asks[ask].Wants != nil:
		return []lean{wanted, pointer}
	case own && x.leads(ask):
		return []lean{pointer}
	}
	return []lean{whole, pointer}
}

// leads reports whether a question finds one entity, and its budget has room for a second point read.
func (x *cluster) leads(ask int) bool {
	q := &x.m.Facts.Questions[ask]
	return q.Wanted().Often <= 1 && !slices.ContainsFunc(q.Limits, func(l sheet.Limit) bool {
		counted := slices.Contains([]string{"read", "requests", "roundtrips"}, l.Counter)
		return !counted || l.Most < 2
	})
}

// findsFor makes copies by which the writes of a kind find their entities.
func (x *cluster) findsFor(i int) {
	own := x.makers[i].alone.Facts.Does
	for at, d := range x.m.Facts.Does {
		alone := slices.IndexFunc(own, func(o sheet.Do) bool {
			return o.Name == d.Name && o.Verb == d.Verb && o.Kind == d.Kind
		})
		reads := d.Verb != sheet.Insert || d.Each.Kind == x.makers[i].Kinds[x.kinds[i]].Name
		if alone < 0 || !reads || d.Range.Attr != "" {
			continue
		}
		list := slices.DeleteFunc(slices.Clone(x.single[i]),
			func(t *trial) bool { return !t.measure.Writes[alone].Possible || t.forms[0].option != "" })
		order.By(list, func(a, b *trial) int {
			return cmp.Compare(a.measure.Writes[alone].Read, b.measure.Writes[alone].Read)
		})
		for _, t := range few(list, keptHot) {
			f := *t.forms[0]
			f.lean, f.alone = pointer, true
			answer := plan.AskMeasure{Counts: plan.Counts{Read: t.measure.Writes[alone].Read}}
			x.finds[at] = append(x.finds[at], copied{&f, answer})
		}
	}
}

// mostSparse is the part of the entities that a sparse copy may hold.
const mostSparse = 0.2

// sparse makes copies for a question that always asks for the same value, which few entities have, in tables of their
// own.
func (x *maker) sparse(ask int) []form {
	n, ok := x.few(ask)
	if !ok {
		return nil
	}
	copies := maker{Sheet: x.Sheet, m: x.m, kind: x.kind, seen: map[string]bool{}, needs: []need{n.need}}
	for _, p := range copies.partitions() {
		for _, r := range copies.rows(&n.need, p.keys()) {
			copies.add(&p, r, "", ask)
		}
	}
	return n.only(copies.forms)
}

// sparseNear makes such copies in the partitions of bases: they are written with the base, in one transaction.
func (x *maker) sparseNear(ask int, bases []*trial) []form {
	n, ok := x.few(ask)
	if !ok {
		return nil
	}
	copies := maker{Sheet: x.Sheet, m: x.m, kind: x.kind, seen: map[string]bool{}}
	for _, t := range bases {
		b := t.forms[0]
		p := partition{parts: b.part, rules: b.ofPartition()}
		if len(b.part) == 0 {
			p.fixed = b.text
		}
		for _, r := range copies.rows(&n.need, p.keys()) {
			copies.add(&p, r, b.period, ask)
		}
	}
	for i := range copies.forms {
		copies.forms[i].near = true
	}
	return n.only(copies.forms)
}

// fewOf is what a question needs of the few entities that have a value.
type fewOf struct {
	need
	where []sheet.Known
}

// few returns what a question needs that always asks for the same value; ok is false if it is another question, or many
// entities have that.
func (x *maker) few(ask int) (n fewOf, ok bool) {
	n.need = needOf(x.Sheet, x.kind, ask)
	n.where = n.fixed
	part := 1.0
	for _, k := range n.where {
		if ref, ok := x.Resolve(x.kind, k.Attr); ok {
			part *= x.SpreadOf(x.kind, ref).Of(k.Value)
		}
		n.known = slices.DeleteFunc(n.known, func(o key) bool { return o.name == k.Attr })
	}
	return n, len(n.where) > 0 && part <= mostSparse
}

// only makes forms sparse.
func (n *fewOf) only(forms []form) []form {
	for i := range forms {
		f := &forms[i]
		if f.where, f.alone, f.rules = n.where, true, append(f.rules, Sparse); n.wants != nil {
			f.lean, f.wants = wanted, n.wants
		}
	}
	return forms
}

// ofPartition returns the patterns of the PartitionKey of a form.
func (f *form) ofPartition() []Rule {
	return slices.DeleteFunc(slices.Clone(f.rules), func(r Rule) bool {
		return !slices.Contains([]Rule{Compound, Constant, TimeKey, Buckets, Grid}, r)
	})
}
