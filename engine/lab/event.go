package lab

import (
	"time"

	"rowkey/engine/rest"
)

// Event is what has happened between two states.
type Event struct {
	Kind  StepKind
	Point *Point // of the client, before it; nil for a pause
	At    time.Duration
	Fault Fault

	deed, second *deed          // nil if nothing was carried out; second if it was twice
	response     *rest.Response // that the client has seen, nil for none
	from         overlay
	after        *State
}

// Writes reports whether a request has changed something.
func (e *Event) Writes() bool { return e.deed != nil && len(e.deed.written) > 0 }

// Takes reports whether a request takes messages.
func (e *Event) Takes() bool {
	return e.Point != nil && e.Point.request != nil && isTake(e.Point.request)
}

// Puts reports whether a request puts a message.
func (e *Event) Puts() bool { return e.deed != nil && e.deed.puts }

// After returns the state after an event.
func (e *Event) After() *State { return e.after }
