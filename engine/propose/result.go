package propose

import (
	"cmp"
	"slices"

	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// mostShown is how many proposals are shown.
const mostShown = 5

// Nothing is a result without proposals.
func Nothing(p Progress) Result {
	return Result{Progress: p, Proposals: []Proposal{}, Counter: -1, Loosen: []Loosen{}}
}

// Result joins what the clusters have found so far.
func (x *Search) Result() Result {
	out := Nothing(x.progress())
	out.Complete = true
	for _, c := range x.clusters {
		out.Complete = out.Complete && c.complete
	}
	all := x.settle(x.rebase(x.valid(x.join())))
	if len(all) == 0 {
		return out
	}
	sound := slices.DeleteFunc(slices.Clone(all), func(t *trial) bool { return t.weak(all[0]) })
	out.Weak = len(all) - len(sound)
	shown := x.thin(all, sound)
	for i, t := range shown {
		out.Proposals = append(out.Proposals, x.proposal(shown, i))
		out.Proposals[i].Single, out.Proposals[i].Atomic = t == firstOf(all, x.single), t == firstOf(all, atomic)
	}
	out.Counter, out.CounterBy = x.counter(shown)
	out.Loosen = x.loosen(all[0])
	return out
}

// valid drops designs that break a rule together.
func (x *Search) valid(list []*trial) []*trial {
	return slices.DeleteFunc(list, func(t *trial) bool {
		return slices.ContainsFunc(keys.Parse(x.m.Facts, &sheet.Design{Stores: t.texts}).Check(x.m.Facts),
			func(p keys.Problem) bool { return !p.Note() })
	})
}

// single reports whether each kind has one store.
func (x *Search) single(t *trial) bool {
	kinds := map[int]bool{}
	for _, f := range t.forms {
		if kinds[f.kind] {
			return false
		}
		kinds[f.kind] = true
	}
	return true
}

func atomic(t *trial) bool { return t.measure.Workflows == 0 }

func firstOf(list []*trial, fits func(*trial) bool) *trial {
	if i := slices.IndexFunc(list, fits); i >= 0 {
		return list[i]
	}
	return nil
}

// firstWithout returns the first design that does not follow a pattern, nil if all do.
func firstWithout(list []*trial, pattern Rule) *trial {
	return firstOf(list, func(t *trial) bool { return !slices.Contains(t.patterns(), pattern) })
}

// farWorse is how many times as long as the best a design waits, or as much it costs, that is no alternative.
const farWorse = 100

// weak reports whether a design breaks more limits than the best one, and waits or costs far more.
func (t *trial) weak(best *trial) bool {
	mine, theirs := t.cost.exact, best.cost.exact
	wait, month := mine.waiting/max(1, theirs.waiting), mine.month/max(1, theirs.month)
	worse := t.cost.Unanswered+t.cost.Broken > best.cost.Unanswered+best.cost.Broken
	return worse && max(wait, month) > farWorse
}

// thin chooses the proposals that are shown: of the sound ones those that no better one beats in everything, one for
// each set of patterns, and the counter-proposal. The best one with a single store and the best one without a workflow
// are always there, however weak: they say what the others are worth.
func (x *Search) thin(all, sound []*trial) []*trial {
	out := lists.Add([]*trial{all[0]}, firstOf(all, x.single), firstOf(all, atomic),
		firstWithout(sound, all[0].special()))
	out = slices.DeleteFunc(out, func(t *trial) bool { return t == nil })
	for _, t := range sound {
		if len(out) < mostShown && !slices.ContainsFunc(out,
			func(o *trial) bool { return o.noWorse(t) || slices.Equal(o.patterns(), t.patterns()) }) {
			out = append(out, t)
		}
	}
	order.By(out, x.compare)
	return out
}

// counter returns the best of the shown proposals that avoids the first pattern of the best, and where it is better.
func (x *Search) counter(shown []*trial) (int, Member) {
	first := shown[0].special()
	for i, t := range shown[1:] {
		if slices.Contains(t.patterns(), first) {
			continue
		}
		for _, m := range orders[x.preset] {
			if t.cost.of(m) < shown[0].cost.of(m) {
				return i + 1, m
			}
		}
		return i + 1, ""
	}
	return -1, ""
}

func (x *Search) proposal(shown []*trial, i int) Proposal {
	t := shown[i]
	d := sheet.Design{Stores: t.texts}
	p := Proposal{Stores: t.texts, Patterns: t.patterns(), Why: []Why{}, LeaveOut: []LeaveOut{}, GivesUp: []GivesUp{},
		Report: x.m.Judge(keys.Parse(x.m.Facts, &d))}
	x.withoutEach(t, func(store int, o *trial) {
		p.Why = append(p.Why, x.why(t, o, store)...)
		p.LeaveOut = append(p.LeaveOut, leaveOut(t, o, store))
	})
	for _, m := range orders[x.preset] {
		p.Costs = append(p.Costs, CostMember{m, t.cost.of(m), t.cost.number(m)})
	}
	if i+1 < len(shown) {
		p.Next = t.cost.differs(&shown[i+1].cost, x.preset)
	}
	for j, o := range shown {
		for _, m := range compared {
			if o.cost.of(m) < t.cost.of(m) {
				p.GivesUp = append(p.GivesUp, GivesUp{m, j, t.cost.number(m), o.cost.number(m)})
			}
		}
	}
	return p
}

// withoutEach calls do with each store of a design but the bases, and the design without it.
func (x *Search) withoutEach(t *trial, do func(store int, o *trial)) {
	for i, f := range t.forms {
		if base(t.forms, f.kind) == f {
			continue
		}
		if o := x.without(t, i); o != nil {
			do(i, o)
		}
	}
}

// without calculates a design without one of its stores. It returns nil if the others cannot do without it.
func (x *Search) without(t *trial, store int) *trial {
	if !t.given {
		return x.whole().try(slices.Delete(slices.Clone(t.forms), store, store+1))
	}
	rest := sheet.Design{Stores: slices.Delete(slices.Clone(t.texts), store, store+1)}
	g, ok := readGiven(x.m, &rest)
	if !ok {
		return nil
	}
	return g.try(x.whole().m)
}

// why says what a copy of a design is for: each question that it serves, or none.
func (x *Search) why(t, without *trial, store int) (list []Why) {
	w := Why{Store: store, Member: t.cost.differs(&without.cost, x.preset),
		Worse: without.cost.compare(&t.cost, x.preset) > 0}
	for at := range t.measure.Asks {
		if t.measure.Asks[at].Store == store {
			w.Ask, w.Before, w.After = x.s.Asks[at].Name, answer(&without.measure.Asks[at]), answer(&t.measure.Asks[at])
			list = append(list, w)
		}
	}
	if len(list) == 0 {
		list = append(list, w)
	}
	return list
}

// leaveOut says what a design would cost without a copy.
func leaveOut(t, without *trial, store int) LeaveOut {
	mine, theirs := t.cost.exact, without.cost.exact
	o := LeaveOut{Store: store, Waiting: mine.waiting, Without: theirs.waiting, Month: theirs.month / mine.month}
	if mine.month <= 0 {
		o.Month = 1
	}
	o.Unanswered = max(0, without.cost.Unanswered-t.cost.Unanswered)
	return o
}

func answer(a *plan.AskMeasure) Answer {
	if a.Store < 0 {
		return Answer{}
	}
	return Answer{a.Class, a.Read, a.Requests, a.RoundTrips}
}

// mostLoosened is how many changes to the sheet are shown.
const mostLoosened = 2

// loosen returns the limits of questions that the best design exceeds least.
func (x *Search) loosen(t *trial) []Loosen {
	list := []Loosen{}
	for i := range t.measure.Asks {
		for _, b := range t.measure.Asks[i].Budget {
			if !b.Met && b.Counter != "class" {
				list = append(list, Loosen{x.s.Asks[i].Name, b.Counter, b.Limit, b.Actual, b.Given})
			}
		}
	}
	order.By(list, func(a, b Loosen) int { return cmp.Compare(a.To*max(b.From, 1), b.To*max(a.From, 1)) })
	return list[:min(len(list), mostLoosened)]
}
