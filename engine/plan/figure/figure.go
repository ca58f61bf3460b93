package figure

// Label says how a number is known.
type Label string

// The labels, the strongest first. A number that is made of several takes the weakest.
const (
	Exact    Label = "exact"    // follows from the sheet and documented rules
	Measured Label = "measured" // read off the engine in a sample
	// uses the cluster, the latency figures, the five seconds of a page or the delay of a workflow
	Modelled Label = "modelled"
	Assumed  Label = "assumed" // a default was used where the sheet says nothing
)

// labels are all labels in their order.
var labels = []Label{Exact, Measured, Modelled, Assumed}

// Figure is a number of a report, how it is known, and what it rests on: "default:" and the path of what the sheet does
// not say, "independent:" and attributes that were taken not to depend on each other, "model:" and a part of the model.
// An assumption of independence does not weaken the label.
type Figure struct {
	V     float64  `json:"v"`
	Label Label    `json:"label"`
	Of    []string `json:"of"`
}

// Spread is a number of a question: on average, what 99 of 100 calls do not exceed, which budgets are judged by, and at
// most.
type Spread struct {
	Typical Figure `json:"typical"`
	Often   Figure `json:"often"`
	Largest Figure `json:"largest"`
}
