package client

import (
	"time"

	"rowkey/engine/explain"
	"rowkey/engine/script"
)

// serviceTimeout is how long a service tries before it gives up.
// Source: Setting timeouts for Table service operations.
const serviceTimeout = 30 * time.Second

// later returns the time d after at, at most [Longest].
func later(at, d time.Duration) time.Duration { return min(at+min(d, script.Longest), script.Longest) }

// latency returns how long an attempt takes in virtual time. The service has recorded it unless the
// client has not reached it.
func latency(r *explain.Record) time.Duration {
	if r.Latency == 0 {
		r.Latency = explain.Latency(r)
	}
	return r.Latency
}

// timeline is the time that a run has reached, and what is in flight.
type timeline struct {
	at      time.Duration       // since the run began
	flight  *flight             // nil if nothing is in flight together
	advance func(time.Duration) // moves the clock
}

// flight is a group of requests that are in flight together.
type flight struct {
	name  string
	begin time.Duration
	slots []slot
	locks map[string]time.Duration // when a transaction lets go of an entity
}

// slot is a connection of a client: it carries one request at a time.
type slot struct {
	free  time.Duration // since the run began
	moved time.Duration // how far the clock has to move for it
}

// now returns the time since a run began, at the end of everything that is in flight.
func (t *timeline) now() time.Duration {
	at := t.at
	if t.flight != nil {
		for _, f := range t.flight.slots {
			at = max(at, f.free)
		}
	}
	return at
}

// pause lets virtual time pass between requests.
func (t *timeline) pause(d time.Duration) {
	if d > 0 {
		t.awaitFlight()
		t.at = later(t.at, d)
		t.advance(d)
	}
}

// awaitFlight waits for everything that is in flight.
func (t *timeline) awaitFlight() {
	if t.flight == nil {
		return
	}
	var moved time.Duration
	for _, f := range t.flight.slots {
		moved = max(moved, f.moved)
	}
	t.at, t.flight = t.now(), nil
	t.advance(moved)
}

// depart says when a request is sent.
func (t *timeline) depart(x *Exchange, b *script.Block) {
	m := &b.Meta.Client
	if t.flight != nil && t.flight.name != m.Parallel {
		t.awaitFlight()
	}
	if x.began = t.at; m.Parallel != "" {
		if t.flight == nil {
			t.flight = &flight{name: m.Parallel, begin: t.at, locks: map[string]time.Duration{}}
		}
		x.slot = t.flight.take(m.Width)
		x.began = t.flight.slots[x.slot].free
	}
	x.at = x.began
}

// sleep is a wait before a request that the client wants.
func (t *timeline) sleep(x *Exchange, d time.Duration) {
	if d > 0 {
		x.at = later(x.at, d)
		t.advance(d)
	}
	x.began = x.at
}

// take returns the slot that is free first, a new one while there may be more.
func (f *flight) take(width int) int {
	if width == 0 || len(f.slots) < width {
		f.slots = append(f.slots, slot{free: f.begin})
		return len(f.slots) - 1
	}
	best := 0
	for i := range f.slots {
		if f.slots[i].free < f.slots[best].free {
			best = i
		}
	}
	return best
}

// spend lets the time of one request pass. The clock follows only if it is to.
func (t *timeline) spend(x *Exchange, d time.Duration, follow bool) {
	x.at = later(x.at, d)
	switch {
	case !follow:
	case t.flight != nil:
		moved := &t.flight.slots[x.slot].moved
		*moved = later(*moved, d)
	default:
		t.advance(d)
	}
}

// ahead returns how far a request is ahead of the clock, which waits for what is in flight.
func (t *timeline) ahead(x *Exchange) time.Duration {
	if t.flight == nil {
		return 0
	}
	return t.flight.slots[x.slot].moved
}

// arrive ends the time of a request.
func (t *timeline) arrive(x *Exchange) {
	x.Start, x.End = milliseconds(x.began), milliseconds(x.at)
	if t.flight != nil {
		t.flight.slots[x.slot].free = x.at
	} else {
		t.at = x.at
	}
	if x.crashed && len(x.Wire) == 0 {
		x.State = Skipped
	}
	if x.undisturbed() {
		x.Attempts = nil
	}
	if x.answer != nil {
		c := &x.answer.client
		c.elapsed, c.attempts, c.throttled = x.End-x.Start, len(x.Wire), x.throttled
	}
}

// undisturbed reports whether each request of an exchange was sent once and answered without a delay.
func (x *Exchange) undisturbed() bool {
	return x.Fault == "" && !x.delayed && len(x.Attempts) <= len(x.pages)
}

// awaitLocks lets the service hold a transaction back until those in flight have let go of its entities.
// Source: Performing entity group transactions; the order of two is that of the script.
func (t *timeline) awaitLocks(x *Exchange, keys []string) {
	if t.flight == nil {
		return
	}
	until := x.at
	for _, k := range keys {
		until = max(until, t.flight.locks[k])
	}
	x.lockWait = until - x.at
}

// lock keeps entities for the transaction that has arrived.
func (t *timeline) lock(x *Exchange, keys []string) {
	if t.flight == nil {
		return
	}
	for _, k := range keys {
		t.flight.locks[k] = x.at
	}
}

func milliseconds(d time.Duration) int { return int(d / time.Millisecond) }
