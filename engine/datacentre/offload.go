package datacentre

import (
	"cmp"

	"rowkey/engine/order"
)

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
