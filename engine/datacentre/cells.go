package datacentre

import (
	"math"
	"sort"
)

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

// cells are all cells in the order of their keys: each partition is in one.
type cells struct {
	list  []cell
	spare []cell // for the next list
}

// layCells makes the cells of blocks, before anything is asked. Each is in one range.
func layCells(blocks []*block, ranges []span) cells {
	var c cells
	for _, b := range blocks {
		at := b.lo
		add := func(to int) {
			if to > at {
				c.list = append(c.list, cell{lo: at, hi: to, block: b, still: b.stillIn(at, to)})
				at = to
			}
		}
		for _, hot := range b.hot {
			add(hot)
			add(hot + 1)
		}
		add(b.hi)
	}
	for i := range ranges {
		c.cutAt(ranges[i].lo)
	}
	return c
}

// find returns the number of the cell that a partition is in.
func (c *cells) find(partition int) int {
	return sort.Search(len(c.list), func(i int) bool { return c.list[i].hi > partition })
}

// cutAt makes a cell begin with a partition.
func (c *cells) cutAt(partition int) {
	i := c.find(partition)
	if c.list[i].lo == partition {
		return
	}
	low, high := c.list[i].cut(partition)
	c.list = append(c.list, cell{})
	copy(c.list[i+2:], c.list[i+1:])
	c.list[i], c.list[i+1] = low, high
}

// calm reports whether no client waits to come back to a range.
func (c *cells) calm(r *span) bool {
	for i := c.find(r.lo); i < len(c.list) && c.list[i].lo < r.hi; i++ {
		if !c.list[i].waiting.none() {
			return false
		}
	}
	return true
}

// median returns the partition from which on a range has half of what it was asked in this second, and which part of
// what was asked and of what its partitions take comes before it. It never divides a partition: if one has more than
// half, the cut is at the nearer of its two borders.
func (c *cells) median(r *span) (at int, part, taken float64) {
	half, before := r.asked/2, 0.0
	first := c.find(r.lo)
	i := first
	for ; c.list[i].hi < r.hi; i++ {
		n := c.list[i].asked * c.list[i].block.units
		if before+n >= half {
			break
		}
		before += n
	}
	inner := &c.list[i]
	at = inner.middle(half-before, inner.asked*inner.block.units)
	at = max(r.lo+1, min(r.hi-1, at))
	return at, c.upTo(first, at, r.asked, true), c.upTo(first, at, r.load, false)
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
func (c *cells) upTo(first, at int, sum float64, asked bool) float64 {
	if sum <= 0 {
		return 0.5
	}
	n := 0.0
	for i := first; i < len(c.list) && c.list[i].lo < at; i++ {
		one := &c.list[i]
		load := one.admitted
		if asked {
			load = one.asked
		}
		n += load * one.block.units * one.part(one.lo, min(at, one.hi))
	}
	return min(1, n/sum)
}
