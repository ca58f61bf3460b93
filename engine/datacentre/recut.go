package datacentre

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
