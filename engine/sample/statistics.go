package sample

import (
	"math"
	"slices"

	"rowkey/engine/plan"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
)

// statistics compares the means of calls with the formulas, evaluated with the number of entities of the sample. They
// may differ by 4 standard deviations of the mean, or by one entity. Where all calls are the same, the sample itself is
// the only one drawn, and what it holds of a value deviates by the square root. If so few entities would be asked for
// in another way, the formulas are about that and there is nothing to compare.
func (b *bench) statistics(ask, store int, bills []bill, q *Question) {
	r, ok := b.small.In(b.design, store, ask)
	if whole, _ := b.model.In(b.design, store, ask); !ok || !asksAlike(&r, &whole) {
		return
	}
	formulas := []figure.Figure{r.Read.Typical, r.Returned.Typical, r.Requests.Typical}
	for i, name := range counters[1:4] {
		mean, deviation := spread(len(bills), func(n int) float64 { return bills[n].counters()[i+1] })
		s := statistic(name, formulas[i], mean, math.Max(1, 4*deviation/math.Sqrt(float64(len(bills)))))
		if len(b.model.Facts.Sheet.Asks[ask].Known) > 0 && deviation < 1e-9 {
			s = statistic(name, formulas[i], mean, math.Max(1, 4*math.Sqrt(formulas[i].V)))
		}
		q.Statistics = append(q.Statistics, s)
	}
}

// asksAlike reports whether two answers ask for the same tables, partitions and rows of the same stores.
func asksAlike(a, b *plan.QuestionReport) bool {
	return slices.Equal(a.Stores, b.Stores) && a.Tables == b.Tables && a.Partitions == b.Partitions && a.Rows == b.Rows &&
		a.Walk == b.Walk && a.InTurn == b.InTurn
}

func statistic(counter string, formula figure.Figure, mean, allowed float64) Statistic {
	return Statistic{Counter: counter, Formula: formula.V, Label: formula.Label, Mean: mean, Allowed: allowed,
		Agrees: math.Abs(formula.V-mean) <= allowed+1e-9}
}

// statistics compares what calls of a write did on average with the formulas for a sheet of the sample's size. A write
// of one entity may differ as far as chance does: as the calls differ, or as often as something is done. What is drawn
// once, a group or a time, deviates by four times its square root besides, and so do the parents of which it consists.
func (p *performer) statistics(write int, did []performed) (list []Statistic) {
	r := p.small.WriteIn(p.design, write)
	count := []func(d *performed) int{
		func(d *performed) int { return d.transactions },
		func(d *performed) int { return d.actions },
		func(d *performed) int { return d.requests },
		func(d *performed) int { return d.read },
	}
	for i, f := range []figure.Figure{r.Transactions, r.Actions, r.Requests, r.Read} {
		if p.write.ByAge() && i > 1 {
			break // what it reads is not asked here
		}
		mean, deviation := spread(len(did), func(n int) float64 { return float64(count[i](&did[n])) })
		part := f.V - math.Floor(f.V)
		allowed := 4 * math.Max(deviation, math.Sqrt(part*(1-part))) / math.Sqrt(float64(len(did)))
		if i > 1 && part > 0 {
			allowed = math.Max(allowed, 1) // tables of a time, of which there is one more at some times of the day
		}
		if facts.EntitiesOf(p.small.Facts, p.write) > 1 && f.V > 1 {
			allowed += 4*math.Sqrt(f.V) + 2*f.V/math.Sqrt(p.fewest())
		} else if i == 3 { // others that are read with the entity: those of its bucket, say
			allowed = math.Max(allowed, (f.V-1)/10)
		}
		list = append(list, statistic([]string{"transactions", "actions", "requests", "read"}[i], f, mean, allowed))
	}
	return list
}

// fewest returns how many there are in the sample of the kind above that a write knows something of and that has
// fewest, +Inf if it knows nothing of those above.
func (p *performer) fewest() float64 {
	n := math.Inf(1)
	for _, k := range p.write.Known {
		if k.Ref.Kind != p.write.Kind && k.Ref.Attr != sheet.Whole && !p.small.Facts.Names(k.Ref) {
			n = math.Min(n, float64(len(p.things[k.Ref.Kind])))
		}
	}
	return n
}

// spread returns the mean and the standard deviation of so many numbers.
func spread(n int, of func(i int) float64) (mean, deviation float64) {
	for i := range n {
		mean += of(i) / float64(n)
	}
	for i := range n {
		d := of(i) - mean
		deviation += d * d / math.Max(1, float64(n)-1)
	}
	return mean, math.Sqrt(deviation)
}
