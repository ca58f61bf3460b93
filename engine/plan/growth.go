package plan

import (
	"math"

	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
)

// The factors of growth that are looked at: steps of a tenth of a power of ten up to 10,000. The one that fails is
// bisected until its ends differ by a thousandth.
const (
	stepsOfTen = 10
	mostGrowth = 10_000
	closeTo    = 1.001
)

// growths are the factors whose breaches a report lists.
var growths = []float64{10, 1000}

// growth returns what breaks when the users, or the density, have grown.
func (m *Model) growth(d *keys.Design) []GrowthReport {
	list := []GrowthReport{}
	for _, by := range m.growing() {
		for _, factor := range growths {
			list = append(list, GrowthReport{by, factor, m.grown(by, factor).broken(d, by, factor)})
		}
	}
	return list
}

// growing returns in which ways the kinds of a sheet grow.
func (m *Model) growing() []string {
	var list []string
	for _, by := range []string{sheet.Users, sheet.Density} {
		for i := range m.Facts.Sheet.Kinds {
			if m.Facts.Sheet.Growth(i) == by {
				list = append(list, by)
				break
			}
		}
	}
	return list
}

func (m *Model) grown(by string, factor float64) *Model {
	return NewModel(m.Facts.Sheet.Grow(by, factor))
}

// breaks returns what breaks first: the smallest factor of growth at which a budget, a target or a limit fails. One
// that nothing breaks has no What.
func (m *Model) breaks(d *keys.Design) Breach {
	first := Breach{Store: -1}
	for _, by := range m.growing() {
		if b := m.breaksBy(d, by); b.What != "" && (first.What == "" || b.At < first.At) {
			first = b
		}
	}
	return first
}

func (m *Model) breaksBy(d *keys.Design, by string) Breach {
	whole := 1.0
	for i := 0; ; i++ {
		factor := math.Pow(10, float64(i)/stepsOfTen)
		if factor > mostGrowth*closeTo {
			return Breach{Store: -1}
		}
		if b := m.grown(by, factor).broken(d, by, factor); len(b) > 0 {
			return m.bisect(d, by, whole, factor, b[0])
		}
		whole = factor
	}
}

// bisect finds the factor between one that breaks nothing and one that breaks something.
func (m *Model) bisect(d *keys.Design, by string, whole, failed float64, b Breach) Breach {
	for failed/whole > closeTo {
		middle := math.Sqrt(whole * failed)
		if list := m.grown(by, middle).broken(d, by, middle); len(list) > 0 {
			failed, b = middle, list[0]
		} else {
			whole = middle
		}
	}
	return b
}

// broken returns all that fails in a design.
func (m *Model) broken(d *keys.Design, by string, factor float64) []Breach {
	list := []Breach{}
	add := func(what, name, counter string, store int, number, limit float64) {
		list = append(list, Breach{by, factor, what, name, counter, store, number, limit})
	}
	r := m.calculate(d)
	if store, l := r.hottest(); l.all > sheet.PartitionTarget {
		add("partition", d.Stores[store].Partition.Example(m.Facts), "", store, figure.Rounded(l.all), sheet.PartitionTarget)
	}
	if n := r.account().all; n > sheet.AccountTarget {
		add("account", "", "", -1, figure.Rounded(n), sheet.AccountTarget)
	}
	for i := range r.asks {
		for _, b := range r.asks[i].Budget {
			if !b.Met {
				add("budget", r.asks[i].Ask.Name, b.Counter, r.asks[i].Store, b.Actual, b.Limit)
			}
		}
	}
	for i := range r.writes {
		for _, b := range write.BudgetOf(m.Facts, d, &r.writes[i]) {
			if !b.Met {
				add("budget", r.writes[i].Do.Name, b.Counter, -1, b.Actual, b.Limit)
			}
		}
	}
	return append(list, m.limits(d, by, factor)...)
}

// limits returns the rules that a design breaks because of its size.
func (m *Model) limits(d *keys.Design, by string, factor float64) []Breach {
	var list []Breach
	for _, p := range d.Check(m.Facts) {
		if n := p.Numbers; !keys.Notes[p.Code] && len(n) >= 2 {
			list = append(list, Breach{by, factor, string(p.Code), first(p.Names), "", p.Store, n[0], n[1]})
		}
	}
	return list
}

func first(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}
