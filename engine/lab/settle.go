package lab

import (
	"context"
	"strconv"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/script"
)

// Note is called with each step and the state after it. Its error ends the run.
type Note func(*State, *Event) error

// Runner lets one client go on until it has ended.
type Runner func(ctx context.Context, s *State, lane int, note Note) (*State, error)

// Run lets one client go on until it has ended. Errors: those of [World.Send] and of note.
func (w *World) Run(ctx context.Context, s *State, lane int, note Note) (*State, error) {
	for !s.Points[lane].Done() && s.Points[lane].Depth < MostSent {
		next, event, err := w.Send(ctx, s, lane, "")
		if err != nil {
			return nil, err
		}
		if s = next; note != nil {
			if err := note(s, event); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// Settle starts clients that take messages again, one after the other, while their queues hold any, and lets time pass
// until these are visible. Without such clients it starts those again that have crashed. bounded says that something
// was left at the end.
// Errors: those of run.
func (w *World) Settle(ctx context.Context, s *State, run Runner, note Note) (end *State, bounded bool, err error) {
	for range MostAgain {
		lanes, err := w.unfinished(ctx, s)
		if err != nil || len(lanes) == 0 {
			return s, false, err
		}
		if w.Hidden(s) > 0 {
			if s, err = noted(w.Wait(s))(note); err != nil {
				return nil, false, err
			}
		}
		for _, lane := range lanes {
			if s, err = noted(w.Restart(ctx, s, lane))(note); err != nil {
				return nil, false, err
			}
			if s, err = run(ctx, s, lane, note); err != nil {
				return nil, false, err
			}
		}
	}
	lanes, err := w.unfinished(ctx, s)
	return s, len(lanes) > 0, err
}

// noted hands a step to a note.
func noted(s *State, e *Event) func(Note) (*State, error) {
	return func(note Note) (*State, error) {
		if note == nil {
			return s, nil
		}
		return s, note(s, e)
	}
}

// unfinished returns the clients that have to begin again.
func (w *World) unfinished(ctx context.Context, s *State) (lanes []int, err error) {
	if workers := w.Workers(); len(workers) > 0 {
		left, err := w.remaining(ctx, s)
		if left == 0 || err != nil {
			return nil, err
		}
		return workers, nil
	}
	return lists.Places(len(s.Points), func(i int) bool { return s.Points[i].End.State == Crashed }), nil
}

// Workers returns the clients that take messages.
func (w *World) Workers() []int {
	return lists.Places(len(w.Lanes), func(i int) bool { return w.Lanes[i].Worker })
}

// remaining returns how many messages the queues hold that messages were taken from.
func (w *World) remaining(ctx context.Context, s *State) (int, error) {
	if w.inQueues == nil || len(w.inQueues.invariant.Left) != len(w.queues) {
		w.inQueues = &rule{invariant: script.Invariant{Comparison: "=="}}
		for name := range w.queues {
			w.inQueues.invariant.Left = append(w.inQueues.invariant.Left, script.Term{Kind: "messages", Store: name})
		}
		order.By(w.inQueues.invariant.Left, func(a, b script.Term) int { return strings.Compare(a.Store, b.Store) })
	}
	v, err := w.judge(ctx, s, w.inQueues)
	if err != nil {
		return 0, err
	}
	n, _ := strconv.Atoi(v.Left) // a sum of counts
	return n, nil
}
