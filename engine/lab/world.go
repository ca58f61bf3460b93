package lab

import (
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"time"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/message"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// MostLanes is how many clients a script may have at most.
const MostLanes = 4

// World is a copy of a sandbox after what comes before the clients of a script, and what is known of its states.
type World struct {
	Lanes []Lane
	Rules []Rule

	Requests int // that were served on copies

	sandbox *engine.Engine
	script  *script.Script
	before  *client.Session
	blocks  [][]int      // of each lane
	checks  map[int]bool // blocks that look at how the lanes have ended
	options client.Options
	handler rest.Handler
	epoch   time.Time // when the lanes begin

	contents contents
	answers  answers
	starts   map[[3]int64]*Point
	points   int
	deepest  []int    // most requests of each lane, from its beginning
	unsent   *Problem // the first mistake of the script that a client has met
	rules    []*rule
	inQueues *rule                  // how many messages there are
	messages map[cell]time.Duration // when they are visible
	queues   map[string]bool        // that messages are taken from
	tables   tableNames
}

// New makes a copy of a sandbox and runs there what comes before the clients of a script, except for the setup scripts
// in ran, whose data is there already. Errors: those of the store, that of ctx; a problem says why nothing can be
// tried.
func New(ctx context.Context, e *engine.Engine, s *script.Script, ran ...string) (*World, *Problem, error) {
	lanes := client.LanesOf(s)
	if p := problemOf(s, lanes); p != nil {
		return nil, p, nil
	}
	sandbox, err := e.Copy(ctx)
	if err != nil {
		return nil, nil, err
	}
	w := &World{
		sandbox: sandbox, script: s, contents: contents{sandbox: sandbox, base: map[int32]int32{}}, answers: answers{},
		starts: map[[3]int64]*Point{}, checks: map[int]bool{}, queues: map[string]bool{},
		messages: map[cell]time.Duration{}, tables: tableNames{},
	}
	for _, i := range lanes.After {
		w.checks[i] = true
	}
	for _, name := range lanes.Names {
		w.addLane(name, lanes.Blocks[name])
	}
	for _, v := range s.Invariants {
		w.Rules = append(w.Rules, Rule{Line: v.Line, Text: v.Text, Always: v.Always})
		w.rules = append(w.rules, &rule{invariant: v})
	}
	p, err := w.prepare(ctx, lanes.Blocks[""], ran)
	if p != nil || err != nil {
		return nil, p, errors.Join(err, sandbox.Close())
	}
	return w, nil, nil
}

// Close releases the copy.
func (w *World) Close() error { return w.sandbox.Close() }

func (w *World) addLane(name string, blocks []int) {
	l := Lane{Name: name, Lines: []int{}}
	for _, i := range blocks {
		b := &w.script.Blocks[i]
		l.Lines = append(l.Lines, b.FirstLine)
		l.Worker = l.Worker || client.Takes(b)
	}
	w.Lanes, w.blocks = append(w.Lanes, l), append(w.blocks, blocks)
	w.deepest = append(w.deepest, 0)
}

// problemOf says why a script cannot be tried.
func problemOf(s *script.Script, lanes client.Lanes) *Problem {
	for _, d := range s.Diagnostics {
		if d.Severity == script.SeverityError {
			return &Problem{ScriptError, d.Line, d.Message, d.Sentences}
		}
	}
	switch n := len(lanes.Names); {
	case n == 0:
		return &Problem{Code: NoLanes, Sentences: message.Text{}}
	case n > MostLanes:
		return &Problem{Code: TooManyLanes, Line: s.Blocks[lanes.Blocks[lanes.Names[MostLanes]][0]].FirstLine,
			Sentences: message.Text{}}
	}
	for i := range s.Blocks {
		if client.Loads(&s.Blocks[i]) {
			return &Problem{Code: LoadInLane, Line: s.Blocks[i].FirstLine, Sentences: message.Text{}}
		}
	}
	return nil
}

// prepare runs what comes before the clients: scripts that set up, and blocks that are of no client.
func (w *World) prepare(ctx context.Context, blocks []int, ran []string) (*Problem, error) {
	w.options, w.handler = w.sandbox.Client()
	w.options.Elapse, w.options.Meter, w.options.Log = false, nil, nil
	o := w.options
	for _, name := range ran {
		o.Setups = append(o.Setups, path.Clean(name))
	}
	for _, su := range w.script.Setups {
		if slices.Contains(o.Setups, su.Name) {
			continue
		}
		if x, err := finish(ctx, client.Start(su.Script, w.handler, o)); err != nil || x != nil {
			return stopped(x, su.Line), err
		}
		o.Setups = append(o.Setups, su.Name)
	}
	o.Blocks = blocks
	w.before = client.Start(w.script, w.handler, o)
	x, err := finish(ctx, w.before)
	if err != nil || x != nil {
		return stopped(x, 0), err
	}
	w.epoch = w.sandbox.Clock().Now().Truncate(time.Second).Add(time.Second)
	return nil, nil
}

// finish runs a script to its end and returns the exchange that it has stopped at, nil for none.
func finish(ctx context.Context, run *client.Session) (*client.Exchange, error) {
	for {
		x, err := run.Next(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return nil, nil
		case err != nil:
			return nil, err
		case x.Stopped:
			return x, nil
		}
	}
}

// stopped says that what comes before the clients has failed, at its own line or at that of the script that sets up.
func stopped(x *client.Exchange, line int) *Problem {
	switch {
	case x == nil:
		return nil
	case line == 0:
		line = x.Line
	}
	why := whyStopped(x)
	return &Problem{SetupFailed, line, why.String(), why}
}

// whyStopped says why a run is over.
func whyStopped(x *client.Exchange) message.Text {
	if x.Problem != nil {
		return x.Problem.Sentences
	}
	return message.New("verbatim", x.Code)
}

// The moments of requests. Each client has its own, so that a request leaves the same entity, byte by byte, whenever
// it comes. Requests to queues come after them, one after the other.
const (
	moment      = 40 * time.Microsecond // a transaction of 100 operations ticks 100 times, and a request can arrive twice
	firstQueued = 500 * time.Millisecond
)

// MostSent is how many requests a client sends at most.
const MostSent = 256

// slot is the moment of a request of a client.
func (w *World) slot(lane, again, depth int) time.Duration {
	return time.Duration((again*len(w.Lanes)+lane)*MostSent+min(depth, MostSent-1)) * moment
}

// MostAgain is how often a client starts again at most.
const MostAgain = 6
