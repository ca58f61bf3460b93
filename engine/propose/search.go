package propose

import (
	"cmp"
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/sheet"
)

// Search looks for designs of a sheet without errors, slice by slice.
type Search struct {
	s        *sheet.Sheet
	m        *plan.Model
	preset   string
	clusters []*cluster
	at       int      // cluster that is searched
	all      *cluster // of all kinds, to calculate designs of the whole sheet
	given    []given  // designs of the sheet
}

// Slice is how many designs one slice of a search calculates: so few that a page can stop it at once.
const Slice = 50

// New begins a search. A sheet without a preset of its own is balanced. No design of the sheet that breaks no rule is
// better than the first proposal.
func New(s *sheet.Sheet) *Search {
	x := &Search{s: s, m: plan.NewModel(s), preset: cmp.Or(s.Order, "balanced")}
	x.given = givens(x.m)
	for _, kinds := range clusters(s) {
		c := newCluster(s, kinds, x.preset)
		for i := range x.given {
			if forms := x.given[i].part(kinds); forms != nil {
				c.given = append(c.given, forms)
			}
		}
		x.clusters = append(x.clusters, c)
	}
	return x
}

// Progress is how far a search is.
type Progress struct {
	Cluster  int  `json:"cluster"`  // that is searched, from 0
	Clusters int  `json:"clusters"` // groups of kinds that are kept together
	Tried    int  `json:"tried"`    // designs so far
	Waiting  int  `json:"waiting"`  // designs that are known to come
	Met      int  `json:"met"`      // budgets that the best designs so far keep, counted as those of a report
	Budgets  int  `json:"budgets"`  // all of these, 0 before a design was tried
	Done     bool `json:"done"`
}

// Step calculates up to n designs more.
func (x *Search) Step(n int) Progress {
	for n > 0 && x.at < len(x.clusters) {
		c := x.clusters[x.at]
		if n -= c.step(n); c.phase == done {
			x.at++
		}
	}
	return x.progress()
}

func (x *Search) progress() Progress {
	p := Progress{Cluster: x.at, Clusters: len(x.clusters), Done: x.at == len(x.clusters)}
	var all plan.Measure
	for _, c := range x.clusters {
		p.Tried, p.Waiting = p.Tried+c.tried, p.Waiting+len(c.queue)
		if len(c.best) > 0 {
			p.judge(&c.best[0].measure, &all)
		}
	}
	if p.Budgets > 0 {
		var c Cost
		n := c.whole(x.m, &all)
		p.Budgets, p.Met = p.Budgets+n, p.Met+n-c.Broken
	}
	return p
}

// judge counts the budgets of the best design of a cluster: one for each question and write that has one. What it
// costs is added to what all of them cost.
func (p *Progress) judge(v, all *plan.Measure) {
	count := func(list []ask.BudgetReport, possible bool) {
		if len(list) > 0 {
			p.Budgets++
			p.Met += int(b2f(possible && ask.AllMet(list)))
		}
	}
	for i := range v.Asks {
		count(v.Asks[i].Budget, true)
	}
	for i := range v.Writes {
		count(v.Writes[i].Budget, v.Writes[i].Possible)
	}
	all.Hottest, all.Account = max(all.Hottest, v.Hottest), all.Account+v.Account
	all.Transactions, all.Bytes = all.Transactions+v.Transactions, all.Bytes+v.Bytes
	all.Workflows += v.Workflows
}

// joinedFrom is how many designs of each cluster are joined with those of the others.
const joinedFrom = 8

// join puts the best designs of all clusters together and calculates them for the whole sheet, beside those of the
// sheet.
func (x *Search) join() []*trial {
	sets := [][]*form{nil}
	for _, c := range x.clusters {
		sets = times(sets, c.top())
		sets = sets[:min(len(sets), mostJoined)]
	}
	whole := x.whole()
	var out []*trial
	for _, s := range sets {
		order.By(s, func(a, b *form) int { return a.kind - b.kind })
		if t := whole.try(s); t != nil {
			out = append(out, t)
		}
	}
	for i := range x.given {
		out = append(out, x.given[i].try(whole.m))
	}
	order.By(out, x.compare)
	return out
}

// compare is the order of proposals: of equal ones, a design of the sheet comes first.
func (x *Search) compare(a, b *trial) int {
	if a.cost.Numbers == b.cost.Numbers && a.given != b.given {
		return int(b2f(b.given) - b2f(a.given))
	}
	return a.cost.compare(&b.cost, x.preset)
}

// whole calculates designs of the whole sheet.
func (x *Search) whole() *cluster {
	if x.all == nil {
		x.all = &cluster{m: plan.NewCachedModel(x.s), c: newComposer(x.m), preset: x.preset}

	}
	return x.all
}

// mostJoined is how many designs of the whole sheet are calculated.
const mostJoined = 512

// top returns the best designs of a cluster, those that nothing is better than in everything, and the best ones with
// the fewest stores, without a workflow, and without the first pattern of the best.
func (x *cluster) top() []*trial {
	if len(x.best) == 0 {
		return x.early()
	}
	all := slices.Concat(x.best, x.pool)
	order.By(all, x.compare)
	out := slices.Clone(x.best[:min(len(x.best), joinedFrom/2)])
	for i, t := range all {
		if len(out) < joinedFrom && !slices.ContainsFunc(all[:i], func(o *trial) bool { return o.noWorse(t) }) {
			out = lists.Add(out, t)
		}
	}
	out = lists.Add(out, firstOf(all, func(t *trial) bool { return len(t.forms) == len(x.kinds) }), firstOf(all, atomic),
		firstWithout(all, out[0].special()))
	return slices.DeleteFunc(out, func(t *trial) bool { return t == nil })
}

// early returns the design of the best forms so far, for a search that is stopped while it looks at forms alone.
func (x *cluster) early() []*trial {
	var set []*form
	for i := range x.kinds {
		list := slices.Clone(x.single[i])
		for j := 0; len(list) == 0 && j < len(x.makers[i].forms); j++ {
			if t := x.tryIn(x.makers[i].alone, []*form{&x.makers[i].forms[j]}); t != nil {
				list = append(list, t)
			}
		}
		order.By(list, x.compare)
		if len(list) > 0 {
			set = append(set, list[0].forms...)
		}
	}
	if t := x.try(set); t != nil {
		return []*trial{t}
	}
	return nil
}

// noWorse reports whether a design is at least as good as another one in each member of the cost.
func (t *trial) noWorse(o *trial) bool {
	for _, m := range compared {
		if t.cost.of(m) > o.cost.of(m) {
			return false
		}
	}
	return true
}

// compared are the members of a cost that are more than taste.
var compared = []Member{Unanswered, Broken, Excess, Waiting, MonthCost, Amplification, Workflows, Scattered, Headroom,
	Simplicity}
