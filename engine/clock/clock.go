// Package clock is the only source of time in the engine. Time is virtual: it stands still until
// it is moved, so that the same steps give the same timestamps. A clock can also follow the
// real time, for a server.
package clock

import (
	"sync"
	"time"
)

// Resolution is the smallest step of the service's timestamps: 100 ns.
// Source: Understanding the Table service data model, "System properties".
const Resolution = 100 * time.Nanosecond

// End is the latest time that a clock can be moved to: times are also counted in nanoseconds since 1970, which
// 64 bits can hold until 2262.
var End = time.Date(2260, 1, 1, 0, 0, 0, 0, time.UTC)

// maxBehind is how far a source may be behind the last tick. Many ticks at once, or a small correction, are waited out.
// If the source was put back, time goes on from the last tick: otherwise it would stand still, and what is hidden or
// about to expire would stay so, until the source has caught up.
const maxBehind = time.Second

// Clock gives the time. It is safe for concurrent use.
type Clock struct {
	source func() time.Time // nil when time stands still

	mu   sync.Mutex // guards the fields below
	last time.Time
	skew time.Duration // how far a clock that follows a source is ahead of it
	held time.Duration // how much further, since the source was put back
	seen time.Time     // the last time that was given meanwhile
}

// At returns a clock that stands still at t.
func At(t time.Time) *Clock { return &Clock{last: t.UTC().Truncate(Resolution)} }

// Follow returns a clock that follows now, for example time.Now.
func Follow(now func() time.Time) *Clock { return &Clock{source: now} }

// Now returns the current time without moving it. It is never before an earlier Tick.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

// Wall returns what the source says, moved by as much as the clock was; it can be before an earlier Tick. Use it for
// what is compared with the clock of another machine, such as the age of a signature: the comparison is right again
// as soon as a source that was wrong is corrected.
func (c *Clock) Wall() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.source == nil {
		return c.last
	}
	return c.source().UTC().Add(c.skew)
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

// Advance moves the clock by d, at most to [End]. A negative d does nothing: time does not run backwards.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d = min(d, End.Sub(c.now()))
	switch {
	case d <= 0:
	case c.source != nil:
		c.skew += d
	default:
		c.last = c.last.Add(d.Truncate(Resolution))
	}
}

// Ahead returns how far a clock that follows a source is ahead of it; 0 for one that stands still.
func (c *Clock) Ahead() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.skew
}

// Set sets the clock to t, which may be earlier than now. One that follows a source goes on from there.
// It serves reset and snapshots.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.source != nil {
		c.putTo(t.Sub(c.source()))
		return
	}
	c.last = t.UTC().Truncate(Resolution)
}

// SetAhead sets a clock that follows a source to d ahead of it, which may be earlier than now. It does
// nothing to one that stands still.
func (c *Clock) SetAhead(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.source != nil {
		c.putTo(d)
	}
}

// putTo forgets what was given before.
func (c *Clock) putTo(skew time.Duration) {
	c.last, c.skew, c.held, c.seen = time.Time{}, skew, 0, time.Time{}
}

// Mark is a position of a clock. One that follows a source continues to do so.
type Mark struct {
	last, seen time.Time
	skew, held time.Duration
}

// Mark returns the position of the clock.
func (c *Clock) Mark() Mark {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Mark{c.last, c.seen, c.skew, c.held}
}

// Return puts the clock back to a position, as if it had neither ticked nor been moved since.
func (c *Clock) Return(m Mark) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last, c.seen, c.skew, c.held = m.last, m.seen, m.skew, m.held
}

func (c *Clock) now() time.Time {
	if c.source == nil {
		return c.last
	}
	now := c.source().UTC().Add(c.skew).Truncate(Resolution)
	if c.seen.Sub(now) > maxBehind {
		now = now.Add(c.held)
	} else {
		c.held = 0 // the source was not put back, or has caught up
	}
	if behind := c.last.Sub(now); behind > maxBehind {
		c.held += behind
	}
	if now.Before(c.last) {
		now = c.last
	}
	if c.held > 0 {
		c.seen = now
	}
	return now
}

// ticksPerSecond counts steps of Resolution.
const ticksPerSecond = int64(time.Second / Resolution)

// The epochs of .NET and of Windows, in seconds before 1970.
const (
	year1    = 62_135_596_800
	year1601 = 11_644_473_600
)

// Ticks returns t in steps of 100 ns from the year 1, as .NET counts.
// Source: .NET API reference, DateTime.Ticks.
func Ticks(t time.Time) int64 { return since(t, -year1) }

// FromTicks returns the time of a number of ticks, in UTC.
func FromTicks(n int64) time.Time {
	n -= year1 * ticksPerSecond
	return time.Unix(n/ticksPerSecond, n%ticksPerSecond*int64(Resolution)).UTC()
}

// FileTime returns t in steps of 100 ns from the year 1601, as Windows counts.
func FileTime(t time.Time) int64 { return since(t, -year1601) }

// since counts from an epoch that is given in seconds before 1970.
func since(t time.Time, epoch int64) int64 {
	return (t.Unix()-epoch)*ticksPerSecond + int64(t.Nanosecond()/int(Resolution))
}
