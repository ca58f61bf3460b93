package datacentre

// recut makes cells for what moves now, and joins those that are asked alike again.
func (s *Simulation) recut() {
	s.heat.write(s)
	s.joinCells()
	s.cutFlows()
}

// joinCells joins neighbours of one block and one range that nothing tells apart any more.
func (s *Simulation) joinCells() {
	out, at := s.cells[:0], 0
	for _, c := range s.cells {
		for s.ranges[at].hi <= c.lo {
			at++
		}
		c.flow = 0
		if n := len(out); n > 0 && out[n-1].joins(&c) && out[n-1].lo >= s.ranges[at].lo {
			out[n-1].hi = c.hi
			out[n-1].still += c.still
			continue
		}
		out = append(out, c)
	}
	s.cells = out
}

// joins reports whether two neighbours are asked alike. Hot partitions stay alone.
func (c *cell) joins(next *cell) bool {
	return c.block == next.block && c.block.weight == nil && c.waiting.none() && next.waiting.none()
}

// cutFlows cuts cells where flows begin and end, and gives them their load.
func (s *Simulation) cutFlows() {
	out, next := s.spare[:0], 0
	for _, c := range s.cells {
		for next < len(s.flows) && s.flows[next].hi <= c.lo {
			next++
		}
		for k := next; k < len(s.flows) && s.flows[k].lo < c.hi; k++ {
			out, c = s.flows[k].cut(out, c)
		}
		if c.hi > c.lo {
			out = append(out, c)
		}
	}
	s.cells, s.spare = out, s.cells
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
