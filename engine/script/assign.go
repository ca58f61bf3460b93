package script

// assignment is one @set: a text that is worked out when its block has run, and kept under a name.
type assignment struct {
	name string
	text template
	line int
}

// assign keeps what a block sets. A run that is over sets nothing.
func (s *Session) assign(b *Block, j job, x *Exchange) *Problem {
	if x != nil && (x.Stopped || x.crashed) {
		return nil
	}
	for _, a := range b.meta.sets {
		text, p := s.expand(a.text, s.scope(b, j))
		if p != nil {
			return p
		}
		s.state.sets[a.name] = text
	}
	return nil
}
