// Package faults has requests of real programs meet what networks and busy services do to them: a refusal before the
// work is done, an answer that is lost after it was done, a delay, a page that ends early. Rules say which requests;
// what they hit by chance depends on a seed alone, so a test that fails fails again.
//
// Not here: faults of scripts (package client) and the grid of faults of a laboratory (package fault), whose words
// these are; how a fault gets on the wire (package server).
package faults

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
)

// Kind is what happens to a request.
type Kind string

// The kinds of faults.
const (
	Throttle Kind = "throttle" // 503 ServerBusy, and nothing is done
	Timeout  Kind = "timeout"  // 500 OperationTimedOut, and nothing is done
	Lost     Kind = "lost"     // it is done, and the connection ends in place of an answer
	Cut      Kind = "cut"      // the connection ends, and nothing is done
	Delay    Kind = "delay"    // it is done, and the answer comes later
	Short    Kind = "short"    // a query ends its page after so many rows, with a continuation
	// A message that was received can be received again at once, and the receipt of the first time is void.
	Duplicate Kind = "duplicate"
	// A read of the secondary is answered from the data as it was when the rules were given.
	Stale Kind = "stale"
)

var kinds = []Kind{Throttle, Timeout, Lost, Cut, Delay, Short, Duplicate, Stale}

// Rule says which requests meet which fault. Of those that have the service, method, table and partition, After are
// left alone at first, then each n-th or a share meets the fault, Times at most.
type Rule struct {
	Fault     Kind    `json:"fault"`
	Service   string  `json:"service,omitempty"` // "table", "queue" or "blob"; all if it is absent
	Method    string  `json:"method,omitempty"`
	Table     string  `json:"table,omitempty"`     // or queue or container; "Log*" are all that begin with Log
	Partition string  `json:"partition,omitempty"` // that a request names; "eu-*" are all that begin with eu-
	After     int     `json:"after,omitempty"`
	Every     int     `json:"every,omitempty"` // 3 is each third one; 0 is each
	Share     float64 `json:"share,omitempty"` // 0.1 is one of ten, by chance; 0 is all
	Times     int     `json:"times,omitempty"` // 0 is no bound
	Rate      int     `json:"rate,omitempty"`  // of a throttle: what each partition takes in a second, without fault
	Millis    int     `json:"millis,omitempty"`
	Rows      int     `json:"rows,omitempty"` // of a short page
}

// Event is a request that met a fault.
type Event struct {
	Number int    `json:"request"` // counted from 1, over all services
	Rule   int    `json:"rule"`    // counted from 1
	Fault  Kind   `json:"fault"`
	Method string `json:"method"`
	Path   string `json:"path"`
}

// Set is a list of rules at work. It is safe for concurrent use.
type Set struct {
	mu     sync.Mutex // guards the fields below
	rules  []Rule
	seen   []int // requests that each rule was for
	hit    []int // those that met its fault
	loads  []load
	random *rand.Rand
	now    func() time.Time
	count  int
	events []Event
}

// load is how many requests each partition has got in a second, for a rule with a rate.
type load struct {
	second     int64
	partitions map[string]int
}

// mostEvents is how many events are kept; older ones are forgotten.
const mostEvents = 10_000

// document is the form of rules in a file and on the wire.
type document struct {
	Seed  uint64 `json:"seed"`
	Rules []Rule `json:"rules"`
}

// Parse reads {"seed": 1, "rules": [{"fault": "lost", "table": "Orders", "times": 1}]}. Errors: text that is not of
// this form, and rules that could not mean anything; they say which and what to write.
func Parse(text string) (*Set, error) {
	in := json.NewDecoder(strings.NewReader(text))
	in.DisallowUnknownFields()
	var d document
	if err := in.Decode(&d); err != nil {
		return nil, fmt.Errorf(`write faults as {"seed": 1, "rules": [{"fault": "lost", "times": 1}]}: %w`, err)
	}
	for i := range d.Rules {
		if err := d.Rules[i].check(); err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
	}
	return &Set{rules: d.Rules, seen: make([]int, len(d.Rules)), hit: make([]int, len(d.Rules)),
		loads: make([]load, len(d.Rules)), random: rand.New(rand.NewPCG(d.Seed, d.Seed)), now: time.Now}, nil
}

