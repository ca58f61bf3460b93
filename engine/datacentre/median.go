package datacentre

import (
	"math"
	"sort"
)

// median returns the partition from which on a range has half of what it was asked in this second, and which part of what
// was asked and of what its partitions take comes before it. It never divides a partition: if one has more than half, the
// cut is at the nearer of its two borders.
func (s *Simulation) median(r *span) (at int, part, taken float64) {
	half, before := r.asked/2, 0.0
	first := s.cellAt(r.lo)
	i := first
	for ; s.cells[i].hi < r.hi; i++ {
		n := s.cells[i].asked * s.cells[i].block.units
		if before+n >= half {
			break
		}
		before += n
	}
	c := &s.cells[i]
	at = c.middle(half-before, c.asked*c.block.units)
	at = max(r.lo+1, min(r.hi-1, at))
	return at, s.upTo(first, at, r.asked, true), s.upTo(first, at, r.load, false)
}

// middle returns the partition of a cell before which so many entities of all are asked.
func (c *cell) middle(want, all float64) int {
	if all <= 0 || c.hi-c.lo == 1 {
		if want > all/2 {
			return c.hi
		}
		return c.lo
	}
	if c.block.weight == nil {
		return c.lo + int(math.Round(want/all*c.size()))
	}
	return c.lo + sort.Search(c.hi-c.lo-1, func(i int) bool { return c.part(c.lo, c.lo+i+1)*all > want })
}

// upTo returns which part of a sum comes from the cells from number first on up to a partition.
func (s *Simulation) upTo(first, at int, sum float64, asked bool) float64 {
	if sum <= 0 {
		return 0.5
	}
	n := 0.0
	for i := first; i < len(s.cells) && s.cells[i].lo < at; i++ {
		c := &s.cells[i]
		load := c.admitted
		if asked {
			load = c.asked
		}
		n += load * c.block.units * c.part(c.lo, min(at, c.hi))
	}
	return min(1, n/sum)
}
