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

// events are the first of all that happened, and how many there were of each kind.
type events struct {
	list    []event
	counted map[EventKind]int
}

// mostEvents is how many events are kept.
const mostEvents = 2000

func (e *events) add(one event) {
	e.counted[one.kind]++
	if len(e.list) < mostEvents {
		e.list = append(e.list, one)
	}
}