func (r *Rule) check() error {
	switch {
	case !slices.Contains(kinds, r.Fault):
		return fmt.Errorf("fault must be one of %v, not %q", kinds, r.Fault)
	case r.Service != "" && !slices.Contains([]string{"table", "queue", "blob"}, r.Service):
		return fmt.Errorf("service must be table, queue or blob, not %q", r.Service)
	case r.After < 0 || r.Every < 0 || r.Times < 0 || r.Rate < 0 || r.Millis < 0 || r.Rows < 0:
		return fmt.Errorf("after, every, times, rate, millis and rows must not be negative")
	case r.Rate > 0 && r.Fault != Throttle:
		return fmt.Errorf("rate is what a partition takes before it throttles: it needs the fault throttle, not %s",
			r.Fault)
	case (r.Rate > 0 || r.Partition != "") && r.Service != "" && r.Service != "table":
		return fmt.Errorf("only tables have partitions, not the service %s", r.Service)
	case r.Share < 0 || r.Share > 1:
		return fmt.Errorf("share must be between 0 and 1, not %v", r.Share)
	case r.Fault == Delay && r.Millis == 0:
		return fmt.Errorf(`delay needs a time: add "millis": 500`)
	case r.Fault == Short && r.Rows == 0:
		return fmt.Errorf(`short needs the number of rows in a page: add "rows": 10`)
	}
	return nil
}

// Wait is how long an answer is delayed.
func (r *Rule) Wait() time.Duration { return time.Duration(r.Millis) * time.Millisecond }

// Meet counts a request and returns the first rule whose fault it meets, nil if none.
func (s *Set) Meet(q Request) *Rule {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	var met *Rule
	for i := range s.rules {
		if r := &s.rules[i]; r.isFor(q) && s.chosen(i, q) && met == nil {
			met = r
			s.hit[i]++
			s.note(Event{s.count, i + 1, r.Fault, q.Method, q.Path})
		}
	}
	return met
}

// chosen counts a request that a rule is for and reports whether it meets the fault.
func (s *Set) chosen(i int, q Request) bool {
	r := &s.rules[i]
	s.seen[i]++
	n := s.seen[i] - r.After
	chance := r.Share == 0 || s.random.Float64() < r.Share
	return n > 0 && n%max(r.Every, 1) == 0 && chance && (r.Times == 0 || s.hit[i] < r.Times) &&
		(r.Rate == 0 || s.loads[i].add(s.now().Unix(), q.partition()) > r.Rate)
}

// add counts a request to a partition and returns how many it has got in this second.
func (l *load) add(second int64, partition string) int {
	if l.partitions == nil || l.second != second {
		*l = load{second, map[string]int{}}
	}
	l.partitions[partition]++
	return l.partitions[partition]
}

// Has reports whether some rule is for a kind of fault.
func (s *Set) Has(k Kind) bool {
	return slices.ContainsFunc(s.rules, func(r Rule) bool { return r.Fault == k })
}

// ReadsBodies reports whether some rule looks at what a request sends: its partition may be named nowhere else.
func (s *Set) ReadsBodies() bool {
	return slices.ContainsFunc(s.rules, func(r Rule) bool { return r.Rate > 0 || r.Partition != "" })
}

func (s *Set) note(e Event) {
	if len(s.events) == mostEvents {
		s.events = slices.Delete(s.events, 0, mostEvents/2)
	}
	s.events = append(s.events, e)
}

// isFor reports whether a request has the service, method, table and partition of a rule, and can meet its fault.
func (r *Rule) isFor(q Request) bool {
	return (r.Service == "" || r.Service == q.Service) && (r.Method == "" || strings.EqualFold(r.Method, q.Method)) &&
		r.names(q) && (r.Rate == 0 || q.Service == "table") && r.canHit(q) &&
		(r.Partition == "" || matches(r.Partition, q.partition(), func(a, b string) bool { return a == b }))
}

func (r *Rule) canHit(q Request) bool {
	switch r.Fault {
	case Short:
		return q.Service == "table" && q.Method == "GET"
	case Duplicate:
		return q.receives()
	case Stale:
		return q.Secondary && (q.Method == "GET" || q.Method == "HEAD")
	}
	return true
}

// names reports whether the first name of a path, after the account, is that of the rule.
func (r *Rule) names(q Request) bool {
	if r.Table == "" {
		return true
	}
	names := q.names()
	if len(names) == 0 {
		return false
	}
	name, _, _ := strings.Cut(names[0], "(")
	return matches(r.Table, name, strings.EqualFold)
}

// State is what the rules have done so far.
type State struct {
	Rules    []Done  `json:"rules"`
	Requests int     `json:"requests"`
	Events   []Event `json:"events"` // the oldest first
}

// Done is a rule with how many requests it was for, and how many of them met its fault.
type Done struct {
	Rule
	Matched int `json:"matched"`
	Hit     int `json:"hit"`
}

// State returns what the rules have done so far.
func (s *Set) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	rules := make([]Done, len(s.rules))
	for i, r := range s.rules {
		rules[i] = Done{r, s.seen[i], s.hit[i]}
	}
	return State{rules, s.count, append([]Event{}, s.events...)}
}
