package client

import (
	"context"
	"io"
	"time"

	"rowkey/engine/script"
)

// program is a block that runs other scripts, while it does.
type program struct {
	job     job
	at      int // of the @run that is running
	round   int
	plan    *crashPlan // of that @run
	sub     *Session   // of that round, nil between two
	begun   time.Duration
	time    time.Duration // since the run began; it moves on
	waited  time.Duration // of that, what the clock has to follow
	side    clientSide
	answers answers // that a program has seen
}

// programGroup is programs that run side by side, or one alone.
type programGroup struct {
	members []*program
	moved   time.Duration // how far the clock has followed
}

// beginProgram puts off a block whose scripts run first, and its neighbours if they run beside it.
func (s *Session) beginProgram(j job) *Exchange {
	s.timeline.awaitFlight()
	s.group = &programGroup{}
	group := s.script.Blocks[j.unit.First].Meta.Client.Parallel
	for {
		sleep := s.script.Blocks[j.unit.First].Meta.Sleep
		begun := later(s.timeline.at, sleep)
		g := &program{job: j, begun: begun, time: begun, waited: sleep}
		s.group.members = append(s.group.members, g)
		if group == "" || len(s.todo) == 0 || !s.joins(group, s.todo[0]) {
			return nil
		}
		j, s.todo = s.todo[0], s.todo[1:]
	}
}

// joins reports whether a job runs its programs beside those of its neighbour.
func (s *Session) joins(group string, j job) bool {
	b := &s.script.Blocks[j.unit.First]
	m := &b.Meta.Client
	return m.Parallel == group && len(m.Programs) > 0 && len(b.Meta.Refs) == 0 &&
		!b.Meta.Disabled && b.FirstError == nil && !s.isDown(j) && s.conditionHolds(b, j)
}

// stepProgram makes a step of the program whose next request comes first.
func (s *Session) stepProgram(ctx context.Context) *Exchange {
	var g *program
	for _, m := range s.group.members {
		if !s.finished(m) && (g == nil || m.next() < g.next()) {
			g = m
		}
	}
	if g == nil {
		s.endPrograms()
		return nil
	}
	if g.sub == nil {
		return s.nextRound(g)
	}
	g.sub.steps, g.sub.requests = s.steps, s.requests
	x, err := g.sub.Next(ctx)
	g.time, s.requests = g.sub.timeline.now(), g.sub.requests
	switch {
	case err == io.EOF:
		g.round, g.sub = g.round+1, nil
		return nil
	case err != nil:
		return nil // ctx has ended, which Next reports
	case x.Hidden:
		return x
	}
	return s.adopt(g, x)
}

// finished reports whether a program has run its last round.
func (s *Session) finished(g *program) bool {
	return g.at == len(s.script.Blocks[g.job.unit.First].Meta.Client.Programs)
}

// next returns when the next request of a program goes out, as far as its script shows.
func (g *program) next() time.Duration {
	if g.sub == nil || g.sub.setup != nil || g.sub.group != nil || len(g.sub.todo) == 0 {
		return g.time
	}
	return later(g.time, g.sub.script.Blocks[g.sub.todo[0].unit.First].Meta.Sleep)
}

// advance moves the clock to where a program has waited to, unless another one was there before.
func (s *Session) advance(g *program, d time.Duration) {
	g.waited = later(g.waited, d)
	if more := g.waited - s.group.moved; more > 0 {
		s.group.moved = g.waited
		s.o.Advance(more)
	}
}

// nextRound starts a program again, or the next one of its block.
func (s *Session) nextRound(g *program) *Exchange {
	s.advance(g, 0)
	b := &s.script.Blocks[g.job.unit.First]
	m := &b.Meta.Client.Programs[g.at]
	if g.round == 0 {
		g.plan = &crashPlan{CrashPoint: m.Crash}
	}
	crashes := m.Crash.At > 0 && s.sender.faults.filter == keepFaults
	lane := s.laneOfProgram(b, m)
	down := s.state.lanes.of(lane).crashed
	if round := g.round; round == m.Times || down {
		g.at, g.round = g.at+1, 0
		if down && round == 0 {
			return s.skipProgram(g, m, lane)
		}
		return nil
	}
	if p := s.countRequest(b); p != nil {
		return stopped(s.begin(g.job), p)
	}
	sub, p := s.subSession(g, b, m)
	if p != nil {
		return stopped(s.begin(g.job), p)
	}
	if sub.sender.faults.plan = s.sender.faults.plan; crashes {
		sub.sender.faults.plan = g.plan
	}
	g.sub = sub
	return nil
}

