package lab

import (
	"context"
	"strconv"
	"strings"
	"time"

	"rowkey/engine"
	"rowkey/engine/apierr"
	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/queue"
	"rowkey/engine/rest"
	"rowkey/engine/rest/protocols"
	"rowkey/engine/store"
)

// effect is what a request does at a time, in every state that holds what it has looked at.
type effect struct {
	at       time.Duration
	queued   int
	shift    time.Duration // of a request that arrives a second time, or late
	seen     trace
	response *rest.Response
	record   *explain.Record
	written  []cell
	puts     bool // messages
}

// Send carries out the next request of a client, with a fault or without one, and returns what was done. Errors:
// those of the store, that of ctx.
func (w *World) Send(ctx context.Context, s *State, lane int, f Fault) (*State, *Event, error) {
	p := s.Points[lane]
	next := s.copy()
	next.At = max(s.At, p.ready)
	event := &Event{Kind: RequestStep, Point: p, At: next.At, Fault: f, from: s.changed, after: next}
	if f == Timeout {
		refused := protocols.Refuse(p.request, apierr.OperationTimedOut, w.epoch.Add(next.At), "")
		next.Points[lane] = w.after(ctx, p, w.answers.of(refused, nil, next.At))
		event.response = refused
		return next, event, nil
	}
	first := f
	if f == Twice { // then it is the second one that has a moment of its own
		first = ""
	}
	d, err := w.carryOut(ctx, next, p, first)
	if err != nil {
		return nil, nil, err
	}
	event.effect, event.response = d, d.response
	next.apply(d)
	if f == Twice {
		if event.second, err = w.doAgain(ctx, next, p); err != nil {
			return nil, nil, err
		}
	}
	switch f {
	case CrashAfter:
		event.response = nil
		next.Points[lane] = w.crashed(p)
	case Lost:
		event.response = nil
		next.Points[lane] = w.after(ctx, p, w.answers.of(&rest.Response{}, d.record, next.At))
	default:
		next.Points[lane] = w.after(ctx, p, w.answers.of(d.response, d.record, next.At))
	}
	return next, event, nil
}

// Crash ends a client before its next request.
func (w *World) Crash(s *State, lane int) (*State, *Event) {
	next := s.copy()
	next.Points[lane] = w.crashed(s.Points[lane])
	return next, &Event{Kind: CrashStep, Point: s.Points[lane], At: s.At, after: next}
}

// crashed is where a client is that has ended and knows nothing more.
func (w *World) crashed(p *Point) *Point {
	key := [3]int64{int64(p.Lane), int64(p.Again), -1}
	if w.starts[key] == nil {
		w.points++
		end := End{Lane: w.Lanes[p.Lane].Name, State: Crashed}
		w.starts[key] = &Point{Lane: p.Lane, Again: p.Again, End: end, id: w.points}
	}
	return w.starts[key]
}

// apply adds what a request has done.
func (s *State) apply(d *effect) {
	s.changed = s.changed.with(d.written)
	if d.queued >= 0 && len(d.written) > 0 {
		s.queued++
	}
}

// doAgain carries out a request that arrives a second time.
func (w *World) doAgain(ctx context.Context, s *State, p *Point) (*effect, error) {
	d, err := w.carryOut(ctx, s, p, Twice)
	if err == nil {
		s.apply(d)
	}
	return d, err
}

// carryOut returns what a request does in a state: what is known of it, or what the sandbox says.
func (w *World) carryOut(ctx context.Context, s *State, p *Point, f Fault) (*effect, error) {
	want := effect{at: s.At, queued: -1, shift: shiftOf(f)}
	if p.request.Service == rest.QueueService {
		want.queued = s.queued
	}
	for _, d := range p.effects {
		if d.at == want.at && d.queued == want.queued && d.shift == want.shift && w.contents.matches(&d.seen, s.changed) {
			return d, nil
		}
	}
	d, err := w.serve(ctx, s, p, want)
	if err == nil {
		p.effects = append(p.effects, d)
	}
	return d, err
}

// lateBy is how long a message is on its way that is delayed.
const lateBy = 45 * time.Second

// shiftOf tells the requests of a fault apart from those without one.
func shiftOf(f Fault) time.Duration {
	switch f {
	case Twice:
		return moment / 2
	case Delayed:
		return lateBy
	}
	return 0
}

func (w *World) serve(ctx context.Context, s *State, p *Point, d effect) (*effect, error) {
	w.Requests++
	request := *p.request
	when := w.epoch.Add(d.at + w.slot(p.Lane, p.Again, p.Depth))
	if d.queued >= 0 {
		when = w.epoch.Add(d.at + firstQueued + time.Duration(d.queued)*moment)
	}
	if d.shift == lateBy {
		request.Query = hideAtFirst(request.Query)
	} else {
		when = when.Add(d.shift)
	}
	ids := uint64(p.Lane+1)<<40 | uint64(p.Again)<<32 | uint64(p.Depth)<<1
	if d.shift == moment/2 {
		ids |= 1
	}
	seen,
		err := w.sandbox.Lab().Try(ctx, engine.Experiment{Entries: w.contents.entries(s.changed), At: when, IDs: ids << 12,
		Request: &request})
	if err != nil {
		return nil, err
	}
	d.response, d.record, d.seen = seen.Response, seen.Record, w.contents.trace(s.changed, seen.Touched)
	w.tables.add(seen.Record.Table)
	if d.queued >= 0 {
		w.observeQueue(&request, &d, seen.Written)
	}
	d.written, err = w.contents.changes(ctx, seen.Written)
	return &d, err
}

// observeQueue finds out whether a request puts a message, and which queues messages are taken from.
func (w *World) observeQueue(r *rest.Request, d *effect, written []store.Entry) {
	d.puts = r.Method == "POST"
	for _, e := range written {
		name, _, ok := queue.ReadEntry(e)
		if ok && isTake(r) {
			w.queues[name] = true
		}
	}
}

// isTake reports whether a request takes messages from a queue.
func isTake(r *rest.Request) bool {
	return r.Service == rest.QueueService && r.Method == "GET" && strings.HasSuffix(r.Path, "/messages") &&
		!strings.Contains(r.Query, "peekonly=true")
}

// hideAtFirst makes a message come late: the service has it, and no client sees it.
func hideAtFirst(query string) string {
	kept := lists.Only(strings.Split(query, "&"), func(pair string) bool {
		return pair != "" && !strings.HasPrefix(pair, "visibilitytimeout=")
	})
	return strings.Join(append(kept, "visibilitytimeout="+strconv.Itoa(int(lateBy/time.Second))), "&")
}
