package watch

import (
	"cmp"
	"slices"
	"strings"

	"rowkey/engine/lint"
	"rowkey/engine/order"
	"rowkey/engine/shape"
)

// Finding is what one rule says of the requests of one shape, or of two that belong together.
type Finding struct {
	Rule    string
	Wrong   bool // it loses changes
	Table   string
	Shapes  []shape.Shape // that of the requests it is about first, then those that explain it
	Samples []int         // numbers of requests in the recording, at most [MaxSamples]
	Times   int           // units of work that show it
	Calls   int           // requests that it is about
	Most    int           // of them in one unit of work
	Names   []string      // what the words of the rule name
	Before  lint.Cost     // of the requests as they were sent
	After   lint.Cost     // of the cheaper form
	Lost    int           // changes that were lost
	Tried   bool          // the cheaper form was run on a copy; otherwise its cost is calculated
	Form    []lint.Step   // what to send in place of one of the requests, if it was run
}

// MaxSamples is how many requests a finding names at most.
const MaxSamples = 3

// note remembers a request that a finding is about.
func (f *Finding) note(s shape.Shape, n int) {
	if !slices.Contains(f.Shapes, s) && len(f.Shapes) < MaxSamples {
		f.Shapes = append(f.Shapes, s)
	}
	if len(f.Samples) < MaxSamples {
		f.Samples = append(f.Samples, n)
	}
}

// rule looks at a unit of work.
type rule struct {
	name  string
	wrong bool
	least int // requests that make a finding
	bytes int // of them and their answers
	needs kinds
	find  func(*shape.Unit) []hit
}

var rules = []rule{
	{name: "n-plus-one", least: 5, needs: reads | queries, find: nPlusOne},
	{name: "read-again", least: 3, needs: reads, find: readAgain},
	{name: "single-writes", least: 3, needs: writes, find: singleWrites},
	{name: "whole-rows", least: 1, bytes: 64 << 10, needs: reads | writes, find: wholeRows},
	{name: "small-pages", least: 5, needs: pages, find: smallPages},
	{name: "star-after-read", wrong: true, least: 1, needs: reads | writes, find: starAfterRead},
}

// kinds are kinds of requests. A rule looks only at units of work that have those that it needs.
type kinds uint8

const (
	reads kinds = 1 << iota
	queries
	pages // after the first one
	writes
)

func kindsOf(u *shape.Unit) (has kinds) {
	for _, m := range u.Requests {
		if m.Method == "GET" {
			has |= reads
		}
		if m.Record.Op == "QueryEntities" {
			has |= queries
		}
		if m.Record.From != nil {
			has |= pages
		}
		if len(m.Record.Changes) > 0 {
			has |= writes
		}
	}
	return has
}

// hit is what a rule finds in one unit of work.
type hit struct {
	about         []*shape.Member // the requests that it is about
	why           []*shape.Member // those that explain it
	names         []string
	before, after lint.Cost
	lost          int
}

// findings are the hits of all units of work so far, by rule and shapes.
type findings struct {
	at   map[string]int
	list []Finding
	of   []*rule
}

// maxFindings is how many findings a recording keeps.
const maxFindings = 500

func (f *findings) add(r *rule, h hit) {
	shapes := []shape.Shape{h.about[0].Shape}
	for _, m := range h.why {
		if !slices.Contains(shapes, m.Shape) && len(shapes) < MaxSamples {
			shapes = append(shapes, m.Shape)
		}
	}
	id := r.name
	for _, s := range shapes {
		id = strings.Join([]string{id, s.String(), s.Class.String()}, "\n")
	}
	i, ok := f.at[id]
	if !ok {
		if len(f.list) == maxFindings {
			return
		}
		i = len(f.list)
		f.at[id] = i
		f.of = append(f.of, r)
		f.list = append(f.list, Finding{
			Rule: r.name, Wrong: r.wrong, Table: h.about[0].Record.Table, Shapes: shapes, Names: h.names,
		})
	}
	f.list[i].count(&h)
}

func (f *Finding) count(h *hit) {
	f.Times++
	f.Calls += len(h.about)
	f.Most = max(f.Most, len(h.about))
	f.Lost += h.lost
	f.Before, f.After = plus(f.Before, h.before), plus(f.After, h.after)
	for _, m := range h.about {
		f.note(m.Shape, m.N)
	}
}

// loud returns the findings that enough requests show.
func (f *findings) loud() (list []Finding) {
	for i, found := range f.list {
		if r := f.of[i]; found.Lost > 0 || found.Calls >= r.least && found.Before.Bytes >= r.bytes {
			list = append(list, found)
		}
	}
	return list
}

// sorted puts what loses changes first, then what costs most; the order does not depend on time.
func sorted(list []Finding) []Finding {
	order.By(list, func(a, b Finding) int {
		return cmp.Or(weight(&b)-weight(&a), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Table, b.Table),
			cmp.Compare(a.first().Text, b.first().Text))
	})
	return list
}

func (f *Finding) first() (s shape.Shape) {
	if len(f.Shapes) > 0 {
		s = f.Shapes[0]
	}
	return s
}

// weight is the place of a finding in the list: what it saves, and what it loses before all that.
func weight(f *Finding) int {
	if f.Wrong {
		return 1<<40 + f.Lost<<20 + f.Calls
	}
	return f.Before.Weight() - f.After.Weight()
}

func plus(a, b lint.Cost) lint.Cost {
	a.Read, a.Requests, a.Roundtrips = a.Read+b.Read, a.Requests+b.Requests, a.Roundtrips+b.Roundtrips
	a.Bytes, a.Stored, a.Refused = a.Bytes+b.Bytes, a.Stored+b.Stored, a.Refused+b.Refused
	return a
}

// costOf is what a request cost as it was sent.
func costOf(m *shape.Member) lint.Cost {
	return lint.Cost{Read: m.Record.Read, Requests: 1, Roundtrips: 1, Bytes: m.Record.BytesOut}
}

// total is what requests cost as they were sent.
func total(list []*shape.Member) (sum lint.Cost) {
	for _, m := range list {
		sum = plus(sum, costOf(m))
	}
	return sum
}
