package lint

import (
	"rowkey/engine/advise"
	"rowkey/engine/explain"
	"rowkey/engine/trail"
)

// Cost is what requests cost, as they ran or on the copy.
type Cost struct {
	Read       int `json:"read"`       // entities
	Requests   int `json:"requests"`   // with those that write what a proposal needs
	Roundtrips int `json:"roundtrips"` // times that the client waits
	Bytes      int `json:"bytes"`      // of the answers
	Stored     int `json:"stored"`     // entities that are stored besides
	Refused    int `json:"refused"`    // attempts that the service was too busy for
}

// Weight sums up a cost: the proposal of a rule about cost has to lower it by a fifth.
func (c Cost) Weight() int { return 10*c.Requests + c.Read }

func (c *Cost) add(d Cost) {
	c.Read, c.Requests, c.Roundtrips = c.Read+d.Read, c.Requests+d.Requests, c.Roundtrips+d.Roundtrips
	c.Bytes, c.Stored, c.Refused = c.Bytes+d.Bytes, c.Stored+d.Stored, c.Refused+d.Refused
}

// scale counts n requests where only so many were tried.
func (c *Cost) scale(n, tried int) {
	for _, p := range [...]*int{&c.Read, &c.Requests, &c.Roundtrips, &c.Bytes, &c.Stored, &c.Refused} {
		*p = *p * n / tried
	}
}

// Evidence is one of the requests that a finding is about.
type Evidence struct {
	Record   int          `json:"record"` // in the ledger
	Line     int          `json:"line"`   // of the script, 0 if none
	Client   string       `json:"client"`
	Method   string       `json:"method"`
	Filter   string       `json:"filter"`
	Key      *explain.Key `json:"key"`   // of the one entity that it names
	Class    string       `json:"class"` // "" of a write
	Read     int          `json:"read"`
	Returned int          `json:"returned"`
	Status   int          `json:"status"`
	Start    int          `json:"start"` // milliseconds since its run began
	Other    bool         `json:"other"` // it explains the others, and is not meant itself
}

// Step is one request of the cheaper form, as a script has it.
type Step struct {
	Head   []string    `json:"head"` // lines above the request, without "# "
	Method string      `json:"method"`
	Target string      `json:"target"` // below the account
	Fields [][2]string `json:"fields"`
	Body   string      `json:"body"`
}

// Finding is what one rule says about requests of the same form.
type Finding struct {
	ID       string         `json:"id"` // the same as long as rule and form are
	Rule     trail.Rule     `json:"rule"`
	Wrong    bool           `json:"wrong"` // it may lose data; there is nothing to save
	Early    bool           `json:"early"` // a script shows it before it is sent
	Count    int            `json:"count"`
	Table    string         `json:"table"`
	Names    []string       `json:"names"` // what the text of the rule names
	Clients  []string       `json:"clients"`
	File     string         `json:"file"`
	Lines    []int          `json:"lines"`   // of the script, ascending
	Records  []int          `json:"records"` // in the ledger
	Evidence []Evidence     `json:"evidence"`
	Tried    int            `json:"tried"` // requests that ran on the copy, 0 before
	Before   Cost           `json:"before"`
	After    Cost           `json:"after"`
	Lost     int            `json:"lost"`   // entities not seen, or changes that may be lost
	Form     []Step         `json:"form"`   // what to send in place of the first one
	Advice   *advise.Advice `json:"advice"` // with the copy that the proposal needs, null if a page can make none
	Reason   string         `json:"reason"` // that the script gives for doing it, "" if it gives none
}

// Report is what the log shows.
type Report struct {
	Requests int       `json:"requests"`
	Findings []Finding `json:"findings"`
	Silent   []Finding `json:"silent"` // those that a script switches off
}

const (
	mostEvidence = 3
	mostTries    = 8
	mostRead     = 50_000 // entities, after which no further request is tried
	eager        = 3      // findings about cost whose proposal is run before anybody opens them
)
