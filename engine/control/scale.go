//go:build !js || workbench

package control

import (
	"rowkey/engine/datacentre"
	"rowkey/engine/sheet"
)

// ScaleForm is the answer to GET /-/scale: what can be set, and the defaults.
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

// scaleForm says what can be set.
func scaleForm(*call, *None) (*ScaleForm, error) {
	return &ScaleForm{
		Parameters: datacentre.Settings, Keys: datacentre.Generators, Policies: datacentre.Policies,
		Part: datacentre.DefaultPart(), Load: datacentre.DefaultLoad(),
	}, nil
}

// beginScale begins a run and forgets the one before; the body is what [datacentre.Read] reads. What else can be
// the load, or a part of it, says scaleLoad.
func beginScale(c *call, in Raw) (*Simulated, error) {
	q, out, err := scaleLoad(string(in))
	if err != nil {
		return out, err
	}
	fine := !sheet.Failed(out.Sheet)
	if fine && len(out.Messages) == 0 {
		q.Load.Thin()
		out.Messages = append(datacentre.Check(&q.Parameters, &q.Load), q.Find()...)
	}
	return using(&c.simulation, func(s **datacentre.Simulation) (*Simulated, error) {
		*s = nil
		if fine && len(out.Messages) == 0 {
			*s = datacentre.New(q.Parameters, q.Load, q.Options)
			out.Progress = (*s).Progress()
		}
		return out, nil
	})
}

// ScaleStep is the body of POST /-/scale.
type ScaleStep struct {
	Stop bool `json:"stop,omitempty"` // calculate nothing more: the report so far is wanted
}

// nextScale goes on with the run by one slice. After the last one, and with stop, it answers the report of what is
// known.
func nextScale(c *call, in *ScaleStep) (*Simulated, error) {
	return using(&c.simulation, func(s **datacentre.Simulation) (*Simulated, error) {
		run := *s
		if run == nil {
			return &Simulated{Messages: []datacentre.Message{{Code: datacentre.NoRun}}}, nil
		}
		if out := (&Simulated{Progress: run.Progress()}); in.Stop || out.Progress.Done {
			out.Report = run.Report()
			return out, nil
		}
		return &Simulated{Progress: run.Step(datacentre.Slice)}, nil
	})
}

// forgetScale gives the memory of the run back.
func forgetScale(c *call, _ *None) (*Simulated, error) {
	return using(&c.simulation, func(s **datacentre.Simulation) (*Simulated, error) {
		*s = nil
		return &Simulated{}, nil
	})
}
