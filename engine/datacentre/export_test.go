package datacentre

// Ranges returns the first partition of each range and its server, in the order of the keys, and the number of
// partitions.
func (s *Simulation) Ranges() (starts, servers []int, partitions int) {
	at := 0
	for i := range s.balancer.ranges {
		if s.balancer.ranges[i].lo != at {
			return nil, nil, 0 // a key is on no server, or on two
		}
		at = s.balancer.ranges[i].hi
		starts, servers = append(starts, s.balancer.ranges[i].lo), append(servers, s.balancer.ranges[i].server)
	}
	if at != s.partitions {
		return nil, nil, 0
	}
	return starts, servers, s.partitions
}

// Cells reports whether cells cover each partition once, and each lies in one range.
func (s *Simulation) Cells() bool {
	at, r := 0, 0
	for i := range s.cells.list {
		for r < len(s.balancer.ranges) && s.balancer.ranges[r].hi <= at {
			r++
		}
		c := &s.cells.list[i]
		if c.lo != at || c.hi <= c.lo || c.hi > s.balancer.ranges[r].hi || c.lo < c.block.lo || c.hi > c.block.hi {
			return false
		}
		at = c.hi
	}
	return at == s.partitions
}

// Prepare does what is to be done before the first second.
func (s *Simulation) Prepare() {
	for s.prepared < len(s.tasks) {
		s.tasks[s.prepared]()
		s.prepared++
	}
}

// Tick calculates one second.
func (s *Simulation) Tick() { s.tick() }

// Key returns the PartitionKey of a partition.
func (s *Simulation) Key(partition int) string {
	b := s.blockAt(partition)
	return b.keys.name(partition - b.lo)
}

// Shares returns the requests that are asked of each partition in a second, without repetitions.
func (s *Simulation) Shares(second int) []float64 {
	list := make([]float64, s.partitions)
	for _, b := range s.blocks {
		for i := b.lo; i < b.hi; i++ {
			list[i] = b.still() / float64(b.n())
			if b.weight != nil {
				list[i] = b.still() * b.weight[i-b.lo]
			}
		}
		for _, f := range b.flows(nil, second) {
			for i := f.lo; i < f.hi; i++ {
				list[i] += f.rate / float64(f.hi-f.lo)
			}
		}
	}
	return list
}

// Moving returns the partitions of ranges that are on their way in a second.
func (s *Simulation) Moving(second int) map[int]bool {
	all := map[int]bool{}
	for i := range s.balancer.ranges {
		for p := s.balancer.ranges[i].lo; s.balancer.ranges[i].moving(second) && p < s.balancer.ranges[i].hi; p++ {
			all[p] = true
		}
	}
	return all
}

// Visited returns the requests of the moving load in a window by partition: as maps are laid out, and second by second.
func (s *Simulation) Visited(w Window) (laid, counted map[int]float64) {
	laid, counted = map[int]float64{}, map[int]float64{}
	add := func(to map[int]float64, list []flow) {
		for _, f := range list {
			for i := f.lo; i < f.hi; i++ {
				to[i] += f.rate / float64(f.hi-f.lo)
			}
		}
	}
	for _, b := range s.blocks {
		add(laid, b.visited(w))
		for second := w.Begins; second < w.Ends; second++ {
			add(counted, b.flows(nil, second))
		}
	}
	return laid, counted
}
