package script

import (
	"context"
	"io"
	"time"
)

// program is the block that runs other scripts, while it does.
type program struct {
	job   job
	at    int // of the @run that is running
	round int
	plan  *crashPlan // of that @run
	sub   *Session   // of that round, nil between two
	begun time.Duration
	side  clientSide // of the run when it began
	last  *answer    // that a program has seen
}

// beginProgram puts a block aside whose scripts run first.
func (s *Session) beginProgram(j job) *Exchange {
	s.land()
	s.pause(s.script.Blocks[j.unit.first].meta.sleep)
	s.program = &program{job: j, begun: s.at, side: s.side}
	return nil
}

// stepProgram makes a step of the script that is running inside of this one.
func (s *Session) stepProgram(ctx context.Context) *Exchange {
	g := s.program
	if g.sub == nil {
		return s.nextRound()
	}
	g.sub.steps, g.sub.requests = s.steps, s.requests
	x, err := g.sub.Next(ctx)
	s.at, s.requests = g.sub.now(), g.sub.requests
	switch {
	case err == io.EOF:
		g.round, g.sub = g.round+1, nil
		return nil
	case err != nil:
		return nil // ctx is over, which Next tells
	case x.Hidden:
		return x
	}
	return s.adopt(x)
}

// nextRound starts a program once more, or the next one, or ends the block.
func (s *Session) nextRound() *Exchange {
	g := s.program
	b := &s.script.Blocks[g.job.unit.first]
	if g.at == len(b.meta.client.programs) {
		s.endProgram(b)
		return nil
	}
	m := &b.meta.client.programs[g.at]
	if g.round == 0 {
		plan := m.crash
		g.plan = &plan
	}
	lane := s.laneOfProgram(b, m)
	down := s.state.lanes.of(lane).crashed
	if round := g.round; round == m.times || down {
		g.at, g.round = g.at+1, 0
		if down && round == 0 {
			return s.skipProgram(m, lane)
		}
		return nil
	}
	if p := s.countRequest(b); p != nil {
		return stopped(s.begin(g.job), p)
	}
	sub, p := s.subSession(b, m)
	if p != nil {
		return stopped(s.begin(g.job), p)
	}
	if sub.plan = g.plan; m.crash.at == 0 {
		sub.plan = s.plan
	}
	g.sub = sub
	return nil
}

// skipProgram makes the exchange of a program whose lane has crashed before.
func (s *Session) skipProgram(m *programMeta, lane string) *Exchange {
	x := s.begin(s.program.job)
	x.State, x.Client, x.Line, x.inner = Skipped, lane, m.line, true
	x.Start = milliseconds(s.at)
	x.End = x.Start
	if !s.hidden {
		s.count(x)
	}
	return x
}

// laneOfProgram returns the lane of those blocks of a program that name none.
func (s *Session) laneOfProgram(b *Block, m *programMeta) string {
	if m.lane != "" {
		return m.lane
	}
	return s.laneOf(b)
}

// subSession starts a program: a script with names of its own, in the world of this run.
func (s *Session) subSession(b *Block, m *programMeta) (*Session, *Problem) {
	text, setups := m.script, s.state.setups
	if m.learner {
		if s.o.Learner == nil {
			return nil, &Problem{Line: m.line, Message: "only a check can run the script of a learner."}
		}
		text, setups = s.o.Learner.script, s.o.Learner.handOn().setups
		for _, su := range text.setups { // the data are there
			setups[su.name] = true
		}
	}
	o := s.o
	o.Blocks, o.Setups, o.Began = nil, nil, nil
	n := text.Start(s.handler, o)
	n.hidden, n.trial = s.hidden, s.trial
	n.as, n.within = m.lane, s.laneOfProgram(b, m)
	if n.as == "" {
		n.as = s.as
	}
	n.at = s.at
	n.state.setups, n.state.lanes = setups, s.state.lanes
	n.state.sets = s.state.lanes.of(n.within).scratch(m.name)
	return n, nil
}

// adopt makes an exchange of a program one of this run. An answer that the program did not expect,
// or that lacks what it needs, ends its round and not the run.
func (s *Session) adopt(x *Exchange) *Exchange {
	g := s.program
	b := &s.script.Blocks[g.job.unit.first]
	m := &b.meta.client.programs[g.at]
	if p := x.Problem; p != nil && p.missing {
		x.State, x.Fault, x.Problem, x.Stopped = Skipped, p.Message, nil, false
		x.Start = milliseconds(s.at)
		x.End = x.Start
	} else if p != nil {
		x.Problem = &Problem{Line: m.line, Message: g.sub.script.place(p.Line) + ": " + p.Message}
	} else {
		x.Stopped = false
	}
	if x.answer != nil && !x.crashed {
		g.last = x.answer
	}
	x.inner, x.answers = true, nil
	x.Block, x.Blocks, x.Line, x.Index = b.Index, []int{b.Index}, m.line, g.round
	for i := range x.Checks {
		x.Checks[i].Line = m.line
	}
	for i := range x.Ops {
		x.Ops[i].Block = b.Index
	}
	if !s.hidden {
		s.count(x)
	}
	return x
}

// endProgram goes on with the block itself: its request, or its assertions about the last answer.
func (s *Session) endProgram(b *Block) {
	g := s.program
	s.program = nil
	a := answer{}
	if g.last != nil {
		a = *g.last
	}
	a.client = clientSide{elapsed: milliseconds(s.at - g.begun), attempts: s.side.attempts - g.side.attempts,
		throttled: s.side.throttled - g.side.throttled, hits: s.side.hits - g.side.hits,
		skipped: s.side.skipped - g.side.skipped}
	g.job.ran = &a
	if b.Name != "" && b.request == nil {
		s.state.answers[b.Name] = &a
	}
	s.todo = append([]job{g.job}, s.todo...)
}
