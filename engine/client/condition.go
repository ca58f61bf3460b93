package client

import "rowkey/engine/script"

// conditionHolds reports whether a job is to be done: whether the condition of its block holds, or that of any
// request of its transaction.
func (s *Session) conditionHolds(b *script.Block, j job) bool {
	if !b.InBatch() {
		return s.roundHolds(b, j)
	}
	some := false
	for i := j.unit.First; i <= j.unit.Last && !some; i++ {
		p := s.eachRound(&s.script.Blocks[i], j.unit, func(job) *Problem {
			some = true
			return nil
		})
		some = some || p != nil // the transaction says what is wrong
	}
	return some
}

// eachRound does something for each round of a request of a transaction in which its condition holds.
func (s *Session) eachRound(b *script.Block, u script.Unit, do func(round job) *Problem) *Problem {
	if !b.InBatch() {
		return nil
	}
	round, p := s.loopItems(b, job{unit: u})
	if p != nil {
		return p
	}
	for round.index = range round.rounds(b) {
		if !s.roundHolds(b, round) {
			continue
		}
		if p := do(round); p != nil {
			return p
		}
	}
	return nil
}

// roundHolds reports whether the condition of a block holds in a round of its loop.
func (s *Session) roundHolds(b *script.Block, j job) bool {
	c := b.Meta.Client.If
	if c == nil {
		return true
	}
	on := s.state.lanes.of(s.laneOf(b)).last
	if c.Name != "" {
		on = s.state.answers[c.Name]
	}
	return s.check(c.Assertion, on, s.scope(b, j)).Pass
}
