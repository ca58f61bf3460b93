//go:build !js || workbench

package control

import (
	"strconv"

	"rowkey/engine/propose"
	"rowkey/engine/sheet"
)

// ProposeRequest is the body of POST /-/propose. Without a sheet it goes on with the search that is there, and is
// refused with 409 if that is not at this state: then the sheet has to be sent again.
type ProposeRequest struct {
	SheetSource
	State uint64   `json:"state,omitempty"` // of the answer before, 0 to begin
	Slice *uint64  `json:"slice,omitempty"` // how many designs are tried
	Stop  bool     `json:"stop,omitempty"`  // try no more designs: the best so far is wanted
	Found []string `json:"found,omitempty"` // stores of one more design to start from, besides those of the sheet
}

// Proposed is the answer to POST /-/propose: one slice of the search for designs. With an error among the messages
// there is no search.
type Proposed struct {
	Messages []sheet.Message `json:"messages"`
	State    int             `json:"state"` // designs that were tried; the next slice goes on from here
	propose.Result
}

// mostTried is more designs than any search tries.
const mostTried = 1 << 30

func (in *ProposeRequest) state() int { return int(min(in.State, mostTried)) }

// most returns how many designs are tried.
func (in *ProposeRequest) most() int {
	if in.Stop {
		return 0
	}
	n := uint64(propose.Slice)
	set(&n, in.Slice)
	return int(min(max(1, n), mostTried))
}

// search is the one for the last sheet. One that is forgotten is done again: a search depends only on its sheet and
// the designs that it starts from.
type search struct {
	sheet string
	found *propose.Search
	tried int
}

// proposeDesigns searches on from a state. None of the designs that the search starts from is better than the first
// proposal. A design that no longer fits the sheet is skipped. Proposals come with the last slice, or with stop.
func proposeDesigns(c *call, in *ProposeRequest) (*Proposed, error) {
	if in.Text == nil && in.Sheet == "" {
		return using(&c.search, in.goOn)
	}
	s, messages := in.read()
	if sheet.Failed(messages) {
		return &Proposed{Messages: messages, Result: propose.Nothing(propose.Progress{Done: true})}, nil
	}
	if len(in.Found) > 0 {
		s.Designs = append(s.Designs, sheet.Design{Stores: in.Found})
	}
	return using(&c.search, func(x *search) (*Proposed, error) {
		x.reach(s, in.state())
		return proposed(messages, x.next(in)), nil
	})
}

// goOn goes on with the search that is there.
func (in *ProposeRequest) goOn(x *search) (*Proposed, error) {
	if n := in.state(); x.found == nil || n != x.tried {
		return nil, refuse(409, "control-at-most", "state", strconv.Itoa(x.tried), strconv.Itoa(n))
	}
	return proposed(nil, x.next(in)), nil
}

func proposed(messages []sheet.Message, r propose.Result) *Proposed {
	return &Proposed{Messages: messages, State: r.Progress.Tried, Result: r}
}

// reach brings the search of a sheet to a state.
func (x *search) reach(s *sheet.Sheet, state int) {
	if text := sheet.WriteJSON(s); x.found == nil || text != x.sheet || state < x.tried {
		*x = search{sheet: text, found: propose.New(s)}
	}
	x.found.Step(state - x.tried)
}

// next calculates the slice after the state that is reached.
func (x *search) next(in *ProposeRequest) propose.Result {
	p := x.found.Step(in.most())
	if x.tried = p.Tried; p.Done || in.Stop {
		return x.found.Result()
	}
	return propose.Nothing(p)
}
