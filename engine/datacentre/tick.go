package datacentre

import "slices"

// tick calculates one second: the requests of clients, what is admitted, what servers can serve, what is refused and
// comes back.
func (s *Simulation) tick() {
	s.steer()
	s.ask()
	s.limitAccount()
	s.admit()
	s.serve()
	s.heat.second(s)
	s.balancer.balance(s.second)
	s.visits += s.balancer.work
	s.second++
}

// steer leads what moves to the partitions that it goes to in this second.
func (s *Simulation) steer() {
	s.flows, s.before = s.before[:0], s.flows
	for _, b := range s.blocks {
		s.flows = b.flows(s.flows, s.second)
	}
	if !slices.Equal(s.flows, s.before) {
		s.heat.write(s)
		s.cells.join(s.balancer.ranges)
		s.cells.cutFlows(s.flows)
		s.visits += len(s.cells.list)
	}
}

// ask counts what clients want in this second.
func (s *Simulation) ask() {
	s.wanted = 0
	for i := range s.cells.list {
		c := &s.cells.list[i]
		first := c.still + c.flow
		c.asked = first
		s.totals.Asked += first
		if !c.waiting.none() {
			for _, n := range c.waiting.due(s.second) {
				c.asked += n
			}
		}
		s.wanted += c.asked * c.block.units
	}
	s.visits += len(s.cells.list)
}

// limitAccount finds which part of everything the account may have.
func (s *Simulation) limitAccount() {
	s.allowed = 1
	if most := s.parameters.AccountTarget; most > 0 && s.wanted > most {
		s.allowed = most / s.wanted
	}
}

// admit lets into each partition what it can take, and adds up what that is for ranges and servers.
func (s *Simulation) admit() {
	cells, servers := s.cells.list, s.balancer.servers
	for i := range servers {
		servers[i].load = 0
	}
	at := 0
	for i := range s.balancer.ranges {
		r := &s.balancer.ranges[i]
		r.asked, r.load = 0, 0
		for ; at < len(cells) && cells[at].lo < r.hi; at++ {
			c := &cells[at]
			c.admitted = min(c.asked*s.allowed, s.target(c.block)*c.size()/c.block.units)
			r.asked += c.asked * c.block.units
			r.load += c.admitted * c.block.units
		}
		if !r.moving(s.second) {
			servers[r.server].load += r.load
		}
	}
	s.visits += len(cells)
}

// target returns the entities a second that one partition of a block can take: a cold table warms up.
func (s *Simulation) target(b *block) float64 {
	p := &s.parameters
	if !b.Cold || float64(s.second) >= p.WarmSeconds {
		return p.PartitionTarget
	}
	cold := p.ColdShare / 100
	return p.PartitionTarget * (cold + (1-cold)*float64(s.second)/p.WarmSeconds)
}

// serve serves what servers can, and sends the rest away.
func (s *Simulation) serve() {
	cells, servers := s.cells.list, s.balancer.servers
	at := 0
	for i := range s.balancer.ranges {
		r := &s.balancer.ranges[i]
		part, busy := 0.0, 0.0
		if !r.moving(s.second) {
			part, busy = servers[r.server].serves(s.parameters.ServerCapacity)
		}
		for ; at < len(cells) && cells[at].lo < r.hi; at++ {
			s.answer(&cells[at], part, busy)
		}
	}
	s.visits += 2 * len(cells)
}

// server is what one has to do in a second.
type server struct {
	load float64 // entities
}

// serves returns which part of its load a server serves, and how busy it is.
func (v *server) serves(capacity float64) (part, busy float64) {
	if v.load > capacity {
		return capacity / v.load, 1
	}
	return 1, v.load / capacity
}

// answer serves a part of what was admitted to a cell; clients that are refused come back, or give up.
func (s *Simulation) answer(c *cell, part, busy float64) {
	if c.asked == 0 {
		return
	}
	served := c.admitted * part
	if part == 1 && c.admitted >= c.asked {
		served = c.asked
	}
	refused := c.asked - served
	s.totals.Attempts += c.asked
	s.totals.Served += served
	s.totals.Refused += refused
	c.heatAsked += c.asked
	c.heatRefused += refused
	c.heatPeak = max(c.heatPeak, c.asked)
	s.totals.count(c.block, served)
	s.latency.add(s, c, served, busy)
	s.repeat(c, refused)
}

// repeat lets clients that were refused come back after their wait.
func (s *Simulation) repeat(c *cell, refused float64) {
	if refused == 0 && c.waiting.none() {
		return
	}
	share := refused / c.asked
	if c.waiting == nil && len(s.delays) > 0 {
		c.waiting = &waiting{tries: len(s.delays), list: make([]float64, s.slots*len(s.delays))}
	}
	if c.waiting == nil {
		s.totals.Failed += refused
		return
	}
	s.again(c, 0, (c.still+c.flow)*share)
	for i, n := range c.waiting.due(s.second) {
		s.again(c, i+1, n*share)
	}
	c.waiting.clear(s.second)
}

// again sends n requests back whose attempt number so many was refused.
func (s *Simulation) again(c *cell, attempt int, n float64) {
	switch {
	case n == 0:
	case attempt == len(s.delays):
		s.totals.Failed += n
	default:
		c.waiting.add(s.second, attempt+1, n, s.delays[attempt])
	}
}
