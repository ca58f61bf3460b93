// Package design judges a choice of keys. A design says how the entities of a table are keyed, and
// whether they are stored more than once; a workload says what the application asks and writes. The
// entities are generated, stored in a table service of their own, and the calls of the workload are
// answered by the best requests that the keys allow. What comes out is counted, never guessed: for every call that the
// entities make possible, the stored rows between the keys that its requests name. Three calls of each pattern are
// really made, and must cost what was counted.
//
// Rule book: the query classes of the Azure Table storage design guide, "Query classes", as package
// table plans them. Not here: the language in which a design is written down (package script).
package design

import (
	"rowkey/engine/explain"
	"rowkey/engine/message"
)

// Copy is one way in which every entity is stored.
type Copy struct {
	Name      string
	Table     Template // "" is Main
	Partition Template
	Row       Template
	Include   []string // properties that it holds, nil for all
	Line      int      // of the script that says so
}

// Report is how a design does under a workload.
type Report struct {
	Copies   []CopyReport    `json:"copies"`
	Patterns []PatternReport `json:"patterns"`

	Rate             int    `json:"rate"`    // calls a second of all patterns that have a share
	Hottest          int    `json:"hottest"` // of the busiest partition, in a second: pages read and entities written
	HottestPartition string `json:"hottestPartition"`
	Entities         int    `json:"entities"` // stored, all copies
	Bytes            int    `json:"bytes"`    // stored, all copies
	Ratio            int    `json:"ratio"`    // Bytes in percent of the first copy alone
	Transactions     int    `json:"transactions"`
}

// CopyReport is one copy as it is stored.
type CopyReport struct {
	Name       string `json:"name"`
	Table      string `json:"table"`
	Partition  string `json:"partition"`
	Row        string `json:"row"`
	Partitions int    `json:"partitions"`
	Bytes      int    `json:"bytes"`
}

// PatternReport is what the calls of one pattern cost.
type PatternReport struct {
	Name      string         `json:"name"`
	Share     int            `json:"share"`
	Rate      string         `json:"rate"`  // such as 1/day, "" for a pattern with a share
	Class     string         `json:"class"` // "" for a pattern that reads nothing
	Reason    explain.Reason `json:"reason"`
	Typical   Figures        `json:"typical"`  // the mean of all calls
	P99       Figures        `json:"p99"`      // what 99 % of the calls do not exceed: budgets limit it
	Largest   Figures        `json:"largest"`  // of any call
	Workflow  int            `json:"workflow"` // transactions of a write that a queue carries through, 0 if one is enough
	Verified  bool           `json:"verified"` // calls were made, and cost what was counted
	Budget    string         `json:"budget"`   // "read <= 1, requests <= 1", "" if there is none
	Pass      bool           `json:"pass"`
	Said      string         `json:"said"`      // why no call could be made, "" if they were
	Sentences message.Text   `json:"sentences"` // the same by their codes

	class explain.Class
}

// Problem says what is wrong with a design, and in which line.
type Problem struct {
	Line int
	Text message.Text
}

// Error returns the message.
func (p *Problem) Error() string { return p.Text.String() }

// Unwrap returns the message with its codes.
func (p *Problem) Unwrap() error { return p.Text }
