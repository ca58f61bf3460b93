package lab

import (
	"context"
	"strconv"
	"time"

	"rowkey/engine/client"
	"rowkey/engine/explain"
	"rowkey/engine/hash"
	"rowkey/engine/rest"
)

// Point is a client after the answers that it has seen: a place in the tree of what it may send.
type Point struct {
	Lane  int // its number in the world
	Again int // how often it has been started again
	Depth int // how many answers it has seen
	End   End // of a client that sends nothing more

	id       int
	answers  []*Answer
	request  *rest.Request // that it sends now, nil at its end
	ready    time.Duration // when it can, since the lanes began
	exchange *client.Exchange
	next     map[*Answer]*Point
	effects  []*effect
}

// Done reports whether the client sends nothing more.
func (p *Point) Done() bool { return p.request == nil }

// Block returns the block of the script whose request comes next.
func (p *Point) Block() int {
	if p.exchange == nil {
		return 0
	}
	return p.exchange.Block
}

// Next returns the line of the request that comes next, 0 at the end.
func (p *Point) Next() (line int) {
	if p.exchange == nil || p.request == nil {
		return 0
	}
	return p.exchange.Line
}

// Answer is what a client has seen, and when.
type Answer struct {
	response *rest.Response
	record   explain.Record
	at       time.Duration
}

// answers are all different answers that a client has seen.
type answers map[string]*Answer

// of returns the answer of its kind: equal answers are one.
func (all answers) of(r *rest.Response, rec *explain.Record, at time.Duration) *Answer {
	b := strconv.AppendInt(nil, int64(at), 36)
	b = append(strconv.AppendInt(append(b, ' '), int64(r.Status), 10), '\n')
	for _, f := range r.Header {
		b = append(append(append(append(b, f.Name...), ':'), f.Value...), '\n')
	}
	b = append(append(b, '\n'), r.Text()...)
	key := string(b)
	if a := all[key]; a != nil {
		return a
	}
	a := &Answer{response: r, at: at}
	if rec != nil {
		a.record = *rec
	}
	all[key] = a
	return a
}

// after returns where a client is when it has seen one answer more.
func (w *World) after(ctx context.Context, p *Point, a *Answer) *Point {
	if next := p.next[a]; next != nil {
		return next
	}
	answers := append(p.answers[:len(p.answers):len(p.answers)], a)
	next := w.find(ctx, &Point{Lane: p.Lane, Again: p.Again, Depth: p.Depth + 1, answers: answers})
	if p.next == nil {
		p.next = map[*Answer]*Point{}
	}
	p.next[a] = next
	return next
}

// start returns where a client is that begins at a time, the first time or again.
func (w *World) start(ctx context.Context, lane, again int, at time.Duration) *Point {
	key := [3]int64{int64(lane), int64(again), int64(at)}
	if w.starts[key] == nil {
		w.starts[key] = w.find(ctx, &Point{Lane: lane, Again: again, ready: at})
	}
	return w.starts[key]
}

// tape plays the answers that a client has seen, and keeps what it sends after that.
type tape struct {
	answers []*Answer
	at      time.Duration // of the last answer
	waited  time.Duration // since then
	request *rest.Request
}

// untilSent is the context of a client that is stopped where it sends what no answer on its tape is for.
type untilSent struct {
	context.Context
	tape *tape
}

// Err is all that the engine asks of a context: nothing in it waits for Done.
func (c untilSent) Err() error {
	if c.tape.request != nil {
		return context.Canceled
	}
	return c.Context.Err()
}

// Serve answers one request of a client.
func (t *tape) Serve(ctx context.Context, r *rest.Request) *rest.Response {
	switch {
	case t.request != nil: // sent again because there was no answer
		return &rest.Response{}
	case len(t.answers) == 0:
		sent := *r
		t.request = &sent
		return &rest.Response{}
	}
	a := t.answers[0]
	t.answers, t.at, t.waited = t.answers[1:], a.at, 0
	if rec := explain.From(ctx); rec != nil {
		*rec = a.record
	}
	return a.response
}

// find runs a client up to the request that follows its answers.
func (w *World) find(ctx context.Context, p *Point) *Point {
	w.points++
	p.id = w.points
	t := &tape{answers: p.answers, at: p.ready}
	run := client.Start(w.script, t, w.optionsOf(p, t))
	var last *client.Exchange
	for t.request == nil {
		x, err := run.Next(untilSent{ctx, t})
		if err != nil {
			break
		}
		last = x
	}
	w.deepest[p.Lane] = max(w.deepest[p.Lane], p.Depth)
	p.exchange, p.request, p.ready = last, t.request, t.at+t.waited
	if p.request == nil {
		p.End = w.endOf(p, last)
		w.noteUnsent(last)
	}
	return p
}

// noteUnsent keeps the first mistake of the script at which a client has ended.
func (w *World) noteUnsent(x *client.Exchange) {
	if w.unsent != nil || x == nil || !x.Stopped || x.Problem == nil || x.Problem.InAnswer() {
		return
	}
	p := x.Problem
	w.unsent = &Problem{NotSent, p.Line, p.Message, p.Sentences}
}

// Unsent returns the mistake in the script that kept a client from going on, nil for none. What such a client leaves
// undone says nothing about the rules of the script.
func (w *World) Unsent() *Problem { return w.unsent }

// optionsOf are those of a client: its time stands still but for its own waits, and its numbers are its own.
func (w *World) optionsOf(p *Point, t *tape) client.Options {
	o := w.options
	o.Blocks, o.Continue = w.blocks[p.Lane], w.before
	o.Random = hash.NewRandom(uint64(p.Lane+1)<<32 | uint64(p.Again))
	o.Now = func() time.Time {
		return w.epoch.Add(t.at + t.waited + w.slot(p.Lane, p.Again, p.Depth-len(t.answers)))
	}
	o.Advance = func(d time.Duration) {
		if t.request == nil {
			t.waited += d
		}
	}
	return o
}

// endOf says how a client ended whose last exchange this was.
func (w *World) endOf(p *Point, x *client.Exchange) End {
	e := End{Lane: w.Lanes[p.Lane].Name, State: Finished}
	if x == nil || !x.Stopped {
		return e
	}
	e.State, e.Line, e.Status, e.Code = Stopped, x.Line, x.Status, x.Code
	if x.Problem != nil {
		e.Line = x.Problem.Line
	}
	return e
}
