package client

// assign keeps what the blocks of a step set. A run that is over sets nothing, nor does a lane that
// has crashed.
func (s *Session) assign(j job, x *Exchange) *Problem {
	if x != nil && (x.Stopped || x.crashed) {
		return nil
	}
	for i := j.unit.First; i <= j.unit.Last; i++ {
		b := &s.script.Blocks[i]
		for _, a := range b.Meta.Sets {
			text, p := s.expand(a.Text, s.scope(b, j))
			if p != nil {
				return p
			}
			s.state.sets[a.Name] = text
		}
	}
	return nil
}

// learnerSet returns what the learner's script has kept under a name.
func (s *Session) learnerSet(name string) (text, problem string) {
	learner := s
	if s.o.Learner != nil {
		learner = s.o.Learner
		learner.mu.Lock()
		defer learner.mu.Unlock()
	}
	text, ok := learner.state.sets[name]
	if !ok {
		return "", "the script has not set \"" + name + "\": # @set " + name + " does."
	}
	return text, ""
}
