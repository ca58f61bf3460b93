//go:build !js || workbench

package control

import (
	"sync"

	"rowkey/engine/datacentre"
)

// ScaleForm is the answer to GET /-/scale: what can be set, and to what it is set if nobody does.
type ScaleForm struct {
	Parameters []datacentre.Setting `json:"parameters"`
	Keys       []datacentre.Keys    `json:"keys"`
	Policies   []datacentre.Policy  `json:"policies"`
	Part       datacentre.Part      `json:"part"`
	Load       datacentre.Load      `json:"load"` // without parts
}

// Simulated is the answer to PUT and POST /-/scale. With messages there is no run.
type Simulated struct {
	Messages []datacentre.Message `json:"messages"`
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

// beginScale begins a run and forgets the one before: PUT /-/scale with what [datacentre.Read] reads.
func (c *call) beginScale() (any, error) {
	q, messages := datacentre.Read(string(c.body))
	if len(messages) == 0 {
		messages = datacentre.Check(&q.Parameters, &q.Load)
	}
	if len(messages) == 0 {
		messages = q.Find()
	}
	c.scales.mu.Lock()
	defer c.scales.mu.Unlock()
	c.scales.run = nil
	if len(messages) > 0 {
		return Simulated{Messages: messages}, nil
	}
	c.scales.run = datacentre.New(q.Parameters, q.Load, q.Options)
	return Simulated{Messages: []datacentre.Message{}, Progress: c.scales.run.Progress()}, nil
}

// nextScale goes on with the run by one slice: POST /-/scale; {"stop": true} asks for what is known so far, without a slice
// more.
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
	out := Simulated{Messages: []datacentre.Message{}, Progress: s.Progress()}
	if !stop && !out.Progress.Done {
		out.Progress = s.Step(datacentre.Slice)
		return out, nil
	}
	out.Report = s.Report()
	return out, nil
}

// forgetScale gives the memory of the run back: DELETE /-/scale.
func (c *call) forgetScale() (any, error) {
	c.scales.mu.Lock()
	defer c.scales.mu.Unlock()
	c.scales.run = nil
	return Simulated{Messages: []datacentre.Message{}}, nil
}
