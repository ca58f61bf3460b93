package race

import "rowkey/engine/lab"

// Slice is how far an exploration has come.
type Slice struct {
	Problem *lab.Problem `json:"problem"` // why there is nothing to explore, nil if there is
	Done    bool         `json:"done"`
	Share   float64      `json:"share"`  // of the work, about
	States  int          `json:"states"` // different ones so far
	Broken  bool         `json:"broken"` // an order that breaks an invariant has been found
	Report  *Report      `json:"report"` // at the end
}

// Report is how a script ends over all orders of the requests of its clients. Numbers of orders are exact below 2^53.
type Report struct {
	Lanes      []lab.Lane `json:"lanes"`
	Invariants []lab.Rule `json:"invariants"`
	Orders     float64    `json:"orders"`
	Broken     float64    `json:"broken"`   // orders that break an invariant
	States     int        `json:"states"`   // different states that were met
	Requests   int        `json:"requests"` // that were served: with the same keys read, the effect is known
	Crashes    int        `json:"crashes"`  // at most in an order
	Pauses     int        `json:"pauses"`   // at most in an order
	Outcomes   []Outcome  `json:"outcomes"` // broken ones first, then by their number of orders
	More       int        `json:"more"`     // outcomes that are not listed
	Sample     *Sample    `json:"sample"`   // nil if all orders were explored
}

// Sample describes the random orders from which the numbers of a report are estimated.
type Sample struct {
	Seed   uint64  `json:"seed"`
	Orders int     `json:"orders"` // that were drawn, each with the same probability
	Low    float64 `json:"low"`    // 95 % interval of the share of broken orders
	High   float64 `json:"high"`
	All    float64 `json:"all"` // orders that there are, as far as the drawn ones tell
}

// Outcome is a state at the end, and the orders that lead there.
type Outcome struct {
	Orders   float64       `json:"orders"`
	Low      float64       `json:"low"` // 95 % interval of their share; the share itself without a sample
	High     float64       `json:"high"`
	Broken   bool          `json:"broken"`
	Verdicts []lab.Verdict `json:"verdicts"` // of the invariants, in their order
	Facts    []lab.Fact    `json:"facts"`    // what tells it from other outcomes
	Ends     []lab.End     `json:"ends"`     // in the order that is shown
	Switches int           `json:"switches"` // changes of client in that order
	Order    []lab.Step    `json:"order"`    // of the orders that lead here, one with the fewest changes of client
	Repeats  int           `json:"repeats"`  // attempts like the last one that follow and change nothing
}
