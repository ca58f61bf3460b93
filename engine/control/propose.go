//go:build !js || workbench

package control

import (
	"sync"

	"rowkey/engine/propose"
	"rowkey/engine/sheet"
)

// Proposed is the answer to POST /-/propose: one slice of the search for designs. With an error among the messages there
// is no search.
type Proposed struct {
	Messages []sheet.Message `json:"messages"`
	State    int             `json:"state"` // designs that were tried; the next slice goes on from here
	propose.Result
}

// searches keeps the search of the last sheet. One that is forgotten is done again: a search depends on its sheet alone.
type searches struct {
	mu    sync.Mutex // guards the fields below
	sheet string
	found *propose.Search
	tried int
}

// propose searches on from a state: POST /-/propose with a sheet as for /-/sheet, {"state": …} of the answer before, 0 to
// begin, and {"stop": true} for the best so far without a slice more. Proposals come with the last slice, or with stop.
func (c *call) propose() (any, error) {
	s, messages, err := c.readSheet()
	if err != nil {
		return nil, err
	}
	o, err := c.object()
	if err != nil {
		return nil, err
	}
	state, stop := 0, o.Has("stop") && o.Bool("stop")
	if o.Has("state") {
		state = int(min(o.Uint("state"), mostTried))
	}
	if err := o.Err(); err != nil {
		return nil, unreadable(err)
	}
	out := Proposed{Messages: messages, Result: propose.Nothing(propose.Progress{Done: true})}
	if !sheet.Failed(messages) {
		out.Result = c.searches.step(s, state, stop)
		out.State = out.Progress.Tried
	}
	return out, nil
}

// mostTried is more designs than any search tries.
const mostTried = 1 << 30

// step calculates the slice after a state.
func (x *searches) step(s *sheet.Sheet, state int, stop bool) propose.Result {
	x.mu.Lock()
	defer x.mu.Unlock()
	if text := sheet.WriteJSON(s); x.found == nil || text != x.sheet || state < x.tried {
		x.sheet, x.found, x.tried = text, propose.New(s), 0
	}
	p := x.found.Step(state - x.tried)
	if !stop {
		p = x.found.Step(propose.Slice)
	}
	if x.tried = p.Tried; p.Done || stop {
		return x.found.Result()
	}
	return propose.Nothing(p)
}
