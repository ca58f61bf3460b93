//go:build !js || workbench

package control

import (
	"strconv"
	"sync"

	"rowkey/engine/fault"
	"rowkey/engine/lab"
	"rowkey/engine/race"
	"rowkey/engine/script"
)

// labs keep the laboratory that was begun last. Each works on a copy of the sandbox of its own.
type labs struct {
	mu    sync.Mutex // guards the fields below
	last  int        // number of the last one
	world *lab.World
	races *race.Search
	fault *fault.Grid
}

// begin forgets the laboratory before, and opens the next one.
func (l *labs) begin(w *lab.World) (id string, err error) {
	if l.world != nil {
		err = l.world.Close()
	}
	l.last++
	l.world, l.races, l.fault = w, nil, nil
	return strconv.Itoa(l.last), err
}

// kept fails unless a laboratory is the one that was begun last.
func (l *labs) kept(id string) error {
	if id != strconv.Itoa(l.last) {
		return refuse(404, "lab-not-kept", id)
	}
	return nil
}

// labScript reads the script that a laboratory is to work on, and the names of scripts that have filled the store already.
func (c *call) labScript() (s *script.Script, setups []string, err error) {
	in, err := c.object()
	if err != nil {
		return nil, nil, err
	}
	src := sourceOf(in)
	if in.Has("setups") {
		setups = in.Strings("setups")
	}
	if err := in.Err(); err != nil {
		return nil, nil, unreadable(err)
	}
	return src.parse(), setups, nil
}

// numberOr reads a number of the body that may be missing.
func (c *call) numberOr(name string, otherwise uint64) (uint64, error) {
	in, err := c.object()
	if err != nil || !in.Has(name) {
		return otherwise, err
	}
	n := in.Uint(name)
	if err := in.Err(); err != nil {
		return 0, unreadable(err)
	}
	return n, nil
}
