//go:build !js || workbench

package control

import (
	"strconv"
	"sync"

	"rowkey/engine/jsontext"
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

// searches keeps the search of the last sheet. One that is forgotten is done again: a search depends only on its sheet and
// the designs that it starts from.
type searches struct {
	mu    sync.Mutex // guards the fields below
	sheet string
	found *propose.Search
	tried int
}

// slice is what a request asks of a search.
type slice struct {
	state int  // designs that were tried before
	most  int  // that are tried now
	stop  bool // none is: the best so far is wanted
}

// propose searches on from a state: POST /-/propose with a sheet as for /-/sheet, {"state": …} of the answer before, 0 to
// begin, {"slice": …} for how many designs are tried, and {"stop": true} for the best so far without a slice more. The
// search starts from the designs of the sheet and from {"found": ["…", …]}, the stores of what came first in the search
// before: none of these is better than the first proposal. A design that no longer fits the sheet is skipped.
// Proposals come with the last slice, or with stop. A request without a sheet goes on with the search that is kept, and is
// refused with 409 if that is not at this state: then the sheet has to be sent again.
func (c *call) propose() (any, error) {
	o, err := c.object()
	if err != nil {
		return nil, err
	}
	n, err := readSlice(o)
	if err != nil {
		return nil, err
	}
	if !o.Has("text") && !o.Has("sheet") {
		return c.proposeOn(n)
	}
	s, messages, err := c.readSheet()
	if err != nil {
		return nil, err
	}
	if sheet.Failed(messages) {
		return Proposed{Messages: messages, Result: propose.Nothing(propose.Progress{Done: true})}, nil
	}
	if found := o.Strings("found"); len(found) > 0 {
		s.Designs = append(s.Designs, sheet.Design{Stores: found})
	}
	if err := o.Err(); err != nil {
		return nil, unreadable(err)
	}
	return proposed(messages, c.searches.step(s, n)), nil
}

func proposed(messages []sheet.Message, r propose.Result) Proposed {
	return Proposed{Messages: messages, State: r.Progress.Tried, Result: r}
}

// mostTried is more designs than any search tries.
const mostTried = 1 << 30

func readSlice(o *jsontext.Object) (slice, error) {
	n := slice{most: propose.Slice, stop: o.Has("stop") && o.Bool("stop")}
	if o.Has("state") {
		n.state = int(min(o.Uint("state"), mostTried))
	}
	if o.Has("slice") {
		n.most = int(min(max(1, o.Uint("slice")), mostTried))
	}
	if err := o.Err(); err != nil {
		return n, unreadable(err)
	}
	return n, nil
}

// proposeOn goes on with the search that is kept.
func (c *call) proposeOn(n slice) (any, error) {
	c.searches.mu.Lock()
	defer c.searches.mu.Unlock()
	if c.searches.found == nil || n.state != c.searches.tried {
		return nil, refuse(409, "control-at-most", "state", strconv.Itoa(c.searches.tried), strconv.Itoa(n.state))
	}
	return proposed([]sheet.Message{}, c.searches.next(n)), nil
}

// step calculates the slice after a state.
func (x *searches) step(s *sheet.Sheet, n slice) propose.Result {
	x.mu.Lock()
	defer x.mu.Unlock()
	if text := sheet.WriteJSON(s); x.found == nil || text != x.sheet || n.state < x.tried {
		x.sheet, x.found, x.tried = text, propose.New(s), 0
	}
	x.found.Step(n.state - x.tried)
	return x.next(n)
}

func (x *searches) next(n slice) propose.Result {
	if n.stop {
		n.most = 0
	}
	p := x.found.Step(n.most)
	if x.tried = p.Tried; p.Done || n.stop {
		return x.found.Result()
	}
	return propose.Nothing(p)
}
