//go:build !js || workbench

package control

import (
	"rowkey/engine/lab"
	"rowkey/engine/race"
)

// RaceRequest is the body of POST /-/races.
type RaceRequest struct {
	LabRequest
	Cap     uint64 `json:"cap,omitempty"`     // the most states that are explored; 0 for the limit of package race
	Seed    uint64 `json:"seed,omitempty"`    // of the random orders beyond that
	Crashes uint64 `json:"crashes,omitempty"` // 1 for orders with a crash
}

// RaceSlice is the answer to POST /-/races and /-/races/{id}/next: one slice of the exploration of all orders.
type RaceSlice struct {
	ID string `json:"id"`
	race.Slice
}

// beginRaces explores the orders of the clients of a script.
func beginRaces(c *call, in *RaceRequest) (*RaceSlice, error) {
	o := race.Options{Seed: in.Seed, Most: int(min(in.Cap, race.MostStates)), Crashes: int(min(in.Crashes, 1))}
	return using(&c.laboratory, func(l *laboratory) (*RaceSlice, error) {
		problem, err := l.begin(c, &in.LabRequest)
		if err == nil && problem == nil && len(l.world.Lanes) < 2 {
			problem = &lab.Problem{Code: lab.OneLane, Line: l.world.Lanes[0].Lines[0]}
		}
		if err != nil || problem != nil {
			return &RaceSlice{l.id(), race.Slice{Problem: problem, Done: true}}, err
		}
		s := race.New(c.ctx, l.world, o)
		l.study = s
		slice, err := s.Step(c.ctx)
		return &RaceSlice{l.id(), slice}, err
	})
}

// nextRaces goes on with the exploration.
func nextRaces(c *call, _ *None) (*RaceSlice, error) {
	return studying(c, func(s *race.Search) (*RaceSlice, error) {
		slice, err := s.Step(c.ctx)
		return &RaceSlice{c.path[1], slice}, err
	})
}

// OutcomeRequest is the body of POST /-/races/{id}/script.
type OutcomeRequest struct {
	Outcome uint64     `json:"outcome"` // from 0
	Form    ScriptForm `json:"form,omitempty"`
}

// raceScript writes a script that carries out the order of an outcome.
func raceScript(c *call, in *OutcomeRequest) (*lab.Script, error) {
	return studying(c, func(s *race.Search) (*lab.Script, error) {
		out, ok := s.Script(int(min(in.Outcome, mostSteps)), in.Form == FormTest)
		if !ok {
			return nil, refuse(400, "lab-no-run")
		}
		return &out, nil
	})
}
