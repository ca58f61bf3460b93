//go:build !js || workbench

package control

import (
	"rowkey/engine/fault"
	"rowkey/engine/jsontext"
	"rowkey/engine/lab"
)

// FaultSlice is the answer to POST /-/faults and /-/faults/{id}/next: one slice of the runs with faults.
type FaultSlice struct {
	ID string `json:"id"`
	fault.Slice
}

// beginFaults runs a script with a fault at each request in turn: POST /-/faults with the script, {"setups": […]} for
// scripts that have filled the store already, {"lanes": […]} for those clients alone.
func (c *call) beginFaults() (any, error) {
	s, setups, err := c.labScript()
	if err != nil {
		return nil, err
	}
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	var lanes []string
	if in.Has("lanes") {
		lanes = in.Strings("lanes")
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	c.labs.mu.Lock()
	defer c.labs.mu.Unlock()
	w, problem, err := lab.New(c.ctx, c.e, s, setups...)
	if err != nil {
		return nil, err
	}
	id, err := c.labs.begin(w)
	if err != nil || problem != nil {
		return FaultSlice{id, fault.Slice{Problem: problem, Done: true}}, err
	}
	if c.labs.fault, err = fault.New(c.ctx, w, lanes); err != nil {
		return nil, err
	}
	return c.sliceOfFaults(id)
}

// nextFaults goes on with the runs.
func (c *call) nextFaults() (any, error) {
	c.labs.mu.Lock()
	defer c.labs.mu.Unlock()
	if err := c.labs.kept(c.path[1]); err != nil || c.labs.fault == nil {
		return nil, refuse(404, "lab-not-kept", c.path[1])
	}
	return c.sliceOfFaults(c.path[1])
}

func (c *call) sliceOfFaults(id string) (any, error) {
	slice, err := c.labs.fault.Step(c.ctx)
	return FaultSlice{id, slice}, err
}

// faultRun returns one run in all its steps: POST /-/faults/{id}/run with {"step": …, "kind": …, "second": …}.
func (c *call) faultRun() (any, error) {
	step, kind, second, err := c.cell()
	if err != nil {
		return nil, err
	}
	c.labs.mu.Lock()
	defer c.labs.mu.Unlock()
	if err := c.labs.kept(c.path[1]); err != nil || c.labs.fault == nil {
		return nil, refuse(404, "lab-not-kept", c.path[1])
	}
	run, err := c.labs.fault.Run(c.ctx, step, kind, second)
	if err == nil && run == nil {
		return nil, refuse(400, "lab-no-run")
	}
	return run, err
}

// faultScript writes a script that carries out a run: POST /-/faults/{id}/script as for a run, with {"form": "test"}, or "steps"
// for no assertions at the end.
func (c *call) faultScript() (any, error) {
	step, kind, second, err := c.cell()
	if err != nil {
		return nil, err
	}
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	c.labs.mu.Lock()
	defer c.labs.mu.Unlock()
	if err := c.labs.kept(c.path[1]); err != nil || c.labs.fault == nil {
		return nil, refuse(404, "lab-not-kept", c.path[1])
	}
	s, ok, err := c.labs.fault.Script(c.ctx, step, kind, second, in.Has("form") && in.Text("form") == "test")
	if err == nil && !ok {
		return nil, refuse(400, "lab-no-run")
	}
	return s, err
}

// cell reads which run is meant.
func (c *call) cell() (step int, kind lab.Fault, second int, err error) {
	in, err := c.object()
	if err != nil {
		return 0, "", 0, err
	}
	step, second, kind = optional(in, "step"), optional(in, "second"), lab.Fault(in.Text("kind"))
	if err := in.Err(); err != nil {
		return 0, "", 0, unreadable(err)
	}
	return step, kind, second, nil
}

// optional reads a number that may be missing.
func optional(in *jsontext.Object, name string) int {
	if !in.Has(name) {
		return 0
	}
	return int(min(in.Uint(name), 1<<20))
}
