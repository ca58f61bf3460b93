package race

import (
	"cmp"
	"context"

	"rowkey/engine/lab"
)

// Options of an exploration. The zero value has no crashes.
type Options struct {
	Crashes int    // at most in an order
	Most    int    // states; of more, orders are drawn. 0 is [MostStates]
	Seed    uint64 // of that; 0 is 1

	plain bool // neither pauses nor clients that begin again at the end: to compare with all orders one by one
}

// MostStates is how many states are told apart before orders are drawn.
const MostStates = 60_000

// A slice ends after so many requests that had to be served, or so many steps.
const (
	sliceRequests = 12
	sliceSteps    = 300
)

// Search is an exploration that goes on slice by slice.
type Search struct {
	w        *lab.World
	o        Options
	level    []*node // that are expanded now
	next     []*node // those after one step more
	byKey    map[string]*node
	at       int // in level
	states   int
	finals   []*final
	byState  map[string]*final
	broken   bool
	share    float64 // of the orders that have ended
	sample   *sample
	grouping *grouping // of the ends, once all are known
	report   *Report
	groups   []*group // that the report lists
}

// node is a state and the orders that lead there.
type node struct {
	state           *lab.State
	orders          float64
	weight          float64 // of the work that follows
	pauses, crashes int
	hurt            uint32  // invariants that did not hold on the way, one bit each
	best            []*link // the order with the least cost that ends with each client, the last one for none
}

// link is the last step of an order.
type link struct {
	cost  int
	from  *link
	event []*lab.Event
	lane  int
	lanes string // of all steps: of orders with the same cost, that in which the first clients of the script begin
	node  *node
}

// less reports whether an order is to be shown rather than another one.
func (l *link) less(other *link) bool {
	return l.cost < other.cost || l.cost == other.cost && l.lanes < other.lanes
}

// extra is what a pause or a crash costs, beside which changes of client count little.
const extra = 1000

// final is a state at the end, after clients have begun again where they have to.
type final struct {
	state    *lab.State
	orders   float64
	sampled  int
	verdicts []lab.Verdict
	hurt     uint32
	best     *link
	settled  []*lab.Event
}

// New begins an exploration.
func New(ctx context.Context, w *lab.World, o Options) *Search {
	if o.Most <= 0 {
		o.Most = MostStates
	}
	o.Seed = cmp.Or(o.Seed, 1)
	x := &Search{w: w, o: o, byKey: map[string]*node{}, byState: map[string]*final{}, states: 1}
	first := &node{state: w.Begin(ctx), orders: 1, weight: 1, best: make([]*link, len(w.Lanes)+1)}
	first.best[len(w.Lanes)] = &link{lane: len(w.Lanes), node: first}
	x.level = []*node{first}
	return x
}

// Step explores one slice. It ends with a problem if a client cannot send a request. Errors: those of the store, that
// of ctx.
func (x *Search) Step(ctx context.Context) (Slice, error) {
	served := x.w.Requests
	for steps := 0; x.report == nil && steps < sliceSteps && x.w.Requests-served < sliceRequests; steps++ {
		if err := x.step(ctx); err != nil {
			return Slice{}, err
		}
		if p := x.w.Unsent(); p != nil {
			return Slice{Problem: p, Done: true}, nil
		}
	}
	return Slice{Done: x.report != nil, Share: min(x.share, 1), States: x.states, Broken: x.broken, Report: x.report}, nil
}

func (x *Search) step(ctx context.Context) error {
	switch {
	case x.sample != nil:
		return x.draw(ctx)
	case x.at < len(x.level):
		n := x.level[x.at]
		x.level[x.at] = nil
		x.at++
		return x.expand(ctx, n)
	case len(x.next) > 0:
		x.level, x.next, x.at = x.next, nil, 0
		clear(x.byKey)
		return nil
	}
	return x.finish(ctx)
}

