//go:build js && wasm

package main

import (
	"context"
	"time"

	"rowkey/engine"
)

// sweepPause is how long the page has the thread for itself between two steps of a sweep.
const sweepPause = 10 * time.Millisecond

// sweeper removes what large deletes leave while the page has nothing to ask.
type sweeper struct {
	engine  *engine.Engine
	running bool // goroutines share one thread, and none is interrupted here
}

// start sweeps in a goroutine of its own, unless there is nothing to do or another goroutine does it.
func (s *sweeper) start() {
	if !s.running && s.engine.Leftovers() {
		s.running = true
		go s.sweep()
	}
}

// sweep makes small steps, each after a pause: a request that comes meanwhile waits
// for one of them at most. After an error it ends; the next request begins again.
func (s *sweeper) sweep() {
	defer func() { s.running = false }()
	for more := true; more; {
		time.Sleep(sweepPause)
		var err error
		if more, err = s.engine.Sweep(context.Background()); err != nil {
			return
		}
	}
}
