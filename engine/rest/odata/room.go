package odata

import (
	"slices"
	"sync"

	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// room is where the operations of a changeset are while it is served. A hundred of them take 100 kB, most of what
// a transaction needs, so the next one takes the same room.
type room struct {
	calls    []call
	requests []rest.Request
	actions  []table.Action
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// newRoom returns room for n operations, all zero.
func newRoom(n int) *room {
	r := rooms.Get().(*room)
	r.calls = slices.Grow(r.calls, n)[:n]
	r.requests = slices.Grow(r.requests, n)[:n]
	r.actions = slices.Grow(r.actions, n)[:n]
	return r
}

// free gives the room back, unless it is large. It keeps nothing of what it held.
func (r *room) free() {
	if len(r.calls) > table.MaxActions {
		return
	}
	clear(r.calls)
	clear(r.requests)
	clear(r.actions)
	r.calls, r.requests, r.actions = r.calls[:0], r.requests[:0], r.actions[:0]
	rooms.Put(r)
}
