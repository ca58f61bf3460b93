package client

import (
	"context"
	"io"
	"path"
	"sync"
	"time"

	"rowkey/engine/cluster"
	"rowkey/engine/explain"
	"rowkey/engine/hash"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// Session is one run of a script. It is safe for concurrent use.
type Session struct {
	script  *script.Script
	handler rest.Handler
	o       Options
	hidden  bool     // sets up another script
	origin  *Session // the run whose data this one goes on from, itself if it began
	judging bool     // no answer stops the run
	as      string   // lane of all blocks, "" if each block says its own
	within  string   // lane of the blocks that name none

	mu        sync.Mutex // guards the fields below
	state     state
	todo      []job
	setup     *Session // the script that sets up and is running, nil if none does
	setupLine int
	group     *programGroup // programs that run inside this one
	timeline  timeline
	faults    faults
	totals    totals
	trial     trial
	text      expander
	steps     int
	requests  int
	traffic   *int // bytes of bodies so far; shared with what runs inside this one
	done      bool
}

// Start begins a run of a script. Nothing is sent before [Session.Next].
func Start(s *script.Script, h rest.Handler, o Options) *Session {
	if o.Now == nil {
		o.Now = func() time.Time { return Epoch }
	}
	if o.Advance == nil {
		o.Advance = func(time.Duration) {}
	}
	if o.Random == nil {
		o.Random = hash.NewRandom(1)
	}
	if o.Cluster == nil {
		o.Cluster = func() *cluster.Cluster { return nil }
	}
	if o.Meter == nil {
		o.Meter = func(*explain.Record) {}
	}
	n := &Session{script: s, handler: h, o: o, traffic: new(int)}
	n.faults.spent, n.timeline.advance = map[int]int{}, o.Advance
	n.text = expander{script: s, o: &n.o, state: &n.state, trial: &n.trial, totals: &n.totals}
	n.origin = n
	n.state = newState()
	if o.Continue != nil {
		n.state, n.origin = o.Continue.handOn(), o.Continue.origin
		n.o.Began = nil
		if o.Blocks == nil { // all from the beginning, with new clients
			n.state.lanes = lanes{}
		}
	}
	for _, name := range o.Setups {
		n.state.setups[path.Clean(name)] = true
	}
	for _, u := range s.Units {
		if o.Blocks == nil || touched(u, o.Blocks) {
			n.todo = append(n.todo, job{unit: u})
		}
	}
	n.o.Continue = nil
	return n
}

func touched(u script.Unit, blocks []int) bool {
	for _, b := range blocks {
		if u.First <= b && b <= u.Last {
			return true
		}
	}
	return false
}

// Origin returns the run that began with the data that this one goes on from.
func (s *Session) Origin() *Session { return s.origin }

// Script returns what runs.
func (s *Session) Script() *script.Script { return s.script }

// Counters returns the sums over the visible exchanges so far.
func (s *Session) Counters() explain.Counters {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.totals.counters(s.timeline.now())
}

// Done reports whether nothing is left to run.
func (s *Session) Done() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done || s.setup == nil && s.group == nil && len(s.todo) == 0
}

// Next makes one step. Blocks that send and check nothing are skipped.
// Errors: io.EOF at the end, that of ctx.
func (s *Session) Next(ctx context.Context) (*Exchange, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.done {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if x := s.step(ctx); x != nil {
			s.steps++
			x.Step = s.steps
			s.done = s.done || x.Stopped
			return x, nil
		}
	}
	return nil, io.EOF
}

// step makes one step and returns nil if there was nothing to see.
func (s *Session) step(ctx context.Context) *Exchange {
	if s.setup != nil {
		return s.stepSetup(ctx)
	}
	if s.group != nil {
		return s.stepProgram(ctx)
	}
	if len(s.todo) == 0 {
		s.timeline.awaitFlight()
		s.done = true
		return nil
	}
	for _, su := range s.script.Setups {
		if !s.state.setups[su.Name] {
			return s.beginSetup(su)
		}
	}
	if s.o.Began != nil {
		s.o.Began()
		s.o.Began = nil
	}
	s.text.resolved = 0
	j := s.todo[0]
	s.todo = s.todo[1:]
	switch {
	case s.isDown(j):
		return s.skip(j)
	case !j.ready:
		return s.prepare(j)
	}
	return s.run(ctx, j)
}
