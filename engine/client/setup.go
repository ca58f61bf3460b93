package client

import (
	"context"
	"io"

	"rowkey/engine/script"
)

// beginSetup starts a script that has to run before this one.
func (s *Session) beginSetup(su script.Setup) *Exchange {
	if su.Script == nil {
		why := "there is no script \"" + su.Name + "\" to set up with."
		return stopped(&Exchange{Hidden: true}, &Problem{Line: su.Line, Message: why})
	}
	o := s.o
	o.Blocks, o.Meter, o.Began = nil, nil, nil
	s.setup = Start(su.Script, s.handler, o)
	s.setup.hidden, s.setup.state.setups, s.setup.traffic = true, s.state.setups, s.traffic
	s.setupLine = su.Line
	return nil
}

// stepSetup makes a step of the setup. A setup that fails in any way stops the run.
func (s *Session) stepSetup(ctx context.Context) *Exchange {
	x, err := s.setup.Next(ctx)
	if err != nil && err != io.EOF {
		return nil // ctx is over, which Next tells
	}
	if err != nil {
		s.state.setups[s.setup.script.Name] = true
		s.setup = nil
		return nil
	}
	x.Hidden = true
	if why, line := failure(x); why != "" {
		return stopped(x, &Problem{Line: s.setupLine, Message: lineName(s.setup.script, line) + ": " + why})
	}
	return x
}

// failure says why a hidden exchange did not go as its author meant, "" if it did.
func failure(x *Exchange) (why string, line int) {
	if x.Problem != nil {
		return x.Problem.Message, x.Problem.Line
	}
	for _, c := range x.Checks {
		if !c.Pass {
			return "expected " + c.Text + ", got " + c.Got, c.Line
		}
	}
	if x.Stopped {
		return x.Reason + ": " + x.Code, x.Line
	}
	return "", 0
}
