package control

import "rowkey/engine"

// remember begins a history, or goes to a place of one: {"to":12}. The answer is the places.
func (c *call) remember() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	if in.Has("to") {
		var to uint64
		if to, err = upTo(in, "to", 1<<50); err == nil {
			err = c.e.GoTo(c.ctx, int(to))
		}
	} else {
		err = c.e.Remember()
	}
	if err != nil {
		return nil, err
	}
	return c.e.History(1 << 50)
}

// history tells the moments behind a place.
func (c *call) history() (any, error) {
	after, err := c.count("after")
	if err != nil {
		return nil, err
	}
	return c.e.History(after)
}

// Past is one line of GET /-/tables/{name}/history: what a write made of an entity.
type Past struct {
	At     int    `json:"at"` // place in the history, after the write
	Before Entity `json:"before"`
	After  Entity `json:"after"`
}

func (c *call) versions() (any, error) {
	list, err := c.e.Versions(c.ctx, c.path[1], c.query["partition"], c.query["row"])
	if err != nil {
		return nil, err
	}
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
	return out, nil
}

// History is the answer to /-/history.
type History = engine.History
