package design

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/order"
)

// call is one call that a pattern can make. Each entity stands for one caller who knows its values, so a value is
// asked for as often as it occurs.
type call struct {
	question
	weight int   // entities that make this call
	same   []int // the entities whose known values are those of the call
}

// calls returns the different calls of a pattern.
func (b *bench) calls(p *pattern) []call {
	var list []call
	at := map[string]int{}
	same := map[string][]int{}
	for i, e := range b.things {
		known := e.values(b.w, p.known)
		same[known] = append(same[known], i)
		q := b.question(p, e)
		id := known + "\x00" + pad(q.low, 10)
		n, found := at[id]
		if !found {
			n = len(list)
			at[id], list = n, append(list, call{question: q})
		}
		list[n].weight++
	}
	for i := range list {
		list[i].same = same[list[i].of.values(b.w, p.known)]
	}
	return fewest(list)
}

// values joins the values of some attributes.
func (e thing) values(w *Workload, names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = e[w.index(name)]
	}
	return strings.Join(list, "\x00")
}

// question is the call of somebody who knows the values of an entity.
func (b *bench) question(p *pattern, e thing) question {
	q := question{pattern: p, of: e}
	if p.from == "" {
		return q
	}
	a := &b.w.attributes[b.w.index(p.from)]
	q.low = b.w.number(e, p.from)
	switch {
	case p.last:
		q.low, q.high = a.high-p.span+1, a.high
	case p.one != 0:
		q.low, q.high = p.one.Start(q.low), p.one.Next(q.low)-1
	default:
		q.high = q.low + p.span - 1
	}
	return q
}

// number is the value of an attribute that is a number or a time.
func (w *Workload) number(e thing, name string) int {
	n, _ := strconv.Atoi(e[w.index(name)])
	return n
}

// How much of a pattern is counted at most. It bounds how long a reader waits.
const (
	maxCalls = 400    // different calls
	maxWork  = 20_000 // rows that they look at, about
)

// thin drops calls that are too many to be counted: the small and the large ones alike, and never the largest. Those
// that stay take the weight of those dropped. sizes is how many rows each looks at; what stays is in the order of its
// size, and is at most work rows or so.
func thin(calls []call, sizes []int, work int) []call {
	list, sum := make([]int, len(calls)), 0
	for i, n := range sizes {
		list[i] = i
		sum += n
	}
	order.By(list, func(i, j int) int { return sizes[i] - sizes[j] })
	every, kept, weight := (sum+work-1)/work, []call{}, 0
	for n, i := range list {
		weight += calls[i].weight
		if every == 0 || (len(list)-1-n)%every == 0 {
			c := calls[i]
			c.weight, weight = weight, 0
			kept = append(kept, c)
		}
	}
	return kept
}

// fewest returns at most maxCalls calls: for as many answers of each size as there are.
func fewest(calls []call) []call {
	if len(calls) <= maxCalls {
		return calls
	}
	order.By(calls, func(c, d call) int { return len(c.same) - len(d.same) })
	each := make([]int, len(calls))
	for i := range each {
		each[i] = 1
	}
	return thin(calls, each, maxCalls)
}

// matching returns the entities that a call is about.
func (b *bench) matching(c *call) []int {
	if c.from == "" {
		return c.same
	}
	return slices.DeleteFunc(slices.Clone(c.same), func(i int) bool { return !b.matches(&c.question, b.things[i]) })
}
