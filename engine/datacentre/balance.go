package datacentre

import "sort"

// balancer knows which server serves which range of partitions, and moves load between servers.
type balancer struct {
	parameters *Parameters
	cells      *cells

	second  int
	ranges  []span // in the order of their keys: each partition is in one
	servers []server
	busy    []float64 // what each server had to do in the window
	hot     []int     // servers above their share
	events  events
	work    int // of this second: ranges and servers that were looked at
}

// newBalancer divides partitions into ranges with the same number of them, in turn on all servers.
func newBalancer(p *Parameters, c *cells, partitions int) balancer {
	n, servers, window := p.ranges(partitions), int(p.Servers), int(p.Window)
	b := balancer{
		parameters: p, cells: c, servers: make([]server, servers), busy: make([]float64, servers),
		events: events{counted: map[EventKind]int{}},
	}
	for i := range n {
		b.ranges = append(b.ranges, span{
			lo: partitions * i / n, hi: partitions * (i + 1) / n, server: i * servers / max(n, servers) % servers,
			recent: make([]float64, window), loads: make([]float64, window),
		})
	}
	return b
}

// rangeAt returns the number of the range that serves a partition.
func (b *balancer) rangeAt(partition int) int {
	return sort.Search(len(b.ranges), func(i int) bool { return b.ranges[i].hi > partition })
}

// serverOf returns the server of a partition.
func (b *balancer) serverOf(partition int) int { return b.ranges[b.rangeAt(partition)].server }

// balance moves load between servers, as far as the changes of a second allow: first what is hot, then what is quiet.
func (b *balancer) balance(second int) {
	b.second, b.work = second, len(b.ranges)
	for i := range b.ranges {
		r := &b.ranges[i]
		r.count(second)
		b.watch(r)
	}
	left := int(b.parameters.Changes)
	if left == 0 {
		return
	}
	b.measure()
	left -= b.splits(left)
	left -= b.offloads(left)
	if left > 0 {
		b.merges()
	}
}

// watch counts for how long a range has been above its share, or below the mark of a merge.
func (b *balancer) watch(r *span) {
	p := b.parameters
	if r.hot++; r.rate() <= p.share(p.SplitShare) || r.moving(b.second) {
		r.hot = 0
	}
	if r.quiet++; r.rate() >= p.share(p.MergeShare) {
		r.quiet = 0
	}
}

// measure adds up what servers had to do in the window.
func (b *balancer) measure() {
	clear(b.busy)
	for i := range b.ranges {
		r := &b.ranges[i]
		b.busy[r.server] += r.takes()
	}
}

// quietest returns the server with the smallest load, the first of several.
func (b *balancer) quietest() int {
	best := 0
	for i, n := range b.busy {
		if n < b.busy[best] {
			best = i
		}
	}
	return best
}
