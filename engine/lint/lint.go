// Package lint looks at what a script really sent and says what would have cost less, or may lose data. A rule about cost
// speaks only if what it proposes was run on a copy of the store, found the same, and cost at least a fifth less.
//
// Rule book: ours, 22 rules; their names are in package trail. A finding holds codes and numbers and no prose: the texts are
// with the pages, under "lint.<rule>". Not here: what makes the copy (package engine), other forms of one query (package advise).
package lint

import (
	"cmp"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/order"
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

// Weight is what a rule about cost has to lower by a fifth.
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

// Finding is what one rule says of requests that have one form.
type Finding struct {
	ID       string     `json:"id"` // the same as long as rule and form are
	Rule     trail.Rule `json:"rule"`
	Wrong    bool       `json:"wrong"` // it may lose data; there is nothing to save
	Early    bool       `json:"early"` // a script shows it before it is sent
	Count    int        `json:"count"`
	Table    string     `json:"table"`
	Names    []string   `json:"names"` // what the text of the rule names
	Clients  []string   `json:"clients"`
	File     string     `json:"file"`
	Lines    []int      `json:"lines"`   // of the script, ascending
	Records  []int      `json:"records"` // in the ledger
	Evidence []Evidence `json:"evidence"`
	Tried    int        `json:"tried"` // requests that ran on the copy, 0 before
	Before   Cost       `json:"before"`
	After    Cost       `json:"after"`
	Lost     int        `json:"lost"`   // entities not seen, or changes that may be lost
	Form     []Step     `json:"form"`   // what to send in place of the first one
	Reason   string     `json:"reason"` // that the script gives for doing it, "" if it gives none
}

// Report is what the log shows.
type Report struct {
	Requests int       `json:"requests"`
	Findings []Finding `json:"findings"`
	Silent   []Finding `json:"silent"` // those that a script switches off
}

const (
	mostEvidence = 8
	mostTries    = 8
	eager        = 3 // findings about cost whose proposal is run before anybody opens them
)

// rule is one rule: which requests it is about, and what it measures.
type rule struct {
	id      trail.Rule
	wrong   bool
	early   bool
	least   int // requests that make a finding
	measure func(Cost) int
	find    func(*history) []*candidate
}

// candidate is a finding that has not been tried.
type candidate struct {
	Finding
	rule *rule
	hits []*request
	why  []*request                                  // that explain the hits
	try  func(b *Bench, hit *request) (trial, error) // runs one of the hits, in both forms
	once bool                                        // the hits are one occurrence: try is called for the first alone
}

// trial is one request, or one group of them, in both forms; ok is false if they do not find the same.
type trial struct {
	ok            bool
	before, after Cost
	built         Cost // what the proposal needs once, made by this trial
	names         []string
	form          []Step
	lost          int
}

// Options of an examination. The zero value looks at everything.
type Options struct {
	Early bool   // only what can be said before a script is sent
	Open  string // id of the finding that is to be tried, whatever its place
}

// Examine applies the rules to requests, oldest first, and runs the proposals of the first findings on the copy, and of
// the one that is open. Errors: those of the copy.
func Examine(b *Bench, requests []trail.Request, o Options) (Report, error) {
	report := Report{Requests: len(requests), Findings: []Finding{}, Silent: []Finding{}}
	tried := 0
	for _, c := range candidates(newHistory(requests), o) {
		if c.Reason != "" {
			report.Silent = append(report.Silent, c.Finding)
			continue
		}
		if c.rule.wrong || tried < eager || c.ID == o.Open {
			helps, err := c.run(b)
			if err != nil {
				return report, err
			}
			if !helps {
				continue
			}
			if !c.rule.wrong {
				tried++
			}
		}
		report.Findings = append(report.Findings, c.Finding)
	}
	return report, nil
}

// weight is the place of a finding in the list: what loses data, then what costs most. It does not change when a
// proposal is run, so that a list stays as it is while somebody opens one finding after the other.
func weight(f *Finding) int {
	if f.Wrong {
		return 1 << 40
	}
	return f.Before.Weight()
}

// candidates applies all rules. A request that a rule about the cost of a query claims is not told again by another.
func candidates(h *history, o Options) []*candidate {
	var all []*candidate
	rules := allRules()
	for i := range rules {
		r := &rules[i]
		if o.Early && !r.early {
			continue
		}
		for _, c := range r.find(h) {
			all = append(all, c.finish(r)...)
		}
	}
	order.By(all, func(p, q *candidate) int { return cmp.Compare(weight(&q.Finding), weight(&p.Finding)) })
	return all
}

// finish takes out the requests whose script switches the rule off, and tells the rest; none if too few are left.
func (c *candidate) finish(r *rule) []*candidate {
	c.rule, c.Rule, c.Wrong, c.Early = r, r.id, r.wrong, r.early
	var loud []*request
	silent := *c
	for _, q := range c.hits {
		if reason := q.Silent[r.id]; reason != "" {
			silent.hits, silent.Reason = append(silent.hits[:0:0], silent.hits...), reason
		} else {
			loud = append(loud, q)
		}
	}
	var out []*candidate
	if len(loud) >= max(1, r.least) {
		c.hits = loud
		c.tell()
		out = append(out, c)
	} else if silent.Reason != "" {
		silent.tell()
		out = append(out, &silent)
	}
	return out
}

// tell fills in what the hits show.
func (c *candidate) tell() {
	first := c.hits[0]
	c.ID = strings.Join([]string{string(c.Rule), c.ID}, " ")
	c.Count, c.Table, c.File = len(c.hits), first.Record.Table, first.File
	c.Names = append([]string{}, c.Names...)
	c.Clients, c.Lines, c.Records, c.Evidence = []string{}, []int{}, []int{}, []Evidence{}
	c.Form = []Step{}
	for _, q := range c.hits {
		c.Clients, c.Lines = with(c.Clients, q.Client), with(c.Lines, q.Line)
		c.Records = append(c.Records, q.Record.ID)
		if c.Before == (Cost{}) || !c.once {
			c.Before.add(q.cost())
		}
	}
	order.By(c.Lines, func(a, b int) int { return a - b })
	for _, q := range append(c.hits[:min(len(c.hits), mostEvidence):min(len(c.hits), mostEvidence)], c.why...) {
		c.Evidence = append(c.Evidence, q.evidence())
	}
	for i := range c.Evidence {
		c.Evidence[i].Other = i >= len(c.Evidence)-len(c.why)
	}
	order.By(c.Evidence, func(a, b Evidence) int { return a.Record - b.Record })
}

// with adds a value that is not in a list yet, and not zero.
func with[T comparable](list []T, v T) []T {
	var zero T
	for _, w := range list {
		if v == w {
			return list
		}
	}
	if v == zero {
		return list
	}
	return append(list, v)
}

// run tries a candidate on a copy, and reports whether there is something to say.
func (c *candidate) run(b *Bench) (helps bool, err error) {
	if c.try == nil {
		c.Tried = len(c.hits)
		return true, nil
	}
	err = b.Apart(func() error {
		helps, err = c.onCopy(b)
		return err
	})
	return helps, err
}

func (c *candidate) onCopy(b *Bench) (bool, error) {
	c.Before, c.After, c.Tried = Cost{}, Cost{}, 0
	var built Cost
	hits := c.hits
	if c.once {
		hits = hits[:1]
	}
	for _, q := range hits {
		if c.Tried == mostTries {
			break
		}
		t, err := c.try(b, q)
		switch {
		case err != nil:
			return false, err
		case !t.ok:
			continue
		case c.Tried == 0:
			c.Names, c.Form = append(c.Names, t.names...), append(c.Form, t.form...)
		}
		c.Tried++
		c.Lost += t.lost
		c.Before.add(t.before)
		c.After.add(t.after)
		built.add(t.built)
	}
	enough := c.Tried >= min(len(hits), c.rule.least) && c.Tried > 0
	if c.once {
		c.Tried = len(c.hits)
	} else if c.Tried == mostTries {
		c.Before.scale(len(c.hits), c.Tried)
		c.After.scale(len(c.hits), c.Tried)
	} else {
		c.Count = c.Tried // the others find something else
	}
	c.After.add(built)
	if c.rule.wrong {
		return enough, nil
	}
	before, after := c.rule.measure(c.Before), c.rule.measure(c.After)
	return enough && after < before && 5*after <= 4*before, nil
}
