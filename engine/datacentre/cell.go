package datacentre

import "sort"

// cell is neighbouring partitions of one block and one range that are asked alike: each hot partition is a cell of its
// own, those between two of them are one.
type cell struct {
	lo, hi  int
	block   *block
	still   float64 // requests a second of what is spread in the same way all the time
	flow    float64 // requests a second of what moves
	waiting *waiting

	asked    float64 // requests in this second, with those that are repeated
	admitted float64 // of them those that partitions and the account take

	heatAsked, heatRefused, heatPeak float64 // since the map was last written
}

// size returns how many partitions there are.
func (c *cell) size() float64 { return float64(c.hi - c.lo) }

// part returns which part of a cell's load its partitions from lo to below hi have.
func (c *cell) part(lo, hi int) float64 {
	if lo == c.lo && hi == c.hi {
		return 1
	}
	if c.block.weight == nil {
		return float64(hi-lo) / c.size()
	}
	b := c.block
	whole := b.bulk[c.hi-b.lo] - b.bulk[c.lo-b.lo]
	if whole <= 0 {
		return float64(hi-lo) / c.size()
	}
	return (b.bulk[hi-b.lo] - b.bulk[lo-b.lo]) / whole
}

// cut returns the two parts of a cell below and from a partition on.
func (c *cell) cut(at int) (cell, cell) {
	low, high := *c, *c
	p := c.part(c.lo, at)
	low.hi, high.lo = at, at
	low.still, high.still = c.block.stillIn(c.lo, at), c.block.stillIn(at, c.hi)
	low.flow, high.flow = c.flow*p, c.flow*(1-p)
	low.asked, high.asked = c.asked*p, c.asked*(1-p)
	low.admitted, high.admitted = c.admitted*p, c.admitted*(1-p)
	low.heatAsked, high.heatAsked = c.heatAsked*p, c.heatAsked*(1-p)
	low.heatRefused, high.heatRefused = c.heatRefused*p, c.heatRefused*(1-p)
	low.heatPeak, high.heatPeak = c.heatPeak*p, c.heatPeak*(1-p)
	low.waiting, high.waiting = c.waiting.divide(p)
	return low, high
}

// cellAt returns the number of the cell that a partition is in.
func (s *Simulation) cellAt(partition int) int {
	return sort.Search(len(s.cells), func(i int) bool { return s.cells[i].hi > partition })
}

// cutAt makes a cell begin with a partition.
func (s *Simulation) cutAt(partition int) {
	i := s.cellAt(partition)
	if s.cells[i].lo == partition {
		return
	}
	low, high := s.cells[i].cut(partition)
	s.cells = append(s.cells, cell{})
	copy(s.cells[i+2:], s.cells[i+1:])
	s.cells[i], s.cells[i+1] = low, high
}

// layCells makes the cells of all blocks, before anything is asked.
func (s *Simulation) layCells() {
	for _, b := range s.blocks {
		at := b.lo
		add := func(to int) {
			if to > at {
				s.cells = append(s.cells, cell{lo: at, hi: to, block: b, still: b.stillIn(at, to)})
				at = to
			}
		}
		for _, hot := range b.hot {
			add(hot)
			add(hot + 1)
		}
		add(b.hi)
	}
	for i := range s.ranges {
		s.cutAt(s.ranges[i].lo)
	}
}
