package client

import (
	"cmp"
	"context"
	"io"
	"maps"
	"path"
	"slices"
	"sync"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/cluster"
	"rowkey/engine/explain"
	"rowkey/engine/hash"
	"rowkey/engine/rest"
	"rowkey/engine/script"
	"rowkey/engine/trail"
)

// environment is what the parts of a run share.
type environment struct {
	laneNames
	script   *script.Script
	o        Options
	hidden   bool // the run sets up another script
	judging  bool // no answer stops the run
	state    state
	timeline timeline
	totals   totals
	trial    trial
	text     expander
	steps    int
}

// free reports whether what the run costs is not counted.
func (e *environment) free() bool { return e.hidden || e.judging }

// Session is one run of a script: it decides which block comes next. It is safe for concurrent use.
type Session struct {
	executor
	origin *Session // the run whose data this one goes on from, itself if it began

	mu        sync.Mutex // guards all but origin, and what no run changes
	todo      []job
	setup     *Session // the script that sets up and is running, nil if none does
	setupLine int
	group     *programGroup // programs that run inside this one
	requests  int
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
	o.Random = cmp.Or(o.Random, hash.NewRandom(1))
	if o.Cluster == nil {
		o.Cluster = func() *cluster.Cluster { return nil }
	}
	if o.Meter == nil {
		o.Meter = func(*explain.Record) {}
	}
	n := &Session{}
	n.script, n.o = s, o
	n.sender = sender{environment: &n.environment, handler: h, traffic: new(int), faults: faults{spent: map[int]int{}}}
	n.timeline.advance = o.Advance
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
	return slices.ContainsFunc(blocks, func(b int) bool { return u.First <= b && b <= u.Last })
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

// MaxTraffic is how many bytes of bodies a script sends and receives, with all that run inside it.
const MaxTraffic = 256 << 20

// Epoch is where time begins by default.
var Epoch = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// Options of a run. The zero value runs every block at the epoch.
type Options struct {
	Now      func() time.Time      // of the virtual clock; nil is always the epoch
	Advance  func(time.Duration)   // what @sleep does; nil does nothing
	Random   *hash.Random          // nil begins at seed 1
	Blocks   []int                 // run only these, after what they @setup and @ref; nil runs all
	Continue *Session              // an earlier run: its answers are known, its setups are done
	Setups   []string              // that have already run, as @setup names them
	Meter    func(*explain.Record) // gets what each visible exchange cost; nil drops it
	Log      func(*trail.Request)  // gets each visible exchange after that; nil drops it
	Learner  *Session              // the run that "answer" and "run" ask about; nil is this run
	Accounts auth.Accounts         // whose keys sign; nil: nothing is signed, and $sas knows the development account
	Began    func()                // is called after the setups, before the first block; nil is not
	Elapse   bool                  // the clock moves by what requests take, and not by waits alone
	Sandbox  Sandbox               // in which checks replay the run of Learner; nil: they cannot
	Bases    Bases                 // of the accounts that {{table}}, {{queue}} and {{blob}} are

	// Cluster returns what @load runs against, nil if there is no cluster. nil has none.
	Cluster func() *cluster.Cluster

	// Unmetered says that the cost of a request is unknown: assertions about it are skipped.
	Unmetered bool
}

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
	from := &s.state
	return state{maps.Clone(from.answers), maps.Clone(from.setups), maps.Clone(from.sets), from.lanes.copies()}
}

func newState() state {
	return state{map[string]*answer{}, map[string]bool{}, map[string]string{}, lanes{}}
}
