package control

import "rowkey/engine"

// History is the answer to /-/history.
type History = engine.History

// HistoryRequest is the body of POST /-/history.
type HistoryRequest struct {
	To *uint64 `json:"to,omitempty"` // a place; absent to begin a history
}

// farthest is a place after all others.
const farthest = 1 << 50

// goTo begins a history, or goes to a place of one. The answer is the places.
func goTo(c *call, in *HistoryRequest) (*History, error) {
	var err error
	if in.To == nil {
		err = c.e.Remember()
	} else if err = atMost("to", *in.To, farthest); err == nil {
		err = c.e.GoTo(c.ctx, int(*in.To))
	}
	if err != nil {
		return nil, err
	}
	return pointer(c.e.History(farthest))
}

// history answers with the moments after a place.
func history(c *call, _ *None) (*History, error) {
	after, err := c.count("after")
	if err != nil {
		return nil, err
	}
	return pointer(c.e.History(after))
}

// Past is one line of GET /-/tables/{name}/history: an entity before and after a write.
type Past struct {
	At     int    `json:"at"` // place in the history, after the write
	Before Entity `json:"before"`
	After  Entity `json:"after"`
}

func versions(c *call, _ *None) ([]Past, error) {
	list, err := c.e.Data().Versions(c.ctx, c.path[1], c.query["partition"], c.query["row"])
	out := make([]Past, len(list))
	for i, v := range list {
		out[i].At = v.At
		if out[i].Before, err = entityOf(v.Before); err != nil {
			return nil, err
		}
		if out[i].After, err = entityOf(v.After); err != nil {
			return nil, err
		}
	}
	return out, err
}
