package datacentre

// Simulation is a run of a load. It is calculated in slices ([Simulation.Step]), so that it can be watched and stopped.
// It is not safe for concurrent use.
type Simulation struct {
	parameters Parameters
	load       Load
	delays     []delay
	slots      int

	blocks     []*block
	partitions int
	tasks      []func() // what is to be done before the first second
	prepared   int

	second   int
	cells    cells
	balancer balancer
	flows    []flow // of this second
	before   []flow
	wanted   float64 // entities that all clients want in this second
	allowed  float64 // part of it that the account may have

	heat    *heat
	latency latencies
	totals  Totals

	visits int // work done in this slice
}

// Options say what a report shows.
type Options struct {
	Window  Window // zero for all keys and seconds
	Rows    int    // at most; 0 for [DefaultRows]
	Columns int    // at most; 0 for [DefaultCols]
}

// New begins a run of a load that [Check] finds nothing wrong with.
func New(p Parameters, l Load, o Options) *Simulation {
	s := &Simulation{parameters: p, load: l, delays: l.Retry.delays()}
	s.slots = slots(s.delays)
	target := p.PartitionTarget / float64(1+len(s.delays))
	for i, part := range l.Parts {
		b := newBlock(part, s.partitions, int(l.Seconds))
		b.number = i
		s.blocks, s.partitions = append(s.blocks, b), b.hi
		most := target
		if b.Cold {
			most *= p.ColdShare / 100
		}
		s.tasks = append(s.tasks, b.tasks(uint64(l.Seed)+uint64(i)<<32, most)...)
	}
	s.latency = latencies{len(s.delays), make([][quarters]float64, len(s.blocks)*(len(s.delays)+1))}
	s.balancer = newBalancer(&s.parameters, &s.cells, s.partitions)
	s.heat = newHeat(s.window(o.Window), numberOr(o.Columns, DefaultCols, MostColumns), len(s.balancer.servers))
	s.tasks = append(s.tasks, func() {
		s.tasks = append(s.tasks, s.heat.lay(s, numberOr(o.Rows, DefaultRows, MostRows))...)
	}, func() { s.cells = layCells(s.blocks, s.balancer.ranges) })
	return s
}

func numberOr(n, otherwise, most int) int {
	if n <= 0 {
		n = otherwise
	}
	return min(n, most)
}

// window fills in what a window leaves open.
func (s *Simulation) window(w Window) Window {
	if w.To <= w.From {
		w.From, w.To = 0, s.partitions
	}
	if w.Ends <= w.Begins {
		w.Begins, w.Ends = 0, int(s.load.Seconds)
	}
	w.From, w.To = max(0, w.From), min(s.partitions, w.To)
	w.Begins, w.Ends = max(0, w.Begins), min(int(s.load.Seconds), w.Ends)
	return w
}

// Progress is how far a run is.
type Progress struct {
	Prepared float64 `json:"prepared"` // part of the work before the first second that is done
	Second   int     `json:"second"`   // virtual seconds that are over
	Seconds  int     `json:"seconds"`
	Done     bool    `json:"done"`
}

// Slice is the work of one slice: so many cells are looked at. A browser takes less than 50 ms for it.
const Slice = 150_000

// Step goes on with a run until about so much work is done.
func (s *Simulation) Step(work int) Progress {
	for s.visits = 0; s.visits < work && !s.done(); {
		if s.prepared < len(s.tasks) {
			s.tasks[s.prepared]()
			s.prepared++
			s.visits += 2 * chunk
			continue
		}
		s.tick()
	}
	return s.Progress()
}

func (s *Simulation) done() bool { return s.second == int(s.load.Seconds) }

// Progress returns how far the run is.
func (s *Simulation) Progress() Progress {
	return Progress{float64(s.prepared) / float64(len(s.tasks)), s.second, int(s.load.Seconds), s.done()}
}

// Totals are the requests of a run up to now.
type Totals struct {
	Asked    float64 `json:"asked"`    // requests, without repetitions
	Attempts float64 `json:"attempts"` // with them
	Served   float64 `json:"served"`   // requests that were served, if need be at a later attempt
	Refused  float64 `json:"refused"`  // attempts that got 503
	Failed   float64 `json:"failed"`   // requests that were given up
	Waiting  float64 `json:"waiting"`  // requests that will be repeated
	Read     float64 `json:"read"`     // entities that were read
	Written  float64 `json:"written"`  // and written
}

// count adds what requests that were served have read and written.
func (t *Totals) count(b *block, served float64) {
	t.Read += served * b.read
	t.Written += served * b.written
}

// Totals returns the requests so far: Asked is the sum of Served, Failed and Waiting.
func (s *Simulation) Totals() Totals {
	t := s.totals
	for i := range s.cells.list {
		if w := s.cells.list[i].waiting; w != nil {
			t.Waiting += w.total
		}
	}
	return t
}

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
