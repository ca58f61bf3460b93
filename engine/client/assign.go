package client

import "rowkey/engine/message"

// assign keeps what the blocks of a step set. A run that is over sets nothing, nor does a lane that
// has crashed.
func (s *Session) assign(j job, x *Exchange) *Problem {
	if x != nil && (x.Stopped || x.crashed) {
		return nil
	}
	for i := j.unit.First; i <= j.unit.Last; i++ {
		b := &s.script.Blocks[i]
		for _, a := range b.Meta.Sets {
			text, p := s.text.expand(a.Text, s.scope(b, j))
			if p != nil {
				return p
			}
			s.state.sets[a.Name] = text
		}
	}
	return nil
}

// learnerSet returns what the learner's script has kept under a name.
func (e *expander) learnerSet(name string) (text string, problem message.Text) {
	sets := e.state.sets
	if learner := e.o.Learner; learner != nil {
		learner.mu.Lock()
		defer learner.mu.Unlock()
		sets = learner.state.sets
	}
	text, ok := sets[name]
	if !ok {
		return "", message.New("not-set", name)
	}
	return text, nil
}
