package plan

// WriteReport is what one write costs in a design.
type WriteReport struct {
	Name         string         `json:"name"`
	Verb         string         `json:"verb"`
	Kind         string         `json:"kind"`
	Together     string         `json:"together"` // the set that it belongs to, "" if none
	Atomic       bool           `json:"atomic"`   // one transaction does all of it
	Transactions Figure         `json:"transactions"`
	Actions      Figure         `json:"actions"` // entities written
	Requests     Figure         `json:"requests"`
	RoundTrips   Figure         `json:"roundTrips"`
	Read         Figure         `json:"read"` // entities that have to be read first
	Bytes        Figure         `json:"bytes"`
	Stores       []int          `json:"stores"`
	Workflow     []WorkflowStep `json:"workflow"` // empty if one transaction does it
	Stale        Figure         `json:"stale"`    // seconds after which the last store follows
	Budget       []BudgetReport `json:"budget"`
	Met          bool           `json:"met"`
}

// WorkflowStep is one step of a workflow over a queue; each can be repeated.
type WorkflowStep struct {
	Verb   string `json:"verb"`   // put, get, insert, merge, upsert, delete, deleteMessage
	Stores []int  `json:"stores"` // of the transaction; empty for steps of the queue
}

// Facts are the numbers of a whole design.
type Facts struct {
	Entities      Figure  `json:"entities"`
	Bytes         Figure  `json:"bytes"`
	BlowUp        Figure  `json:"blowUp"`        // bytes of all stores over those of the bases
	Amplification Figure  `json:"amplification"` // entities written in all stores over those of the sheet
	Workflows     int     `json:"workflows"`
	Hottest       Hottest `json:"hottest"`
	Account       Load    `json:"account"`
	Refused       Figure  `json:"refused"` // part of the requests at peak
	Month         Month   `json:"month"`
}

// Load is a rate at peak in entities or requests a second, and how many times it fits below its target.
type Load struct {
	Rate     Figure `json:"rate"`
	Headroom Figure `json:"headroom"`
}

// Hottest is the busiest partition.
type Hottest struct {
	Load
	Store int    `json:"store"` // -1 if nothing is asked or written
	Key   string `json:"key"`   // an example of its PartitionKey
	What  string `json:"what"`  // name of the question or write that loads it most
}

// Month is what 30 days cost on average.
type Month struct {
	Transactions Figure `json:"transactions"`
	GiB          Figure `json:"gib"`
	Money        Figure `json:"money"` // without prices 0
	Currency     string `json:"currency"`
}

// GrowthReport is what breaks when the users, or the density, have grown by a factor.
type GrowthReport struct {
	By     string   `json:"by"`
	Factor float64  `json:"factor"`
	Broken []Breach `json:"broken"`
}

// Breach is a budget, a target or a limit that fails at a factor of growth.
type Breach struct {
	By     string  `json:"by"`
	At     float64 `json:"at"`    // the smallest factor at which it fails
	What   string  `json:"what"`  // budget, partition, account, or a code of [Problem]; "" if nothing breaks
	Name   string  `json:"name"`  // of the question or write, or an example of the key
	Store  int     `json:"store"` // -1 if it is about no store
	Number float64 `json:"number"`
	Limit  float64 `json:"limit"`
}
