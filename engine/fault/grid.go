package fault

import (
	"context"
	"slices"

	"rowkey/engine/lab"
)

// Grid is the runs of a script, made slice by slice.
type Grid struct {
	w      *lab.World
	report *Report
	clean  *run
	plans  []plan // that are possible, and have not run
	shown  *run   // the counterexample
	done   int
}

// A slice ends after so many requests that had to be served, or so many runs.
const (
	sliceRequests = 12
	sliceRuns     = 4
)

// kinds of faults, in the order of the columns.
var kinds = [...]lab.Fault{lab.CrashBefore, lab.CrashAfter, lab.Lost, lab.Timeout, lab.Twice, lab.Slow, lab.Delayed}

// New makes the run without a fault, and finds out which faults are possible. Only the clients named, nil for all,
// have faults.
// Errors: those of the store.
func New(ctx context.Context, w *lab.World, lanes []string) (*Grid, error) {
	g := &Grid{w: w, clean: &run{w: w}}
	if err := g.clean.drive(ctx); err != nil {
		return nil, err
	}
	g.report = &Report{
		Lanes: w.Sent(), Invariants: append([]lab.Rule{}, w.Rules...), Steps: []Row{}, Kinds: []lab.Fault{}, Cells: []Cell{},
		Pairs:    []Pair{},
		Restarts: lab.MostAgain, Clean: g.clean.verdicts,
	}
	if g.clean.broken() { // then nothing has to go wrong
		g.shown = g.clean
	}
	events := g.clean.events[:g.clean.sent]
	for i, s := range w.Describe(events) {
		g.report.Steps = append(g.report.Steps, Row{i + 1, s.Lane, s.Block, s.Line, s.Title, s.Method, s.Target, s.Service})
	}
	g.addCells(events, lanes)
	g.addPairs(lanes)
	return g, nil
}

// addCells adds the runs with one fault. A fault that is possible nowhere has no column.
func (g *Grid) addCells(events []*lab.Event, lanes []string) {
	for _, kind := range kinds {
		if slices.ContainsFunc(g.report.Steps, func(r Row) bool { return g.why(events, r.N-1, kind) == "" }) {
			g.report.Kinds = append(g.report.Kinds, kind)
		}
	}
	for i, row := range g.report.Steps {
		for _, kind := range g.report.Kinds {
			c := Cell{Step: i + 1, Kind: kind, State: Open, Why: g.why(events, i, kind)}
			if lanes != nil && !slices.Contains(lanes, row.Lane) {
				c.Why = NotChosen
			}
			if c.Why != "" {
				c.State = Impossible
			} else {
				g.plans = append(g.plans, plan{step: i + 1, kind: kind})
			}
			g.report.Cells = append(g.report.Cells, c)
		}
	}
}

// addPairs adds the runs with two crashes.
func (g *Grid) addPairs(lanes []string) {
	chosen := func(step int) bool { return lanes == nil || slices.Contains(lanes, g.report.Steps[step].Lane) }
	for i := range g.report.Steps {
		for j := range g.report.Steps {
			p := Pair{First: i + 1, Second: j + 1, State: Open}
			if !chosen(i) || !chosen(j) {
				p.State, p.Why = Impossible, NotChosen
			} else {
				g.plans = append(g.plans, plan{i + 1, lab.CrashAfter, j + 1})
			}
			g.report.Pairs = append(g.report.Pairs, p)
		}
	}
}

// why says why a fault is not possible at a step, "" if it is.
func (g *Grid) why(events []*lab.Event, step int, kind lab.Fault) Why {
	e := events[step]
	switch kind {
	case lab.Twice:
		if e.Takes() && e.Writes() {
			return ""
		} else if !e.Writes() {
			return OnlyReads
		}
	case lab.Slow:
		if !g.w.Lanes[e.Point.Lane].Worker {
			return NoWorker
		}
		took := func(b *lab.Event) bool { return b.Point.Lane == e.Point.Lane && b.Takes() && b.Writes() }
		if !slices.ContainsFunc(events[:step], took) {
			return NoMessage
		}
	case lab.Delayed:
		if !e.Puts() || !e.Writes() {
			return NotPut
		}
	}
	return ""
}

