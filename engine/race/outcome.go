package race

import (
	"context"
	"math"

	"rowkey/engine/lab"
	"rowkey/engine/lists"
)

// mostOutcomes is how many outcomes a report lists.
const mostOutcomes = 40

// finish makes a step towards the report: there can be thousands of states at the end, more than one slice can tell
// apart.
func (x *Search) finish(ctx context.Context) error {
	if x.grouping == nil {
		x.grouping = newGrouping(x.finals)
		return nil
	}
	if done, err := x.grouping.step(ctx, x.w); err != nil || !done {
		return err
	}
	return x.write(ctx, x.grouping.sorted())
}

// write makes the report.
func (x *Search) write(ctx context.Context, groups []*group) (err error) {
	r := &Report{
		Lanes: x.w.Sent(), Invariants: append([]lab.Rule{}, x.w.Rules...), States: x.states, Requests: x.w.Requests,
		Crashes: x.o.Crashes, Outcomes: []Outcome{},
	}
	if len(x.w.Workers()) > 0 {
		r.Pauses = x.pauses()
	}
	for _, g := range groups {
		if r.Orders += g.orders; g.final.hurt != 0 {
			r.Broken += g.orders
		}
	}
	if x.sample != nil {
		r.Sample = x.sample.interval(r, x.o.Seed)
	}
	if r.Outcomes, err = x.outcomes(ctx, groups[:min(len(groups), mostOutcomes)], r); err != nil {
		return err
	}
	x.groups, r.More = groups[:len(r.Outcomes)], len(groups)-len(r.Outcomes)
	x.report, x.share = r, 1
	return nil
}

// outcomes describes groups.
func (x *Search) outcomes(ctx context.Context, groups []*group, r *Report) ([]Outcome, error) {
	states := lists.Map(groups, func(g *group) *lab.State { return g.final.state })
	facts, err := x.w.Differences(ctx, states)
	if err != nil {
		return nil, err
	}
	list := make([]Outcome, len(groups))
	for i, g := range groups {
		f := g.final
		short, repeats := lab.Shorten(f.events())
		o := Outcome{
			Orders: g.orders, Broken: f.hurt != 0, Facts: facts[i], Ends: x.w.Ends(f.state),
			Switches: f.best.cost % extra, Order: x.w.Describe(short), Repeats: repeats,
		}
		if o.Verdicts, err = x.w.JudgeWay(ctx, f.verdicts, f.events()); err != nil {
			return nil, err
		}
		o.Low = o.Orders / r.Orders
		if o.High = o.Low; x.sample != nil {
			o.Low, o.High = wilson(g.sampled, x.sample.drawn)
		}
		list[i] = o
	}
	return list, nil
}

// Script writes a script that carries out the order that is shown of an outcome, ok is false if there is no such
// outcome. With expect, it asks at the end for what the outcomes that break no invariant have in common.
func (x *Search) Script(n int, expect bool) (s lab.Script, ok bool) {
	if n < 0 || n >= len(x.groups) {
		return s, false
	}
	var kept [][]lab.Fact
	for _, o := range x.report.Outcomes {
		if !o.Broken && expect {
			kept = append(kept, o.Facts)
		}
	}
	short, _ := lab.Shorten(x.groups[n].final.events())
	return x.w.Replay(short, lab.Agreed(kept)), true
}

// wilson returns the 95 % interval of a share of which n of all were seen.
// Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
func wilson(n, all int) (low, high float64) {
	const z = 1.959964
	if all == 0 {
		return 0, 1
	}
	p, m := float64(n)/float64(all), float64(all)
	center, half := p+z*z/(2*m), z*math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, (center-half)/(1+z*z/m)), min(1, (center+half)/(1+z*z/m))
}
