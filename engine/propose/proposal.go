package propose

import (
	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// Result is what a search has found so far. Texts that explain it live with the pages.
type Result struct {
	Progress  Progress   `json:"progress"`
	Proposals []Proposal `json:"proposals"` // the best one first
	Counter   int        `json:"counter"`   // the best one that avoids the first pattern of the best, -1 if there is none
	CounterBy Member     `json:"counterBy"` // where it is better; "" if nowhere
	Weak      int        `json:"weak"`      // designs that were compared last and are left out: far worse than the best
	Complete  bool       `json:"complete"`  // all designs with at most one copy of the kept forms were tried
	Loosen    []Loosen   `json:"loosen"`    // if no design meets all budgets: changes to the sheet that would help
}

// Proposal is a design, what it costs and why.
type Proposal struct {
	Stores   []string          `json:"stores"`   // as they are written after "# @keys"
	Patterns []Rule            `json:"patterns"` // what is special first
	Costs    []CostMember      `json:"costs"`    // in the order of the preset
	Next     Member            `json:"next"`     // because of which it comes before the next proposal; "" for the last
	Single   bool              `json:"single"`   // the best one with one store for each kind
	Atomic   bool              `json:"atomic"`   // the best one without a workflow
	Why      []Why             `json:"why"`      // for each store but the bases
	LeaveOut []LeaveOut        `json:"leaveOut"` // for each store but the bases, if the others can do without
	GivesUp  []GivesUp         `json:"givesUp"`
	Report   plan.DesignReport `json:"report"`
}

// CostMember is a member of the cost: the integer that designs are compared by, and what it was made of.
type CostMember struct {
	Member Member  `json:"member"`
	Value  int     `json:"value"`
	Number float64 `json:"number"` // milliseconds in a second, units of money, entities written for each; else the value
}

// Why is what a store is for: a question, and how it would be answered without the store.
type Why struct {
	Store  int    `json:"store"`
	Ask    string `json:"ask"` // "" for a store that only others read
	Before Answer `json:"before"`
	After  Answer `json:"after"`
	Member Member `json:"member"` // the first member of the cost that differs without the store
	Worse  bool   `json:"worse"`  // it is worse without the store
}

// LeaveOut is what a design would cost without one of its stores, so that people see what it pays.
type LeaveOut struct {
	Store      int     `json:"store"`
	Unanswered int     `json:"unanswered"` // questions and writes more that no store serves
	Waiting    float64 `json:"waiting"`    // of the calls of a second with the store, in milliseconds
	Without    float64 `json:"without"`    // the same without it
	Month      float64 `json:"month"`      // how many times the cost of a month with the store
}

// Answer is what a question costs on average. Without a class it has none.
type Answer struct {
	Class      string  `json:"class"`
	Read       float64 `json:"read"`
	Requests   float64 `json:"requests"`
	RoundTrips float64 `json:"roundTrips"`
}

// GivesUp is a member of the cost in which another proposal is better.
type GivesUp struct {
	Member Member  `json:"member"`
	Than   int     `json:"than"` // proposal, from 0
	Mine   float64 `json:"mine"`
	Theirs float64 `json:"theirs"`
}

// Loosen is a limit that the best design would meet.
type Loosen struct {
	Ask     string  `json:"ask"`
	Counter string  `json:"counter"`
	From    float64 `json:"from"`
	To      float64 `json:"to"`
	Given   bool    `json:"given"` // the sheet says it, and it is no default
}

// Design returns a proposal as a design of a sheet.
func (p *Proposal) Design(name string) sheet.Design {
	return sheet.Design{Name: name, Stores: p.Stores}
}
