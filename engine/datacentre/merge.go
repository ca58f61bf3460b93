package datacentre

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
