package shape

import (
	"slices"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/trail"
)

// Stat is what all requests of one shape did.
type Stat struct {
	Shape
	Name string // of the table, in the letters in which it was first written

	explain.Counts     // sums
	Calls          int // requests
	Refused        int // of them
	Busy           int // 503
	Failed         int // 412, the condition of a write
	Conflicts      int // 409
	Missing        int // 404
	MostRead       int // entities, by one request
	MostOps        int // operations of one transaction
	MostTogether   int // requests of one unit of work
	Loose          int // requests that do not say to which unit of work they belong
	First, Last    int // milliseconds since the sandbox was opened
	Agents         []string

	began, worst, refusal Sample
}

// Sample is a request of a shape as it was sent.
type Sample struct {
	N        int    `json:"n"`      // of the request in the recording, from 1; 0 is no sample
	Record   int    `json:"record"` // in the ledger
	Start    int    `json:"start"`  // milliseconds since the sandbox was opened
	Method   string `json:"method"`
	Target   string `json:"target"` // below the account, shortened
	IfMatch  string `json:"ifMatch"`
	Status   int    `json:"status"`
	Read     int    `json:"read"`
	Returned int    `json:"returned"`
}

// Worst returns the request that read most, the first one of several.
func (s *Stat) Worst() Sample { return s.worst }

// Samples returns the first request, the one that read most, and the first one that was refused, each once.
func (s *Stat) Samples() []Sample {
	list := []Sample{s.began}
	for _, other := range [...]Sample{s.worst, s.refusal} {
		if other.N > 0 {
			list = lists.Add(list, other)
		}
	}
	order.By(list, func(a, b Sample) int { return a.N - b.N })
	return list
}

func (s *Stat) count(r *trail.Request) {
	s.Calls++
	s.Counts = s.Plus(r.Record.Counts)
	s.MostOps = max(s.MostOps, len(r.Ops))
	s.Last = r.Start
	if r.From.TraceID == "" {
		s.Loose++
	}
	if status := StatusOf(r); status >= 400 {
		s.refuse(status)
	}
	if len(s.Agents) < MaxAgents && r.From.Agent != "" {
		if agent := cut(r.From.Agent, maxAgent); !slices.Contains(s.Agents, agent) {
			s.Agents = append(s.Agents, strings.Clone(agent))
		}
	}
}

// StatusOf returns the status of what a request asks for. That of a transaction is inside its answer.
func StatusOf(r *trail.Request) int {
	if r.Record.Code != "" {
		return max(r.Status, r.Record.Code.Status())
	}
	return r.Status
}

func (s *Stat) refuse(status int) {
	s.Refused++
	switch status {
	case 503:
		s.Busy++
	case 412:
		s.Failed++
	case 409:
		s.Conflicts++
	case 404:
		s.Missing++
	}
}

// sample keeps a request if it is one of the three that are kept.
func (s *Stat) sample(n int, r *trail.Request) {
	if s.began.N == 0 {
		s.began = sampleOf(n, r)
	}
	if s.worst.N == 0 || r.Record.Read > s.MostRead {
		s.worst = sampleOf(n, r)
	}
	if s.refusal.N == 0 && StatusOf(r) >= 400 {
		s.refusal = sampleOf(n, r)
	}
	s.MostRead = max(s.MostRead, r.Record.Read)
}

// sampleOf copies what it keeps: a short text must not hold a long one in memory.
func sampleOf(n int, r *trail.Request) Sample {
	return Sample{
		N: n, Record: r.Record.ID, Start: r.Start,
		Method: short(r.Method), Target: strings.Clone(cut(Target(r.URL), maxTarget)),
		IfMatch: short(r.IfMatch), Status: StatusOf(r), Read: r.Record.Read, Returned: r.Record.Returned,
	}
}

func short(s string) string { return strings.Clone(cut(s, maxAgent)) }

// Target returns what of an address comes after host and account.
func Target(url string) string {
	path, query, asks := strings.Cut(url, "?")
	_, below, _ := strings.Cut(path, "://")
	_, below, _ = strings.Cut(below, "/")
	if account, rest, ok := strings.Cut(below, "/"); ok && !strings.Contains(account, "(") {
		below = rest
	}
	if asks {
		below += "?" + query
	}
	return below
}