// skipProgram makes the exchange of a program whose lane has crashed before.
func (s *Session) skipProgram(g *program, m *script.Program, lane string) *Exchange {
	x := s.begin(g.job)
	x.State, x.Client, x.Line, x.inner = Skipped, lane, m.Line, true
	x.Start = milliseconds(g.time)
	x.End = x.Start
	g.side.skipped++
	if !s.hidden {
		s.totals.add(x)
	}
	return x
}

// laneOfProgram returns the lane of those blocks of a program that name none.
func (l laneNames) laneOfProgram(b *script.Block, m *script.Program) string {
	if m.Lane != "" {
		return m.Lane
	}
	return l.laneOf(b)
}

// subSession starts a program: a script with names of its own, in the world of this run.
func (s *Session) subSession(g *program, b *script.Block, m *script.Program) (*Session, *Problem) {
	text, setups := m.Script, s.state.setups
	if m.Learner {
		if s.o.Learner == nil {
			return nil, problemOn(m.Line, "learner-outside-check")
		}
		text, setups = s.o.Learner.script, s.o.Learner.handOn().setups
		for _, su := range text.Setups { // their data is there
			setups[su.Name] = true
		}
	}
	o := s.o
	o.Blocks, o.Setups, o.Began, o.Learner, o.Sandbox = nil, nil, nil, nil, nil
	o.Advance = func(d time.Duration) { s.advance(g, d) }
	n := Start(text, s.sender.handler, o)
	n.sender.traffic = s.sender.traffic
	n.hidden, n.sender.faults.filter, n.trial = s.hidden, s.sender.faults.filter, s.trial
	n.as, n.within = m.Lane, s.laneOfProgram(b, m)
	if n.as == "" {
		n.as = s.as
	}
	n.timeline.at = g.time
	n.state.setups, n.state.lanes = setups, s.state.lanes
	n.state.sets = s.state.lanes.of(n.within).variables(m.Name)
	return n, nil
}

// adopt turns an exchange of a program into one of this run. An answer that the program did not expect,
// or that lacks what it needs, ends its round and not the run.
func (s *Session) adopt(g *program, x *Exchange) *Exchange {
	b := &s.script.Blocks[g.job.unit.First]
	m := &b.Meta.Client.Programs[g.at]
	if p := x.Problem; p != nil && p.missing {
		x.State, x.Problem, x.Stopped = Skipped, nil, false
		x.Fault, x.Sentences = p.Message, p.Sentences
		x.Start = milliseconds(g.time)
		x.End = x.Start
	} else if p != nil && !p.answered {
		x.Problem = problemOf(m.Line, inLine(g.sub.script, p.Line).And(p.Sentences))
	} else {
		x.Problem, x.Stopped = nil, false
	}
	if x.answer != nil && !x.crashed {
		g.answers.add(x.answer)
	}
	x.inner, x.answers = true, nil
	x.Block, x.Blocks, x.Line, x.Index = b.Index, []int{b.Index}, m.Line, g.round
	for i := range x.Checks {
		x.Checks[i].Line = m.Line
	}
	for i := range x.Ops {
		x.Ops[i].Block = b.Index
	}
	g.side.add(x)
	if !s.hidden {
		s.totals.add(x)
		s.totals.tokens, g.sub.totals.tokens = s.totals.tokens+g.sub.totals.tokens, 0
	}
	return x
}

// endPrograms goes on with the blocks themselves: their requests, or their assertions about
// what the programs have seen: the last answer, or the one that @answer means.
func (s *Session) endPrograms() {
	var after []job
	for _, g := range s.group.members {
		b := &s.script.Blocks[g.job.unit.First]
		a := answer{}
		if chosen := s.chosen(&g.answers, b.Meta.Answer); chosen != nil {
			a = *chosen
		}
		a.client = g.side
		a.client.elapsed = milliseconds(g.time - g.begun)
		g.job.ran = &a
		if b.Name != "" && b.Request == nil {
			s.state.answers[b.Name] = &a
		}
		after = append(after, g.job)
		s.timeline.at = max(s.timeline.at, g.time)
	}
	s.group = nil
	s.todo = append(after, s.todo...)
}

// add counts an exchange.
func (c *clientSide) add(x *Exchange) {
	c.attempts += len(x.Wire)
	c.throttled += x.throttled
	switch x.State {
	case Cached:
		c.hits++
	case Skipped:
		c.skipped++
	}
}
