package client

// state is what one run hands on to the next.
type state struct {
	answers map[string]*answer // by name of the request
	setups  map[string]bool    // that have run, by name of the script; shared with them
	sets    map[string]string  // what @set keeps
	lanes   lanes
}

// handOn copies what a later run needs.
func (s *Session) handOn() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := newState()
	c.lanes = s.state.lanes.copies()
	for k, v := range s.state.answers {
		c.answers[k] = v
	}
	for k, v := range s.state.setups {
		c.setups[k] = v
	}
	for k, v := range s.state.sets {
		c.sets[k] = v
	}
	return c
}

func newState() state {
	return state{map[string]*answer{}, map[string]bool{}, map[string]string{}, lanes{}}
}
