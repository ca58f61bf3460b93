package client

import (
	"context"
	"strconv"
	"strings"

	"rowkey/engine/message"
)

// maxOrders is how many orders of two clients are tried.
const maxOrders = 5000

// runner is one of the clients of a race, or its pause.
type runner int

// The first client may be slow: once, after any of its requests, a minute passes before the second one begins, so
// that a message is visible again.
const (
	firstClient runner = iota
	secondClient
	pause
)

// choice is a point of an order at which several clients could go on, and the one that did.
type choice struct {
	of []runner
	at int
}

// orders walks through all orders of a race: each replay follows the choices so far, and takes the first of
// what is offered after them.
type orders struct {
	path []choice
	pos  int
}

// choose returns the client that goes on.
func (o *orders) choose(of []runner) runner {
	if o.pos == len(o.path) {
		o.path = append(o.path, choice{of: of})
	}
	c := o.path[o.pos]
	o.pos++
	return c.of[c.at]
}

// next moves to the next order and returns false if there is none.
func (o *orders) next() bool {
	o.pos = 0
	for i := len(o.path) - 1; i >= 0; i-- {
		if c := &o.path[i]; c.at+1 < len(c.of) {
			c.at++
			o.path = o.path[:i+1]
			return true
		}
	}
	return false
}

// raceInEveryOrder replays with every order of the requests of two clients, until something does not hold.
func (r *replay) raceInEveryOrder(ctx context.Context) error {
	if len(r.blocks(true)) == 0 {
		return message.New("trial-no-request", r.lane)
	}
	o := &orders{}
	for n := 1; ; n++ {
		if n > maxOrders {
			return message.New("trial-too-many-orders", r.lane, strconv.Itoa(maxOrders))
		}
		err := r.s.o.Sandbox.Fresh(func() error { return r.raceOnce(ctx, o) })
		if err != nil || !r.holds() || !o.next() {
			return err
		}
	}
}

// raceOnce runs what is not in the lane, then both clients in one order, then lets the lane recover.
func (r *replay) raceOnce(ctx context.Context, o *orders) error {
	r.s.trial = trial{}
	before := r.start(r.blocks(false), state{})
	if err := r.drive(ctx, before, toTheEnd); err != nil || !r.holds() {
		return err
	}
	clients := [...]*Session{r.start(r.blocks(true), before.handOn()), r.rival(before)}
	var began [pause + 1]bool
	for {
		of := ready(clients, began)
		if len(of) == 0 {
			return r.recover(ctx, clients[firstClient])
		}
		who := o.choose(of)
		began[who] = true
		r.s.trial.order = strings.TrimPrefix(r.s.trial.order+" "+who.String(), " ")
		if who == pause {
			r.s.o.Advance(restartDelays[0])
			continue
		}
		if err := r.drive(ctx, clients[who], oneRequest); err != nil || !r.holds() {
			return err
		}
	}
}

// String returns the name that a learner reads.
func (w runner) String() string { return [...]string{"1", "2", "pause"}[w] }

// rival starts the second client.
func (r *replay) rival(before *Session) *Session {
	if r.race.Rival == nil {
		return r.start(r.blocks(true), before.handOn())
	}
	return Start(r.race.Rival, r.s.sender.handler, r.options(nil))
}

// ready returns the clients that can go on.
func ready(clients [2]*Session, began [pause + 1]bool) []runner {
	var of []runner
	for who, n := range clients {
		if !n.idle() {
			of = append(of, runner(who))
		}
	}
	if len(of) == 2 && began[firstClient] && !began[secondClient] && !began[pause] {
		of = append(of, pause)
	}
	return of
}

// idle reports whether a run sends nothing more: what is left has no request, or a condition that does not hold.
func (s *Session) idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done || s.setup != nil || s.group != nil {
		return s.done
	}
	for _, j := range s.todo {
		b := &s.script.Blocks[j.unit.First]
		sends := b.Request != nil || len(b.Meta.Client.Programs) > 0
		if sends && s.conditionHolds(b, j) {
			return false
		}
	}
	return true
}
