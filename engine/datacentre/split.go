package datacentre

import (
	"cmp"

	"rowkey/engine/lists"
	"rowkey/engine/order"
)

// splits cuts ranges that have been above their share for long enough, the hottest first.
func (b *balancer) splits(most int) int {
	var list []*span
	for i := range b.ranges {
		if r := &b.ranges[i]; float64(r.hot) >= b.parameters.SplitSeconds && r.hi-r.lo > 1 {
			list = append(list, r)
		}
	}
	order.By(list, func(x, y *span) int { return cmp.Compare(y.rate(), x.rate()) })
	list = list[:min(most, len(list))]
	keys := lists.Map(list, func(r *span) int { return r.lo }) // a split moves the ranges after it
	for _, lo := range keys {
		b.split(b.rangeAt(lo))
	}
	return len(keys)
}

// split cuts range number i at its weighted median, and lets the lighter part go to the quietest server if that helps.
func (b *balancer) split(i int) {
	r := &b.ranges[i]
	at, part, taken := b.cells.median(r)
	b.cells.cutAt(at)
	low, high := r.split(at, part, taken)
	from, to := r.server, b.quietest()
	lighter := &low
	if taken > 0.5 {
		lighter = &high
	}
	if load := lighter.takes(); to != from && b.busy[to]+load < b.busy[from] {
		b.hand(lighter, to)
	} else {
		to = from
	}
	b.events.add(event{b.second, Split, at, from, to, taken <= 0.5 && to != from})
	b.ranges = append(b.ranges, span{})
	copy(b.ranges[i+2:], b.ranges[i+1:])
	b.ranges[i], b.ranges[i+1] = low, high
}

// hand gives a range to another server. It is not available until it is there.
func (b *balancer) hand(r *span, to int) {
	load := r.takes()
	b.busy[r.server] -= load
	b.busy[to] += load
	r.server, r.until = to, b.second+1+int(b.parameters.MoveSeconds)
	r.hot = 0
}

// join joins neighbours of one block and one range that nothing tells apart any more.
func (c *cells) join(ranges []span) {
	out, at := c.list[:0], 0
	for _, next := range c.list {
		for ranges[at].hi <= next.lo {
			at++
		}
		next.flow = 0
		if n := len(out); n > 0 && out[n-1].joins(&next) && out[n-1].lo >= ranges[at].lo {
			out[n-1].hi = next.hi
			out[n-1].still += next.still
			continue
		}
		out = append(out, next)
	}
	c.list = out
}

// joins reports whether two neighbours are asked alike. Hot partitions stay alone.
func (c *cell) joins(next *cell) bool {
	return c.block == next.block && c.block.weight == nil && c.waiting.none() && next.waiting.none()
}

// cutFlows cuts cells where flows begin and end, and gives them their load.
func (c *cells) cutFlows(flows []flow) {
	out, next := c.spare[:0], 0
	for _, rest := range c.list {
		for next < len(flows) && flows[next].hi <= rest.lo {
			next++
		}
		for k := next; k < len(flows) && flows[k].lo < rest.hi; k++ {
			out, rest = flows[k].cut(out, rest)
		}
		if rest.hi > rest.lo {
			out = append(out, rest)
		}
	}
	c.list, c.spare = out, c.list
}

// cut appends the part of a cell before a flow and the part that has it, and returns what comes after it.
func (f *flow) cut(out []cell, c cell) (list []cell, rest cell) {
	if f.lo > c.lo {
		var before cell
		before, c = c.cut(f.lo)
		out = append(out, before)
	}
	rest = cell{lo: c.hi, hi: c.hi}
	if f.hi < c.hi {
		c, rest = c.cut(f.hi)
	}
	c.flow = f.rate * c.size() / float64(f.hi-f.lo)
	return append(out, c), rest
}
