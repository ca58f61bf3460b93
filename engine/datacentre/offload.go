package datacentre

import (
	"cmp"

	"rowkey/engine/order"
)

// offloads lets servers above their share give a whole range to the quietest one, the busiest first.
func (b *balancer) offloads(most int) (done int) {
	hot, share := b.hot[:0], b.parameters.share(b.parameters.OffloadShare)
	for i, n := range b.busy {
		if n > share {
			hot = append(hot, i)
		}
	}
	if b.hot = hot; len(hot) == 0 || most <= 0 {
		return 0
	}
	order.By(hot, func(x, y int) int { return cmp.Compare(b.busy[y], b.busy[x]) })
	served := b.served()
	for _, from := range hot {
		if done == most {
			break
		}
		if b.offload(from, served[from]) {
			done++
		}
	}
	b.work += len(hot) + len(b.ranges)
	return done
}

// served returns the numbers of the ranges that each server serves.
func (b *balancer) served() [][]int {
	list := make([][]int, len(b.servers))
	for i := range b.ranges {
		r := &b.ranges[i]
		if !r.moving(b.second) {
			list[r.server] = append(list[r.server], i)
		}
	}
	return list
}

// offload hands over the range that comes nearest to half of the difference between two servers, if it gains enough.
func (b *balancer) offload(from int, ranges []int) bool {
	if len(ranges) < 2 {
		return false // what it has would be as much elsewhere
	}
	to := b.quietest()
	difference := b.busy[from] - b.busy[to]
	best, least := -1, difference-b.parameters.share(b.parameters.OffloadGain)
	for _, i := range ranges {
		n := b.ranges[i].takes()
		if off := max(n, difference-n); n > 0 && off < least {
			best, least = i, off
		}
	}
	if best < 0 {
		return false
	}
	b.hand(&b.ranges[best], to)
	b.events.add(event{b.second, Offload, b.ranges[best].lo, from, to, false})
	return true
}

// merges joins two neighbours that have both been quiet for long enough: one pair in a second.
func (b *balancer) merges() {
	p := b.parameters
	for i := 1; i < len(b.ranges); i++ {
		a, next := &b.ranges[i-1], &b.ranges[i]
		if float64(min(a.quiet, next.quiet)) < p.MergeSeconds || a.rate()+next.rate() >= p.share(p.MergeShare) ||
			a.moving(b.second) || next.moving(b.second) || !b.cells.calm(next) {
			continue
		}
		if a.server != next.server {
			a.until = b.second + 1 + int(p.MoveSeconds)
		}
		b.events.add(event{b.second, Merge, next.lo, next.server, a.server, false})
		a.join(next)
		b.ranges = append(b.ranges[:i], b.ranges[i+1:]...)
		return
	}
}
