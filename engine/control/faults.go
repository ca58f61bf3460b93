//go:build !js || workbench

package control

import (
	"rowkey/engine/fault"
	"rowkey/engine/lab"
)

// FaultRequest is the body of POST /-/faults.
type FaultRequest struct {
	LabRequest
	Lanes []string `json:"lanes,omitempty"` // the only clients that have faults
}

// FaultSlice is the answer to POST /-/faults and /-/faults/{id}/next: one slice of the runs with faults.
type FaultSlice struct {
	ID string `json:"id"`
	fault.Slice
}

// beginFaults runs a script with a fault at each request in turn.
func beginFaults(c *call, in *FaultRequest) (*FaultSlice, error) {
	return using(&c.laboratory, func(l *laboratory) (*FaultSlice, error) {
		problem, err := l.begin(c, &in.LabRequest)
		if err != nil || problem != nil {
			return &FaultSlice{l.id(), fault.Slice{Problem: problem, Done: true}}, err
		}
		g, err := fault.New(c.ctx, l.world, in.Lanes)
		if err != nil {
			return nil, err
		}
		l.study = g
		slice, err := g.Step(c.ctx)
		return &FaultSlice{l.id(), slice}, err
	})
}

// nextFaults goes on with the runs.
func nextFaults(c *call, _ *None) (*FaultSlice, error) {
	return studying(c, func(g *fault.Grid) (*FaultSlice, error) {
		slice, err := g.Step(c.ctx)
		return &FaultSlice{c.path[1], slice}, err
	})
}

// FaultPlace is the body of POST /-/faults/{id}/run: a run with a fault, or with two crashes.
type FaultPlace struct {
	Step   uint64    `json:"step"`
	Kind   lab.Fault `json:"kind"`
	Second uint64    `json:"second,omitempty"` // after this step it crashes again
}

func (p *FaultPlace) steps() (first, second int) {
	return int(min(p.Step, mostSteps)), int(min(p.Second, mostSteps))
}

// faultRun returns one run in all its steps.
func faultRun(c *call, in *FaultPlace) (*fault.Run, error) {
	return studying(c, func(g *fault.Grid) (*fault.Run, error) {
		step, second := in.steps()
		run, err := g.Run(c.ctx, step, in.Kind, second)
		if err != nil {
			return nil, err
		}
		if run == nil {
			return nil, refuse(400, "lab-no-run")
		}
		return run, nil
	})
}

// FaultScriptRequest is the body of POST /-/faults/{id}/script.
type FaultScriptRequest struct {
	FaultPlace
	Form ScriptForm `json:"form,omitempty"`
}

// faultScript writes a script that carries out a run.
func faultScript(c *call, in *FaultScriptRequest) (*lab.Script, error) {
	return studying(c, func(g *fault.Grid) (*lab.Script, error) {
		step, second := in.steps()
		s, ok, err := g.Script(c.ctx, step, in.Kind, second, in.Form == FormTest)
		if err == nil && !ok {
			err = refuse(400, "lab-no-run")
		}
		return &s, err
	})
}
