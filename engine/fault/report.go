package fault

import "rowkey/engine/lab"

// Slice is how far the runs have come.
type Slice struct {
	Problem *lab.Problem `json:"problem"` // why nothing can be run, nil if something can
	Done    bool         `json:"done"`
	Runs    int          `json:"runs"`   // so far
	Of      int          `json:"of"`     // runs that there may be
	Report  *Report      `json:"report"` // cells that have not run yet are open
}

// Report is how a script ends if something goes wrong at each of its requests in turn.
type Report struct {
	Lanes      []lab.Lane    `json:"lanes"`
	Invariants []lab.Rule    `json:"invariants"`
	Steps      []Row         `json:"steps"`    // the requests of the run without a fault
	Kinds      []lab.Fault   `json:"kinds"`    // of faults
	Cells      []Cell        `json:"cells"`    // one fault: steps by kinds, row by row
	Pairs      []Pair        `json:"pairs"`    // two crashes: steps by steps, row by row
	Runs       int           `json:"runs"`     // that were possible
	Kept       int           `json:"kept"`     // of them, those in which every invariant held
	Restarts   int           `json:"restarts"` // a client starts again at most so often in a run
	Clean      []lab.Verdict `json:"clean"`    // of the run without a fault
	Shortest   *Run          `json:"shortest"` // the counterexample with the fewest faults and steps, nil without one
}

// Row is a request of the run without a fault.
type Row struct {
	N       int    `json:"n"`
	Lane    string `json:"lane"`
	Block   int    `json:"block"`
	Line    int    `json:"line"`
	Title   string `json:"title"`
	Method  string `json:"method"`
	Target  string `json:"target"`
	Service string `json:"service"`
}

// State is the outcome of a run.
type State string

// The states.
const (
	Open       State = "open"
	Kept       State = "kept"
	Broken     State = "broken"
	Impossible State = "impossible"
)

// Why says why a run is impossible.
type Why string

// The reasons.
const (
	OnlyReads Why = "only-reads" // what only reads can be repeated
	NoMessage Why = "no-message" // the client holds no message that could come back
	NoWorker  Why = "no-worker"  // no client would repeat it
	NotPut    Why = "not-put"    // no message is put
	NotChosen Why = "not-chosen" // no fault was asked for in this client
	NeverHere Why = "never-here" // after the first crash the request is not sent again
)

// Cell is a run with one fault.
type Cell struct {
	Step    int       `json:"step"`
	Kind    lab.Fault `json:"kind"`
	State   State     `json:"state"`
	Why     Why       `json:"why"`
	Bounded bool      `json:"bounded"` // messages were left after the last restart
}

// Pair is a run with two crashes.
type Pair struct {
	First   int   `json:"first"`
	Second  int   `json:"second"`
	State   State `json:"state"`
	Why     Why   `json:"why"`
	Bounded bool  `json:"bounded"`
}

// Run is one run in all its steps.
type Run struct {
	Step     int           `json:"step"`   // 0 for the run without a fault
	Kind     lab.Fault     `json:"kind"`   // "" for that
	Second   int           `json:"second"` // the step of a second crash, 0 for none
	Broken   bool          `json:"broken"`
	Bounded  bool          `json:"bounded"`
	Verdicts []lab.Verdict `json:"verdicts"`
	Ends     []lab.End     `json:"ends"`
	Facts    []lab.Fact    `json:"facts"` // what is different from the run without a fault
	Steps    []lab.Step    `json:"steps"`
	Repeats  int           `json:"repeats"` // attempts like the last one that follow and change nothing
}
