package lint

import (
	"cmp"
	"rowkey/engine/advise"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/trail"
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
	advice        *advise.Advice
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
	if v == zero {
		return list
	}
	return lists.Add(list, v)
}

// run tries a candidate on a copy, and reports whether there is something to say.
func (c *candidate) run(b *Bench) (helps bool, err error) {
	if c.try == nil {
		c.Tried, c.After = len(c.hits), c.Before // nothing to save
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
	cut := false // the others count as those that were tried
	hits := c.hits
	if c.once {
		hits = hits[:1]
	}
	for _, q := range hits {
		if c.Tried == mostTries || c.Tried >= c.rule.least && c.Before.Read > mostRead {
			cut = true
			break
		}
		t, err := c.try(b, q)
		switch {
		case err != nil:
			return false, err
		case !t.ok:
			continue
		case c.Tried == 0:
			c.Names, c.Form, c.Advice = append(c.Names, t.names...), append(c.Form, t.form...), t.advice
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
	} else if cut {
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
