package engine

import (
	"errors"
	"fmt"

	"rowkey/engine/client"
	"rowkey/engine/cluster"
	"rowkey/engine/message"
	"rowkey/engine/store"
)

// beginning is the state of the sandbox before the first block of a run that goes on from no other.
type beginning struct {
	run     *client.Session
	at      position
	cluster *cluster.Cluster // nil without the option
}

// markBeginning saves the state as it is for checks that replay a run. If a state cannot be kept only those checks
// fail, and say so.
func (e *Engine) markBeginning(run *client.Session) {
	if err := e.db.Keep(); err != nil {
		run = nil
	}
	b := &beginning{run: run, at: e.position()}
	if c := e.cluster.Load(); c != nil {
		b.cluster = c.Quiet()
	}
	e.began.Store(b)
}

// sandbox is where checks replay the run of a learner. Its user holds the gate alone.
type sandbox struct {
	e       *Engine
	learner *client.Session
}

// Fresh calls fn on the state that the run began with. Errors: those of fn, and that this state is
// no longer known.
func (s sandbox) Fresh(fn func() error) error {
	b := s.e.began.Load()
	if b == nil || b.run == nil || b.run != s.learner.Origin() {
		return message.New("beginning-not-kept")
	}
	return s.e.trial(func() error {
		if err := s.e.db.Rewind(); errors.Is(err, store.ErrNotKept) {
			return message.New("beginning-too-large")
		} else if err != nil {
			return fmt.Errorf("begin again: %w", err)
		}
		s.e.goTo(b.at)
		if b.cluster != nil {
			s.e.cluster.Store(b.cluster.Quiet())
		}
		return fn()
	})
}

// Apart calls fn and leaves no trace of it.
func (s sandbox) Apart(fn func() error) error { return s.e.trial(fn) }
