package shape

import (
	"slices"
	"sync"

	"rowkey/engine/lists"
	"rowkey/engine/trail"
)

// Which requests belong to one unit of work, in milliseconds. A trace says so itself. Without one, requests on one
// connection belong together if no pause is between them, and so does what a client begins elsewhere at the same
// moment: libraries open a connection for each request that is in flight.
const (
	Pause      = 50     // between an answer and the next request of a connection
	burst      = 5      // between what a client does on one connection, and the beginning of a request on another
	tracePause = 10_000 // after which a trace is over
)

// What is kept of units of work that are not over.
const (
	MaxUnit  = 1000     // requests of one; what follows is a unit of its own
	maxLive  = 256      // units
	maxBytes = 16 << 20 // of what all of them hold
)

// Unit is what a program did for one purpose, as far as the wire shows that.
type Unit struct {
	Host     string // of the program that sent them
	Agent    string
	Traced   bool      // the program says that they belong together
	Requests []*Member // in the order in which they began

	trace      string
	ports      []string // of its connections
	begin, end int      // of the requests that began and ended last
	bytes      int
}

// Member is a request of a unit of work.
type Member struct {
	*trail.Request
	N     int // in the recording
	Shape Shape
}

// Units gathers requests into units of work. It is safe for concurrent use; Done has to be set before the first
// request, and is called for each unit that is over.
type Units struct {
	Done func(*Unit)

	mu    sync.Mutex // guards the fields below
	live  []*Unit    // in the order of their last requests
	bytes int
}

// Add adds a request that was answered.
func (u *Units) Add(m *Member) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closeBefore(m.Start)
	to := u.unitOf(m)
	if to == nil {
		to = &Unit{Traced: m.From.TraceID != "", Host: m.From.Host, Agent: m.From.Agent, trace: m.From.TraceID}
		u.live = append(u.live, to)
	}
	size := sizeOf(m)
	at := len(to.Requests)
	for at > 0 && to.Requests[at-1].Start > m.Start {
		at-- // it began before one that was answered first
	}
	to.Requests = slices.Insert(to.Requests, at, m)
	to.begin, to.end = max(to.begin, m.Start), max(to.end, m.End)
	to.ports = lists.Add(to.ports, m.From.Port)
	to.bytes, u.bytes = to.bytes+size, u.bytes+size
	u.last(to)
	if len(to.Requests) == MaxUnit {
		u.close(len(u.live) - 1)
	}
	for len(u.live) > maxLive || u.bytes > maxBytes {
		u.close(0)
	}
}

// Close ends all units.
func (u *Units) Close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for len(u.live) > 0 {
		u.close(0)
	}
}

// closeBefore ends the units that nothing can join that begins at a time or later.
func (u *Units) closeBefore(start int) {
	for i := 0; i < len(u.live); {
		pause := Pause
		if u.live[i].Traced {
			pause = tracePause
		}
		if start-u.live[i].end > pause {
			u.close(i)
		} else {
			i++
		}
	}
}

func (u *Units) close(i int) {
	unit := u.live[i]
	u.live = slices.Delete(u.live, i, i+1)
	u.bytes -= unit.bytes
	u.Done(unit)
}

// last moves a unit to the end of the list.
func (u *Units) last(unit *Unit) {
	i := slices.Index(u.live, unit)
	u.live = append(slices.Delete(u.live, i, i+1), unit)
}

// unitOf returns the unit that a request belongs to, nil if it begins one.
func (u *Units) unitOf(m *Member) *Unit {
	var near *Unit
	for i := len(u.live) - 1; i >= 0; i-- {
		unit := u.live[i]
		switch {
		case unit.trace != m.From.TraceID || unit.Host != m.From.Host || unit.Agent != m.From.Agent:
		case unit.Traced || slices.Contains(unit.ports, m.From.Port):
			return unit
		case near == nil && m.Start-max(unit.begin, unit.end) <= burst:
			near = unit
		}
	}
	return near
}

// sizeOf is about how many bytes a request holds.
func sizeOf(m *Member) int {
	return 512 + len(m.URL) + len(m.Body) + len(m.Answer) + m.Record.Size()
}

// Counts returns how many requests of each shape a unit has.
func (u *Unit) Counts() map[Shape]int {
	counts := map[Shape]int{}
	n := 0
	for i, m := range u.Requests {
		n++
		if i+1 == len(u.Requests) || u.Requests[i+1].Shape != m.Shape {
			counts[m.Shape], n = counts[m.Shape]+n, 0
		}
	}
	return counts
}