// expand makes every step that is possible in a state.
func (x *Search) expand(ctx context.Context, n *node) error {
	moves := x.moves(n)
	if len(moves) == 0 {
		return x.end(ctx, n)
	}
	for _, m := range moves {
		if err := x.move(ctx, n, m, n.weight/float64(len(moves))); err != nil {
			return err
		}
	}
	if x.states > x.o.Most {
		x.beginSample()
	}
	return nil
}

// move is a step of a client, a crash of it, or a pause.
type move struct {
	kind lab.StepKind
	lane int
}

// moves returns the steps that are possible in a state.
func (x *Search) moves(n *node) (list []move) {
	for i, p := range n.state.Points {
		if p.Done() {
			continue
		}
		list = append(list, move{lab.RequestStep, i})
		if n.crashes < x.o.Crashes && p.Depth > 0 {
			list = append(list, move{lab.CrashStep, i})
		}
	}
	if len(list) > 0 && n.pauses < x.pauses() && !x.o.plain && x.w.Hidden(n.state) > 0 {
		list = append(list, move{lab.PauseStep, len(n.state.Points)})
	}
	return list
}

// pauses is how many there are at most in an order.
func (x *Search) pauses() int { return 1 + x.o.Crashes }

// move makes a step and adds the state that follows.
func (x *Search) move(ctx context.Context, n *node, m move, weight float64) error {
	to, events, err := take(ctx, x.w, n.state, m)
	if err != nil {
		return err
	}
	child := node{state: to, orders: n.orders, weight: weight, pauses: n.pauses, crashes: n.crashes, hurt: n.hurt}
	switch m.kind {
	case lab.PauseStep:
		child.pauses++
	case lab.CrashStep:
		child.crashes++
	}
	verdicts, err := x.w.Judge(ctx, to, false)
	if err != nil {
		return err
	}
	child.hurt |= hurtBy(verdicts)
	x.broken = x.broken || child.hurt != 0
	x.add(&child, n, m, events)
	return nil
}

// take makes one step.
func take(ctx context.Context, w *lab.World, s *lab.State, m move) (*lab.State, []*lab.Event, error) {
	switch m.kind {
	case lab.PauseStep:
		to, event := w.Wait(s)
		return to, []*lab.Event{event}, nil
	case lab.CrashStep:
		ended, crash := w.Crash(s, m.lane)
		to, restart := w.Restart(ctx, ended, m.lane)
		return to, []*lab.Event{crash, restart}, nil
	}
	to, event, err := w.Send(ctx, s, m.lane, "")
	return to, []*lab.Event{event}, err
}

func hurtBy(verdicts []lab.Verdict) (bits uint32) {
	for i, v := range verdicts {
		if !v.Holds {
			bits |= 1 << min(i, 31)
		}
	}
	return bits
}

// add adds a state to the next level, or joins it with an equal one there.
func (x *Search) add(child, parent *node, m move, events []*lab.Event) {
	key := child.state.Key() + string(rune(child.pauses)) + string(rune(child.crashes)) + string(rune(child.hurt))
	known := x.byKey[key]
	if known == nil {
		known = child
		known.best = make([]*link, len(child.state.Points)+1)
		x.byKey[key] = known
		x.next = append(x.next, known)
		x.states++
	} else {
		known.orders += child.orders
		known.weight += child.weight
	}
	for _, l := range parent.best {
		if l != nil {
			known.reach(l, m, events)
		}
	}
}

// reach notes an order that leads to a state, if it is the cheapest one that ends so.
func (n *node) reach(from *link, m move, events []*lab.Event) {
	l := &link{cost: from.cost, from: from, event: events, lane: m.lane, lanes: from.lanes, node: n}
	switch {
	case m.kind == lab.PauseStep:
		l.cost, l.lane = l.cost+extra, from.lane
	case m.kind == lab.CrashStep:
		l.cost += extra
	}
	if from.lane != l.lane && from.lane < len(n.best)-1 {
		l.cost++
	}
	l.lanes += string(rune('a' + m.lane))
	if n.best[l.lane] == nil || l.less(n.best[l.lane]) {
		n.best[l.lane] = l
	}
}
