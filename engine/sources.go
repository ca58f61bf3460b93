package engine

import (
	"time"

	"rowkey/engine/clock"
	"rowkey/engine/hash"
)

// sources are what the sandbox takes time and numbers from.
type sources struct {
	clock       *clock.Clock
	ids, random *hash.Random
}

// moment is what a snapshot holds beside the store.
type moment struct {
	Now    int64  `json:"now"`   // nanoseconds since 1970, for a clock that stands still
	Ahead  int64  `json:"ahead"` // nanoseconds, for a clock that follows the real time
	Seed   uint64 `json:"seed"`
	Random uint64 `json:"random"`
	IDs    uint64 `json:"ids"`

	Cluster []string `json:"cluster"` // none without the option
}

// moment returns the state of the sources, which began with a seed.
func (s *sources) moment(seed uint64) moment {
	return moment{
		Now: s.clock.Now().UnixNano(), Ahead: int64(s.clock.Ahead()),
		Seed: seed, Random: s.random.State(), IDs: s.ids.State(),
	}
}

// set puts the sources into the state of a moment.
func (s *sources) set(m moment) {
	s.clock.Set(time.Unix(0, m.Now))
	s.clock.SetAhead(time.Duration(m.Ahead))
	s.random.Reset(m.Random)
	s.ids.Reset(m.IDs)
}

// position is where the sources are, to go back to.
type position struct {
	clock       clock.Mark
	ids, random uint64
}

func (s *sources) position() position {
	return position{s.clock.Mark(), s.ids.State(), s.random.State()}
}

// goTo goes back to a position.
func (s *sources) goTo(p position) {
	s.clock.Return(p.clock)
	s.ids.Reset(p.ids)
	s.random.Reset(p.random)
}

// sinceOpened returns how long the sandbox has been open, in milliseconds.
func (e *Engine) sinceOpened() int { return int(e.clock.Now().Sub(e.opened) / time.Millisecond) }
