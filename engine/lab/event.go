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

	effect, second *effect        // nil if nothing was carried out; second if it was twice
	response       *rest.Response // that the client has seen, nil for none
	from           overlay
	after          *State
}

// Writes reports whether a request has changed something.
func (e *Event) Writes() bool { return e.effect != nil && len(e.effect.written) > 0 }

// Takes reports whether a request takes messages.
func (e *Event) Takes() bool {
	return e.Point != nil && e.Point.Takes()
}

// Puts reports whether a request puts a message.
func (e *Event) Puts() bool { return e.effect != nil && e.effect.puts }

// After returns the state after an event.
func (e *Event) After() *State { return e.after }

// Takes reports whether the next request of a client takes messages.
func (p *Point) Takes() bool { return p.request != nil && isTake(p.request) }

// Shorten leaves out repetitions at the end of an order: clients that start again, take their message again, and
// change nothing. The first such attempt stays, and repeats is how many more there were.
func Shorten(events []*Event) (short []*Event, repeats int) {
	var attempts []int // where clients began again since something was changed
	for i, e := range events {
		switch {
		case e.Kind == RestartStep:
			attempts = append(attempts, i)
		case matters(e):
			attempts = nil
		}
	}
	if len(attempts) < 2 {
		return events, 0
	}
	end := attempts[1]
	if events[end-1].Kind == PauseStep {
		end--
	}
	return events[:end], len(attempts) - 1
}

// matters reports whether an event changes more than when a message is visible.
func matters(e *Event) bool {
	return e.Kind == CrashStep || e.Fault != "" || e.Writes() && !e.Takes()
}
