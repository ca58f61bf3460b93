// Package verdict judges the design that a script describes by its workload: package plan calculates it as it
// calculates the designs of a sheet, and a few calls are made on a sample. In browsers only the engine of the
// workbench can do that.
//
// Not here: the calculation (package plan), the sample (package sample), and what a script asserts about the report
// (package client).
package verdict

import "rowkey/engine/message"

// Report is how a design does under a workload.
type Report struct {
	Copies   []Copy    `json:"copies"`
	Patterns []Pattern `json:"patterns"`

	Rate             int    `json:"rate"`    // calls a second of all patterns that have a share
	Hottest          int    `json:"hottest"` // of the busiest partition, in a second: pages read and entities written
	HottestPartition string `json:"hottestPartition"`
	Entities         int    `json:"entities"` // stored, all copies
	Bytes            int    `json:"bytes"`    // stored, all copies
	Ratio            int    `json:"ratio"`    // Bytes in percent of the first copy alone
	Transactions     int    `json:"transactions"`
}

// Copy is one store as it is kept.
type Copy struct {
	Name      string `json:"name"`
	Table     string `json:"table"`
	Partition string `json:"partition"`
	Row       string `json:"row"`
	Bytes     int    `json:"bytes"`
}

// Pattern is what the calls of one pattern cost.
type Pattern struct {
	Name      string       `json:"name"`
	Share     int          `json:"share"`
	Rate      string       `json:"rate"`      // such as 1/day, "" for a pattern with a share
	Class     string       `json:"class"`     // "" for a pattern that writes
	Store     string       `json:"store"`     // name of the one that answers, "" for a pattern that writes
	Typical   Figures      `json:"typical"`   // the mean of all calls
	P99       Figures      `json:"p99"`       // what 99 % of the calls do not exceed: budgets limit it
	Largest   Figures      `json:"largest"`   // of any call
	Workflow  int          `json:"workflow"`  // transactions of a write that a queue carries through, 0 if one is enough
	Verified  bool         `json:"verified"`  // calls were made on a sample, and cost what was calculated for it
	Budget    string       `json:"budget"`    // "read <= 1, requests <= 1", "" if there is none
	Pass      bool         `json:"pass"`      // the budget holds
	Said      string       `json:"said"`      // why no call could be made, "" if they were
	Sentences message.Text `json:"sentences"` // the same by their codes
}

// Figures are the numbers of a call that budgets limit.
type Figures struct {
	Read         int `json:"read"`
	Returned     int `json:"returned"`
	Requests     int `json:"requests"`
	Roundtrips   int `json:"roundtrips"`
	Transactions int `json:"transactions"`
}

// Field returns a number by the name that budgets and assertions have for it, 0 for an unknown name.
func (f *Figures) Field(name string) int {
	return map[string]int{"read": f.Read, "returned": f.Returned, "requests": f.Requests, "roundtrips": f.Roundtrips,
		"transactions": f.Transactions}[name]
}

// Problem says what is wrong with a design, and in which line of the script.
type Problem struct {
	Line int
	Text message.Text
}
