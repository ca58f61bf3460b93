package propose

import (
	"cmp"
	"slices"

	"rowkey/engine/plan"
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
}

// Slice is how many designs one slice of a search calculates: so few that a page can stop it at once.
const Slice = 50

// New begins a search. A sheet without a preset of its own is balanced.
func New(s *sheet.Sheet) *Search {
	x := &Search{s: s, m: plan.NewModel(s), preset: cmp.Or(s.Order, "balanced")}
	for _, kinds := range clusters(s) {
		x.clusters = append(x.clusters, newCluster(s, kinds, x.preset))
	}
	return x
}

// Progress is how far a search is.
type Progress struct {
	Cluster  int  `json:"cluster"`  // that is searched, from 0
	Clusters int  `json:"clusters"` // groups of kinds that are kept together
	Tried    int  `json:"tried"`    // designs so far
	Waiting  int  `json:"waiting"`  // designs that are known to come
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
	for _, c := range x.clusters {
		p.Tried, p.Waiting = p.Tried+c.tried, p.Waiting+len(c.queue)
	}
	return p
}

// joinedFrom is how many designs of each cluster are joined with those of the others.
const joinedFrom = 8

// join puts the best designs of all clusters together and calculates them for the whole sheet.
func (x *Search) join() []*trial {
	sets := [][]*form{nil}
	for _, c := range x.clusters {
		var next [][]*form
		for _, s := range sets {
			for _, t := range c.top() {
				next = append(next, append(slices.Clip(s), t.forms...))
			}
		}
		sets = next[:min(len(next), mostJoined)]
	}
	whole := x.whole()
	var out []*trial
	for _, s := range sets {
		slices.SortStableFunc(s, func(a, b *form) int { return a.kind - b.kind })
		if t := whole.try(s); t != nil {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, whole.compare)
	return out
}

// whole calculates designs of the whole sheet.
func (x *Search) whole() *cluster {
	if x.all == nil {
		x.all = &cluster{m: x.m, c: newComposer(x.s), preset: x.preset}
	}
	return x.all
}

// mostJoined is how many designs of the whole sheet are calculated.
const mostJoined = 512

// top returns the best designs of a cluster, those that nothing is better than in everything, and the best ones with the
// fewest stores, without a workflow, and without the first pattern of the best.
func (x *cluster) top() []*trial {
	all := slices.Concat(x.best, x.pool)
	slices.SortFunc(all, x.compare)
	out := slices.Clone(x.best[:min(len(x.best), joinedFrom/2)])
	more := func(t *trial) {
		if t != nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for i, t := range all {
		if len(out) < joinedFrom && !slices.ContainsFunc(all[:i], func(o *trial) bool { return o.noWorse(t) }) {
			more(t)
		}
	}
	more(firstOf(all, func(t *trial) bool { return len(t.forms) == len(x.kinds) }))
	more(firstOf(all, atomic))
	if len(out) > 0 {
		first := out[0].special()
		more(firstOf(all, func(t *trial) bool { return !slices.Contains(t.patterns(), first) }))
	}
	return out
}

// noWorse reports whether a design is at least as good as another one in each member of the cost.
func (t *trial) noWorse(o *trial) bool {
	for i := range compared {
		if t.cost.Numbers[i] > o.cost.Numbers[i] {
			return false
		}
	}
	return true
}

// compared is how many members of a cost are more than taste.
const compared = 8
