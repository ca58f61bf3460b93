package datacentre

import (
	"cmp"

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
	keys := make([]int, len(list))
	for i, r := range list {
		keys[i] = r.lo // a split moves the ranges after it
	}
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
