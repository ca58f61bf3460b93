//go:build !js || workbench

package control

import (
	"rowkey/engine/lab"
	"rowkey/engine/race"
)

// RaceSlice is the answer to POST /-/races and /-/races/{id}/next: one slice of the exploration of all orders.
type RaceSlice struct {
	ID string `json:"id"`
	race.Slice
}

// beginRaces explores the orders of the clients of a script: POST /-/races with the script, {"setups": […]} for scripts that have
// filled the store already, {"cap": …} for the most states, {"seed": …} for orders that are drawn, {"crashes": 1} for orders with a crash.
func (c *call) beginRaces() (any, error) {
	s, setups, err := c.labScript()
	if err != nil {
		return nil, err
	}
	var o race.Options
	for name, to := range map[string]*uint64{"seed": &o.Seed} {
		if *to, err = c.numberOr(name, 0); err != nil {
			return nil, err
		}
	}
	for name, to := range map[string]*int{"cap": &o.Most, "crashes": &o.Crashes} {
		n, err := c.numberOr(name, 0)
		if err != nil {
			return nil, err
		}
		*to = int(min(n, race.MostStates))
	}
	o.Crashes = min(o.Crashes, 1)
	c.labs.mu.Lock()
	defer c.labs.mu.Unlock()
	w, problem, err := lab.New(c.ctx, c.e, s, setups...)
	if err != nil {
		return nil, err
	}
	id, err := c.labs.begin(w)
	if err != nil {
		return nil, err
	}
	if problem == nil && len(w.Lanes) < 2 {
		problem = &lab.Problem{Code: lab.OneLane, Line: w.Lanes[0].Lines[0]}
	}
	if problem != nil {
		return RaceSlice{id, race.Slice{Problem: problem, Done: true}}, nil
	}
	c.labs.races = race.New(c.ctx, w, o)
	return c.sliceOfRaces(id)
}

// nextRaces goes on with the exploration.
func (c *call) nextRaces() (any, error) {
	c.labs.mu.Lock()
	defer c.labs.mu.Unlock()
	if err := c.labs.kept(c.path[1]); err != nil || c.labs.races == nil {
		return nil, refuse(404, "lab-not-kept", c.path[1])
	}
	return c.sliceOfRaces(c.path[1])
}

func (c *call) sliceOfRaces(id string) (any, error) {
	slice, err := c.labs.races.Step(c.ctx)
	return RaceSlice{id, slice}, err
}

// raceScript writes a script that carries out the order of an outcome: POST /-/races/{id}/script with {"outcome": …, "form": "test"},
// or "steps" for no assertions at the end.
func (c *call) raceScript() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	n, expect := optional(in, "outcome"), in.Text("form") == "test"
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	c.labs.mu.Lock()
	defer c.labs.mu.Unlock()
	if err := c.labs.kept(c.path[1]); err != nil || c.labs.races == nil {
		return nil, refuse(404, "lab-not-kept", c.path[1])
	}
	s, ok := c.labs.races.Script(n, expect)
	if !ok {
		return nil, refuse(400, "lab-no-run")
	}
	return s, nil
}
