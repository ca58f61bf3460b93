//go:build !js || workbench

package control

import (
	"strconv"

	"rowkey/engine/lab"
)

// laboratory is what was begun last. It works on a copy of the sandbox.
type laboratory struct {
	number int // from 1
	world  *lab.World
	study  any // a *race.Search or a *fault.Grid, nil if the script cannot be studied
}

// LabRequest is the script that a laboratory works on.
type LabRequest struct {
	Source
	Setups []string `json:"setups,omitempty"` // scripts that have filled the store already
}

// ScriptForm is what a script of a run is for.
type ScriptForm string

const (
	FormTest  ScriptForm = "test"  // it judges what is there at the end
	FormSteps ScriptForm = "steps" // it only repeats the run
)

// mostSteps is more steps or outcomes than a laboratory has.
const mostSteps = 1 << 20

// begin forgets the laboratory before, and opens the next one. A problem is why the script cannot be studied.
func (l *laboratory) begin(c *call, in *LabRequest) (*lab.Problem, error) {
	w, problem, err := lab.New(c.ctx, c.e, in.parse(), in.Setups...)
	if err != nil {
		return nil, err
	}
	before := l.world
	*l = laboratory{number: l.number + 1, world: w}
	if before != nil {
		err = before.Close()
	}
	return problem, err
}

func (l *laboratory) id() string { return strconv.Itoa(l.number) }

// studying calls f with the study whose number is in the path.
func studying[Study, Answer any](c *call, f func(Study) (Answer, error)) (Answer, error) {
	return using(&c.laboratory, func(l *laboratory) (answer Answer, err error) {
		study, ok := l.study.(Study)
		if !ok || l.id() != c.path[1] {
			return answer, refuse(404, "lab-not-kept", c.path[1])
		}
		return f(study)
	})
}