// Step makes some runs. It ends with a problem if a client cannot send a request. Errors: those of the store, that of
// ctx.
func (g *Grid) Step(ctx context.Context) (Slice, error) {
	served := g.w.Requests
	for n := 0; len(g.plans) > 0 && n < sliceRuns && g.w.Requests-served < sliceRequests; n++ {
		p := g.plans[0]
		g.plans = g.plans[1:]
		if err := g.run(ctx, p); err != nil {
			return Slice{}, err
		}
	}
	if p := g.w.Unsent(); p != nil {
		return Slice{Problem: p, Done: true}, nil
	}
	done := len(g.plans) == 0
	if done && g.shown != nil && g.report.Shortest == nil {
		shortest, err := g.shown.describe(ctx, g.clean.end)
		if err != nil {
			return Slice{}, err
		}
		g.report.Shortest = shortest
	}
	g.report.Lanes = g.w.Sent()
	return Slice{Done: done, Runs: g.done, Of: g.done + len(g.plans), Report: g.report}, nil
}

// make makes a run of a plan.
func (g *Grid) make(ctx context.Context, p plan) (*run, error) {
	r := &run{w: g.w, p: p}
	if p.second > 0 {
		r.second = &g.report.Steps[p.second-1]
	}
	return r, r.drive(ctx)
}

func (g *Grid) run(ctx context.Context, p plan) error {
	r, err := g.make(ctx, p)
	if err != nil {
		return err
	}
	state, why := Kept, Why("")
	switch {
	case p.second > 0 && !r.again:
		state, why = Impossible, NeverHere
	case r.broken():
		state = Broken
		g.show(r)
	}
	if state != Impossible {
		g.report.Runs++
	}
	if state == Kept {
		g.report.Kept++
	}
	g.done++
	g.record(p, state, why, r.bounded)
	return nil
}

// record notes what became of a run.
func (g *Grid) record(p plan, state State, why Why, bounded bool) {
	if p.second > 0 {
		c := &g.report.Pairs[(p.step-1)*len(g.report.Steps)+p.second-1]
		c.State, c.Why, c.Bounded = state, why, bounded
		return
	}
	c := &g.report.Cells[(p.step-1)*len(g.report.Kinds)+slices.Index(g.report.Kinds, p.kind)]
	c.State, c.Why, c.Bounded = state, why, bounded
}

// show keeps the counterexample with the fewest faults, and of those the one with the fewest steps.
func (g *Grid) show(r *run) {
	if g.shown == nil || g.shown.p.faults() == r.p.faults() && len(r.events) < len(g.shown.events) {
		g.shown = r
	}
}

// Run returns a run in all its steps, nil if it is not possible. Errors: those of the store.
func (g *Grid) Run(ctx context.Context, step int, kind lab.Fault, second int) (*Run, error) {
	r, err := g.possible(ctx, plan{step, kind, second})
	if r == nil || err != nil {
		return nil, err
	}
	return r.describe(ctx, g.clean.end)
}

// possible makes a run again, nil if it is not possible.
func (g *Grid) possible(ctx context.Context, p plan) (*run, error) {
	n := len(g.report.Steps)
	if p == (plan{}) {
		return g.clean, nil
	}
	if p.step < 1 || p.step > n || p.second < 0 || p.second > n || !slices.Contains(g.report.Kinds, p.kind) {
		return nil, nil
	}
	if p.second == 0 && g.why(g.clean.events, p.step-1, p.kind) != "" {
		return nil, nil
	}
	return g.make(ctx, p)
}

// Script writes a script that carries out a run, ok is false if it is not possible. With expect, it asks at the end
// for the data that the run has left, or should have left, which is that of the run without a fault. Errors: those of
// the store.
func (g *Grid) Script(
	ctx context.Context, step int, kind lab.Fault, second int, expect bool,
) (s lab.Script, ok bool, err error) {
	r, err := g.possible(ctx, plan{step, kind, second})
	if r == nil || err != nil {
		return s, false, err
	}
	var expected []lab.Fact
	if expect {
		facts, err := g.w.Differences(ctx, []*lab.State{g.clean.end, r.end})
		if err != nil {
			return s, false, err
		}
		if expected = facts[1]; r.broken() {
			expected = facts[0]
		}
	}
	short, _ := lab.Shorten(r.events)
	return g.w.Replay(short, expected), true, nil
}
