package propose

import (
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/order"
)

// mostBuckets bounds the buckets that a PartitionKey is spread over.
const mostBuckets = 64

// bucketsFor returns how many buckets keep the busiest partition of a design below its target.
func (x *cluster) bucketsFor(t *trial) int {
	limit := x.m.Facts.Sheet.PartitionLimit()
	if t.measure.Hottest <= limit || len(t.forms[0].where) > 0 {
		return 1
	}
	n := 1
	for float64(n) < t.measure.Hottest/limit && n < mostBuckets {
		n *= 2
	}
	return n
}

// keep chooses the forms that bases and copies are made of.
func (x *cluster) keep() {
	x.copies = make([][]copied, len(x.m.Facts.Sheet.Asks))
	x.finds, x.guards = make([][]copied, len(x.m.Facts.Does)), make([][]copied, len(x.m.Facts.Does))
	for i := range x.kinds {
		order.By(x.single[i], x.compare)
		x.findsFor(i)
		x.guardsFor(i)
		x.kept[i] = x.chosen(i, x.alive(x.single[i]))
		for at, ask := range x.makers[i].asks {
			x.copies[ask] = append(x.copies[ask], x.copiesFor(i, at)...)
		}
	}
}

// alive drops the forms that another one of the same partitions is better than in everything. Shards that are apart may
// be so alone, and take an entity away from those that a set writes with it.
func (x *cluster) alive(list []*trial) []*trial {
	if x.keepAll {
		return list
	}
	var out []*trial
	groups := map[string][]*trial{}
	for _, t := range list {
		f := t.forms[0]
		place := f.place + f.period + f.option + strings.Join(f.include, ",")
		if !slices.ContainsFunc(groups[place], func(o *trial) bool { return dominates(o, t) }) {
			groups[place] = append(groups[place], t)
			out = append(out, t)
		}
	}
	return out
}

// dominates reports whether a design that comes earlier is nowhere worse than another one, and as simple.
func dominates(a, b *trial) bool {
	return a.cost.Simplicity <= b.cost.Simplicity && a.nowhereWorse(b)
}

// chosen returns the best forms of a kind, those that are best for a question, and those in partitions that other kinds
// of the cluster have as well.
func (x *cluster) chosen(kind int, list []*trial) []*trial {
	if x.keepAll {
		return list
	}
	out := slices.Clone(list[:min(len(list), keptBest)])
	for ask := range x.makers[kind].asks {
		out = lists.Add(out, x.forAsk(list, ask)...)
	}
	if len(x.kinds) > 1 {
		places := map[string]int{}
		for _, t := range list {
			if p := t.forms[0].place + strings.Join(t.forms[0].include, ","); places[p] < 2 {
				places[p]++
				out = lists.Add(out, t)
			}
		}
	}
	out = lists.Add(out, avoiding(out, x.single[kind])...)
	order.By(out, x.compare)
	return out
}

// avoiding returns the best form without the first pattern of the best of some, if all of these have it: a
// counter-proposal needs one.
func avoiding(kept, all []*trial) []*trial {
	if len(kept) == 0 {
		return nil
	}
	first := kept[0].special()
	if t := firstWithout(all, first); t != nil && firstWithout(kept, first) == nil {
		return []*trial{t}
	}
	return nil
}

// forAsk returns the forms that answer a question best, those without a partition above its target first.
func (x *cluster) forAsk(list []*trial, ask int) []*trial {
	return few(answering(list, ask, func(t *trial) float64 { return b2f(x.hot(t)) }), keptForAsk)
}

// answering returns the forms that answer a question, those first of which something is least, then the best.
func answering(list []*trial, ask int, least func(*trial) float64) []*trial {
	out := slices.DeleteFunc(slices.Clone(list), func(t *trial) bool { return t.measure.Asks[ask].Store < 0 })
	numbers := func(t *trial) [5]float64 {
		a := &t.measure.Asks[ask]
		return [...]float64{least(t), a.RoundTrips, a.Requests, a.Read, b2f(a.Work)}
	}
	order.By(out, func(a, b *trial) int {
		x, y := numbers(a), numbers(b)
		return slices.Compare(x[:], y[:])
	})
	return out
}

// forCopies returns the forms that copies for a question are made of. A partition that is busy as a base may not be as
// a copy, so that some are taken whether or not they are.
func (x *cluster) forCopies(list []*trial, ask int) []*trial {
	out := x.forAsk(list, ask)
	cool := slices.DeleteFunc(slices.Clone(list), func(t *trial) bool { return !x.hot(t) || t.forms[0].has(Buckets) })
	return append(out, few(x.forAsk(cool, ask), keptHot)...)
}

// few returns the first of a list, at most two of the same partitions.
func few(list []*trial, n int) []*trial {
	var out []*trial
	places := map[string]int{}
	for _, t := range list {
		if p := t.forms[0].place; len(out) < n && places[p] < 2 {
			places[p]++
			out = append(out, t)
		}
	}
	return out
}

func (x *cluster) hot(t *trial) bool {
	return t.measure.Hottest > x.m.Facts.Sheet.PartitionLimit()
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// combine queues a base for each kind of the cluster, and the designs that are given.
func (x *cluster) combine() {
	sets := [][]*form{nil}
	for i := range x.kinds {
		list := x.kept[i]
		if len(x.kinds) > 2 {
			list = list[:min(len(list), keptMany)]
		}
		sets = times(sets, list)
	}
	for _, s := range slices.Concat(sets, x.shared(), x.given) {
		x.enqueue(s)
	}
}

// times returns each of the sets with the forms of each design.
func times(sets [][]*form, list []*trial) (out [][]*form) {
	for _, s := range sets {
		out = append(out, lists.Map(list, func(t *trial) []*form { return append(slices.Clip(s), t.forms...) })...)
	}
	return out
}

// shared returns sets of bases that are in the same partitions.
func (x *cluster) shared() [][]*form {
	var out [][]*form
	for _, t := range x.kept[0] {
		set := []*form{t.forms[0]}
		for i := 1; i < len(x.kinds); i++ {
			at := max(0, slices.IndexFunc(x.kept[i], func(o *trial) bool {
				return o.forms[0].place == t.forms[0].place && o.forms[0].period == t.forms[0].period
			}))
			if at < len(x.kept[i]) {
				set = append(set, x.kept[i][at].forms[0])
			}
		}
		if len(set) == len(x.kinds) {
			out = append(out, set)
		}
	}
	return out
}
