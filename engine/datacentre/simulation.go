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
	s.latency = newLatencies(len(s.blocks), len(s.delays))
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
