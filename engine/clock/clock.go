// Package clock is the only source of time in the engine. Time is virtual: it stands still until
// somebody moves it, so that the same steps give the same timestamps. A clock can also follow the
// real time, for a server.
package clock

import (
	"sync"
	"time"
)

// Resolution is the smallest step of the service's timestamps: 100 ns.
// Source: Understanding the Table service data model, "System properties".
const Resolution = 100 * time.Nanosecond

// Clock hands out times. It is safe for concurrent use.
type Clock struct {
	source func() time.Time // nil when time stands still

	mu   sync.Mutex // guards last and skew
	last time.Time
	skew time.Duration // how far Advance has moved a clock that follows a source
}

// At returns a clock that stands at t.
func At(t time.Time) *Clock { return &Clock{last: t.UTC().Truncate(Resolution)} }

// Follow returns a clock that follows now, for example time.Now.
func Follow(now func() time.Time) *Clock { return &Clock{source: now} }

// Now returns the current time without moving it. It is never before an earlier Tick.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

// Tick returns a time that is at least 100 ns after every time returned by an earlier Tick:
// every write gets its own Timestamp and ETag.
func (c *Clock) Tick() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := c.last.Add(Resolution)
	if now := c.now(); now.After(next) {
		next = now
	}
	c.last = next
	return next
}

// Advance moves the clock by d. A negative d does nothing: time does not run backwards.
func (c *Clock) Advance(d time.Duration) {
	if d <= 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.source != nil {
		c.skew += d
		return
	}
	c.last = c.last.Add(d.Truncate(Resolution))
}

// Set puts a clock that stands still to t, which may be earlier. It serves reset and snapshots.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = t.UTC().Truncate(Resolution)
}

func (c *Clock) now() time.Time {
	if c.source == nil {
		return c.last
	}
	now := c.source().UTC().Add(c.skew).Truncate(Resolution)
	if now.Before(c.last) {
		return c.last
	}
	return now
}
