package lab

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"rowkey/engine/queue"
)

// State is the position of all clients, and what they have changed in the store. It is immutable: each step makes
// another one.
type State struct {
	Points  []*Point
	begun   []int         // how often each client has started again
	At      time.Duration // since the lanes began: waits alone take time
	queued  int           // requests to queues that have written
	changed overlay
}

// Begin returns the state in which no client has sent anything.
func (w *World) Begin(ctx context.Context) *State {
	s := &State{begun: make([]int, len(w.Lanes))}
	for i := range w.Lanes {
		s.Points = append(s.Points, w.start(ctx, i, 0, 0))
	}
	return s
}

// Key is the same for equal states, and for no others.
func (s *State) Key() string {
	b := make([]byte, 0, 64)
	for _, p := range s.Points {
		b = binary.AppendUvarint(b, uint64(p.id))
	}
	b = binary.AppendVarint(b, int64(s.At))
	b = binary.AppendUvarint(b, uint64(s.queued))
	for _, n := range s.begun {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(s.changed.append(b))
}

// Done reports whether no client sends anything more.
func (s *State) Done() bool {
	return !slices.ContainsFunc(s.Points, func(p *Point) bool { return !p.Done() })
}

// copy returns a state that can be changed until it is returned.
func (s *State) copy() *State {
	next := *s
	next.Points, next.begun = slices.Clone(s.Points), slices.Clone(s.begun)
	return &next
}

// Hidden returns until when messages are hidden that clients have put or taken, 0 if none is.
func (w *World) Hidden(s *State) time.Duration {
	var until time.Duration
	for _, c := range s.changed {
		if visible := w.visible(c); visible >= s.At+time.Second {
			until = max(until, visible)
		}
	}
	return until
}

// visible returns when the message is visible that a key holds, 0 if it holds none.
func (w *World) visible(c cell) time.Duration {
	if c.value == gone {
		return 0
	}
	at, known := w.messages[c]
	if !known {
		if _, m, ok := queue.ReadEntry(w.contents.entry(c)); ok {
			at = m.Visible.Sub(w.epoch)
		}
		w.messages[c] = at
	}
	return at
}

// Wait lets time pass until messages that are hidden are visible again.
func (w *World) Wait(s *State) (*State, *Event) {
	next := s.copy()
	next.At = max(s.At, (w.Hidden(s)-firstQueued).Truncate(time.Second)) + time.Second
	return next, &Event{Kind: PauseStep, At: next.At, after: next}
}

// Restart starts a client again, without what it knew.
func (w *World) Restart(ctx context.Context, s *State, lane int) (*State, *Event) {
	next := s.copy()
	next.begun[lane]++
	next.Points[lane] = w.start(ctx, lane, next.begun[lane], s.At)
	return next, &Event{Kind: RestartStep, Point: next.Points[lane], At: s.At, after: next}
}

// Sent returns the clients, each with the most requests that it has sent in any state so far.
func (w *World) Sent() []Lane {
	list := append([]Lane{}, w.Lanes...)
	for i := range list {
		list[i].Requests = w.deepest[i]
	}
	return list
}

// Ends says how the clients have ended.
func (w *World) Ends(s *State) []End {
	list := make([]End, len(s.Points))
	for i, p := range s.Points {
		list[i] = p.End
		list[i].Lane = w.Lanes[i].Name
	}
	return list
}

// Resume lets a client go on where it was, after another one of its kind has run in its place.
func (s *State) Resume(lane int, p *Point) *State {
	next := s.copy()
	next.Points[lane] = p
	return next
}
