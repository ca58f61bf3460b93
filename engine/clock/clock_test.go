package clock_test

import (
	"math"
	"testing"
	"time"

	"rowkey/engine/clock"
)

var (
	wall = time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	old  = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
)

func still() *clock.Clock     { return clock.At(wall) }
func following() *clock.Clock { return clock.Follow(func() time.Time { return wall }) }

func TestAClockCanBePutBack(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func() *clock.Clock{"one-that-stands-still": still, "one-that-follows": following} {
		c := open()
		c.Advance(time.Hour)
		c.Tick()
		c.Set(old)
		if got := c.Now(); !got.Equal(old) {
			t.Errorf("%s: Set(%v), then Now() = %v", name, old, got)
		}
		if got := c.Tick(); got.Before(old) || got.After(old.Add(time.Second)) {
			t.Errorf("%s: Set(%v), then Tick() = %v", name, old, got)
		}
	}
}

func TestAClockThatFollowsCanGoOnWithItsSource(t *testing.T) {
	t.Parallel()
	c := following()
	c.Advance(time.Hour)
	if got := c.Ahead(); got != time.Hour {
		t.Errorf("Ahead() after an hour = %v", got)
	}
	c.Tick()
	c.SetAhead(time.Minute)
	if got := c.Now().Sub(wall); got != time.Minute {
		t.Errorf("SetAhead(1m): the clock is %v ahead", got)
	}
	s := still()
	s.SetAhead(time.Minute)
	if got := s.Now(); !got.Equal(wall) || s.Ahead() != 0 {
		t.Errorf("SetAhead(1m) of a clock that stands still: Now() = %v", got)
	}
}

func TestReturnUndoesTicksAndMoves(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func() *clock.Clock{"one-that-stands-still": still, "one-that-follows": following} {
		c := open()
		c.Advance(time.Minute)
		c.Tick()
		before, mark := c.Now(), c.Mark()
		want := c.Tick()
		c.Advance(2 * time.Hour)
		c.Tick()
		c.Return(mark)
		if got := c.Now(); !got.Equal(before) {
			t.Errorf("%s: Now() after Return = %v, want %v", name, got, before)
		}
		if got := c.Tick(); !got.Equal(want) {
			t.Errorf("%s: Tick() after Return = %v, want %v", name, got, want)
		}
	}
}

func TestAClockStopsAtTheEndOfTime(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func() *clock.Clock{"one-that-stands-still": still, "one-that-follows": following} {
		c := open()
		for range 3 {
			c.Advance(math.MaxInt64)
		}
		if got := c.Now(); !got.Equal(clock.End) {
			t.Errorf("%s: Now() = %v, want %v", name, got, clock.End)
		}
		if next := c.Tick(); next.UnixNano() < clock.End.UnixNano() {
			t.Errorf("%s: Tick() = %v at the end of time", name, next)
		}
	}
}

func TestTimeGoesOnWhenItsSourceIsPutBack(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	for _, jump := range []time.Duration{2 * time.Second, time.Hour, 365 * 24 * time.Hour} {
		source := start
		c := clock.Follow(func() time.Time { return source })
		source = start.Add(jump)
		ahead := c.Tick() // what was written meanwhile has this time
		source = start
		if got := c.Now(); got != ahead {
			t.Errorf("%v put back: Now = %v, want %v", jump, got, ahead)
		}
		source = start.Add(30 * time.Second)
		if got, most := c.Now(), ahead.Add(30*time.Second); got.Before(ahead.Add(25*time.Second)) || got.After(most) {
			t.Errorf("30 s after it was put back by %v: Now = %v, want about %v", jump, got, most)
		}
		if next := c.Tick(); !next.After(ahead) {
			t.Errorf("Tick = %v, want more than %v", next, ahead)
		}
	}
}

func TestManyTicksDoNotMoveAClockAwayFromItsSource(t *testing.T) {
	t.Parallel()
	source := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	c := clock.Follow(func() time.Time { return source })
	for range 100_000 { // 10 ms
		c.Tick()
	}
	source = source.Add(time.Second)
	if got := c.Now(); got != source || c.Ahead() != 0 {
		t.Errorf("Now = %v, ahead %v, want %v", got, c.Ahead(), source)
	}
}

func TestASourceThatJumpsToAndFroTakesAClockNoFurtherThanItself(t *testing.T) {
	t.Parallel()
	source := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	most := source.Add(time.Hour)
	c := clock.Follow(func() time.Time { return source })
	last := c.Tick()
	for i := range 1000 {
		source = source.Add(time.Hour * time.Duration(1-2*(i%2)))
		now, tick := c.Now(), c.Tick()
		if now.Before(last) || !tick.After(last) {
			t.Fatalf("jump %d: Now = %v, Tick = %v after %v", i, now, tick, last)
		}
		last = tick
	}
	if last.After(most.Add(time.Second)) {
		t.Errorf("after 1,000 jumps of an hour the clock has %v, and its source never had more than %v", last, most)
	}
}
