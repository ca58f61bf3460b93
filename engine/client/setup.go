package client

import (
	"context"
	"io"
	"strconv"

	"rowkey/engine/message"
	"rowkey/engine/script"
)

// beginSetup starts a script that has to run before this one.
func (s *Session) beginSetup(su script.Setup) *Exchange {
	if su.Script == nil {
		return stopped(&Exchange{Hidden: true}, problemOn(su.Line, "no-script-to-set-up", su.Name))
	}
	o := s.o
	o.Blocks, o.Meter, o.Began = nil, nil, nil
	s.setup = Start(su.Script, s.sender.handler, o)
	s.setup.hidden, s.setup.state.setups, s.setup.sender.traffic = true, s.state.setups, s.sender.traffic
	s.setupLine = su.Line
	return nil
}

// stepSetup makes a step of the setup. A setup that fails in any way stops the run.
func (s *Session) stepSetup(ctx context.Context) *Exchange {
	x, err := s.setup.Next(ctx)
	if err != nil && err != io.EOF {
		return nil // ctx has ended, which Next reports
	}
	if err != nil {
		s.state.setups[s.setup.script.Name] = true
		s.setup = nil
		return nil
	}
	x.Hidden = true
	if why, line := failure(x); why != nil {
		return stopped(x, problemOf(s.setupLine, inLine(s.setup.script, line).And(why)))
	}
	return x
}

// failure says why a hidden exchange did not go as its author meant, nil if it did.
func failure(x *Exchange) (why message.Text, line int) {
	if x.Problem != nil {
		return x.Problem.Sentences, x.Problem.Line
	}
	for _, c := range x.Checks {
		if !c.Pass {
			return message.New("check-failed", c.Text).And(c.gotText()), c.Line
		}
	}
	if x.Stopped {
		return message.New("verbatim", x.Reason+": "+x.Code), x.Line
	}
	return nil, 0
}

// inLine names a line of a script, for messages in another one.
func inLine(s *script.Script, line int) message.Text {
	return message.New("in-script", s.Name, strconv.Itoa(line))
}
