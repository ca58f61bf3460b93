package datacentre

// EventKind says what happened to a range.
type EventKind string

// The kinds of events.
const (
	Split   EventKind = "split"   // cut in two where half of its load is; the lighter part moves if that helps
	Offload EventKind = "offload" // handed to another server as it is
	Merge   EventKind = "merge"   // joined with the neighbour before it
)

// event is a change of what servers serve.
type event struct {
	second   int
	kind     EventKind
	at       int // first partition of the range that was cut off, moved, or joined
	from, to int // servers
	lower    bool
}

// mostEvents is how many events are kept.
const mostEvents = 2000

// note keeps an event, and counts all.
func (s *Simulation) note(e event) {
	s.counted[e.kind]++
	if len(s.events) < mostEvents {
		s.events = append(s.events, e)
	}
}
