package datacentre

import (
	"cmp"

	"rowkey/engine/order"
)

// EventKind says what happened to a range.
type EventKind string

// The kinds of events.
const (
	Split   EventKind = "split"   // cut in two where half of its load is; the lighter part moves if that helps
	Offload EventKind = "offload" // handed to another server as it is
	Merge   EventKind = "merge"   // joined with the neighbour before it
)

// event is a change of what servers serve.
type event struct {
	second   int
	kind     EventKind
	at       int // first partition of the range that was cut off, moved, or joined
	from, to int // servers
	lower    bool
}

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

// offloads lets servers above their share give a whole range to the quietest one, the busiest first.
func (s *Simulation) offloads(most int) (done int) {
	hot, share := s.hot[:0], s.parameters.share(s.parameters.OffloadShare)
	for i, n := range s.busy {
		if n > share {
			hot = append(hot, i)
		}
	}
	if s.hot = hot; len(hot) == 0 || most <= 0 {
		return 0
	}
	order.By(hot, func(a, b int) int { return cmp.Compare(s.busy[b], s.busy[a]) })
	served := s.served()
	for _, from := range hot {
		if done == most {
			break
		}
		if s.offload(from, served[from]) {
			done++
		}
	}
	s.visits += len(hot) + len(s.ranges)
	return done
}

// served returns the numbers of the ranges that each server serves.
func (s *Simulation) served() [][]int {
	list := make([][]int, len(s.servers))
	for i := range s.ranges {
		r := &s.ranges[i]
		if !r.moving(s.second) {
			list[r.server] = append(list[r.server], i)
		}
	}
	return list
}

// offload hands over the range that comes nearest to half of the difference between two servers, if it gains enough.
func (s *Simulation) offload(from int, ranges []int) bool {
	if len(ranges) < 2 {
		return false // what it has would be as much elsewhere
	}
	to := s.quietest()
	difference := s.busy[from] - s.busy[to]
	best, least := -1, difference-s.parameters.share(s.parameters.OffloadGain)
	for _, i := range ranges {
		n := s.ranges[i].takes()
		if off := max(n, difference-n); n > 0 && off < least {
			best, least = i, off
		}
	}
	if best < 0 {
		return false
	}
	s.hand(&s.ranges[best], to)
	s.note(event{s.second, Offload, s.ranges[best].lo, from, to, false})
	return true
}

// merges joins two neighbours that have both been quiet for long enough: one pair in a second.
func (s *Simulation) merges() {
	p := &s.parameters
	for i := 1; i < len(s.ranges); i++ {
		a, b := &s.ranges[i-1], &s.ranges[i]
		if float64(min(a.quiet, b.quiet)) < p.MergeSeconds || a.rate()+b.rate() >= p.share(p.MergeShare) ||
			a.moving(s.second) || b.moving(s.second) || !s.calm(b) {
			continue
		}
		if a.server != b.server {
			a.until = s.second + 1 + int(p.MoveSeconds)
		}
		s.note(event{s.second, Merge, b.lo, b.server, a.server, false})
		a.join(b)
		s.ranges = append(s.ranges[:i], s.ranges[i+1:]...)
		return
	}
}

// calm reports whether nobody waits to come back to a range.
func (s *Simulation) calm(r *span) bool {
	for i := s.cellAt(r.lo); i < len(s.cells) && s.cells[i].lo < r.hi; i++ {
		if !s.cells[i].waiting.none() {
			return false
		}
	}
	return true
}

// mostEvents is how many events are kept.
const mostEvents = 2000

// note keeps an event, and counts all.
func (s *Simulation) note(e event) {
	s.counted[e.kind]++
	if len(s.events) < mostEvents {
		s.events = append(s.events, e)
	}
}
