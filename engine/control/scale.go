//go:build !js || workbench

package control

import (
	"sync"

	"rowkey/engine/datacentre"
	"rowkey/engine/sheet"
)

// ScaleForm is the answer to GET /-/scale: what can be set, and to what it is set if nobody does.
type ScaleForm struct {
	Parameters []datacentre.Setting `json:"parameters"`
	Keys       []datacentre.Keys    `json:"keys"`
	Policies   []datacentre.Policy  `json:"policies"`
	Part       datacentre.Part      `json:"part"`
	Load       datacentre.Load      `json:"load"` // without parts
}

// Simulated is the answer to PUT and POST /-/scale. With messages, or an error in a sheet, there is no run.
type Simulated struct {
	Messages []datacentre.Message `json:"messages"`
	Sheet    []sheet.Message      `json:"sheet"` // what is wrong with the sheet that is the load
	Progress datacentre.Progress  `json:"progress"`
	Report   *datacentre.Report   `json:"report"` // null until the run is done, or stopped
}

// scales keeps the last run of a data centre.
type scales struct {
	mu  sync.Mutex // guards the field below
	run *datacentre.Simulation
}

// scaleForm says what can be set: GET /-/scale.
func (c *call) scaleForm() (any, error) {
	return ScaleForm{
		Parameters: datacentre.Settings, Keys: datacentre.Generators, Policies: datacentre.Policies,
		Part: datacentre.DefaultPart(), Load: datacentre.DefaultLoad(),
	}, nil
}

// beginScale begins a run and forgets the one before: PUT /-/scale with what [datacentre.Read] reads. What else can be
// the load, or a part of it, says scaleLoad.
func (c *call) beginScale() (any, error) {
	q, out, err := c.scaleLoad()
	if err != nil {
		return nil, err
	}
	fine := !sheet.Failed(out.Sheet)
	if fine && len(out.Messages) == 0 {
		q.Load.Thin()
		out.Messages = append(datacentre.Check(&q.Parameters, &q.Load), q.Find()...)
	}
	c.scales.mu.Lock()
	defer c.scales.mu.Unlock()
	c.scales.run = nil
	if fine && len(out.Messages) == 0 {
		c.scales.run = datacentre.New(q.Parameters, q.Load, q.Options)
		out.Progress = c.scales.run.Progress()
	}
	return out, nil
}

// nextScale goes on with the run by one slice: POST /-/scale. After the last one, and with {"stop": true}, it calculates
// nothing more and answers the report of what is known.
func (c *call) nextScale() (any, error) {
	o, err := c.object()
	if err != nil {
		return nil, err
	}
	stop := o.Has("stop") && o.Bool("stop")
	if err := o.Err(); err != nil {
		return nil, unreadable(err)
	}
	c.scales.mu.Lock()
	defer c.scales.mu.Unlock()
	s := c.scales.run
	if s == nil {
		return Simulated{Messages: []datacentre.Message{{Code: datacentre.NoRun}}}, nil
	}
	if out := (Simulated{Progress: s.Progress()}); stop || out.Progress.Done {
		out.Report = s.Report()
		return out, nil
	}
	return Simulated{Progress: s.Step(datacentre.Slice)}, nil
}

// forgetScale gives the memory of the run back: DELETE /-/scale.
func (c *call) forgetScale() (any, error) {
	c.scales.mu.Lock()
	defer c.scales.mu.Unlock()
	c.scales.run = nil
	return Simulated{}, nil
}
