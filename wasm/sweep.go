//go:build js && wasm

package main

import (
	"context"
	"syscall/js"

	"rowkey/engine"
)

// sweepPause is how long the page has the thread for itself between two steps of a sweep, in milliseconds.
const sweepPause = 10

// sweeper removes what large deletes leave while the page has nothing to ask.
type sweeper struct {
	engine  *engine.Engine
	step    js.Func
	running bool // the page has been asked to call step
}

func newSweeper(e *engine.Engine) sweeper {
	step := js.FuncOf(func(js.Value, []js.Value) any {
		sweeps.sweep()
		return nil
	})
	return sweeper{engine: e, step: step}
}

// start sweeps after a pause, unless there is nothing to do or it will happen anyway.
func (s *sweeper) start() {
	if !s.running && s.engine.Leftovers() {
		s.later()
	}
}

func (s *sweeper) later() {
	s.running = true
	js.Global().Call("setTimeout", s.step, sweepPause)
}

// sweep makes one small step, and the next one after a pause: a request that comes meanwhile waits for one of
// them at most. After an error it ends; the next request begins again.
func (s *sweeper) sweep() {
	s.running = false
	if more, err := s.engine.Sweep(context.Background()); more && err == nil {
		s.later()
	}
}
