package datacentre

import (
	"cmp"

	"rowkey/engine/order"
)

// balance moves load between servers, as far as the changes of a second allow: first what is hot, then what is quiet.
func (s *Simulation) balance() {
	for i := range s.ranges {
		r := &s.ranges[i]
		r.count(s.second)
		s.watch(r)
	}
	s.visits += len(s.ranges)
	left := int(s.parameters.Changes)
	if left == 0 {
		return
	}
	s.measure()
	left -= s.splits(left)
	left -= s.offloads(left)
	if left > 0 {
		s.merges()
	}
}

// watch counts for how long a range has been above its share, or below the mark of a merge.
func (s *Simulation) watch(r *span) {
	p := &s.parameters
	if r.hot++; r.rate() <= p.share(p.SplitShare) || r.moving(s.second) {
		r.hot = 0
	}
	if r.quiet++; r.rate() >= p.share(p.MergeShare) {
		r.quiet = 0
	}
}

// measure adds up what servers had to do in the window.
func (s *Simulation) measure() {
	clear(s.busy)
	for i := range s.ranges {
		r := &s.ranges[i]
		s.busy[r.server] += r.takes()
	}
}

// quietest returns the server with the smallest load, the first of several.
func (s *Simulation) quietest() int {
	best := 0
	for i, n := range s.busy {
		if n < s.busy[best] {
			best = i
		}
	}
	return best
}

// splits cuts ranges that have been above their share for long enough, the hottest first.
func (s *Simulation) splits(most int) int {
	var list []*span
	for i := range s.ranges {
		if r := &s.ranges[i]; float64(r.hot) >= s.parameters.SplitSeconds && r.hi-r.lo > 1 {
			list = append(list, r)
		}
	}
	order.By(list, func(a, b *span) int { return cmp.Compare(b.rate(), a.rate()) })
	list = list[:min(most, len(list))]
	keys := make([]int, len(list))
	for i, r := range list {
		keys[i] = r.lo // a split moves the ranges after it
	}
	for _, lo := range keys {
		s.split(s.rangeAt(lo))
	}
	return len(keys)
}

// split cuts range number i at its weighted median, and lets the lighter part go to the quietest server if that helps.
func (s *Simulation) split(i int) {
	r := &s.ranges[i]
	at, part, taken := s.median(r)
	s.cutAt(at)
	low, high := r.split(at, part, taken)
	from, to := r.server, s.quietest()
	lighter := &low
	if taken > 0.5 {
		lighter = &high
	}
	if load := lighter.takes(); to != from && s.busy[to]+load < s.busy[from] {
		s.hand(lighter, to)
	} else {
		to = from
	}
	s.note(event{s.second, Split, at, from, to, taken <= 0.5 && to != from})
	s.ranges = append(s.ranges, span{})
	copy(s.ranges[i+2:], s.ranges[i+1:])
	s.ranges[i], s.ranges[i+1] = low, high
}

// hand gives a range to another server. It is not available until it is there.
func (s *Simulation) hand(r *span, to int) {
	load := r.takes()
	s.busy[r.server] -= load
	s.busy[to] += load
	r.server, r.until = to, s.second+1+int(s.parameters.MoveSeconds)
	r.hot = 0
}
