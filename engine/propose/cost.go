package propose

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
)

// Cost is what designs are compared by: the members, then what decides between designs that are equal in all of these,
// then their text.
type Cost struct {
	Numbers
	Text string

	exact exact
	ties  [tied]int
}

// exact are members before they were put into bands. load is the part of its target that the busiest partition is at;
// what the account is asked for is in the cost of a month and in the amplification.
type exact struct{ waiting, month, amplification, load float64 }

// number returns what a member was made of.
func (c *Cost) number(m Member) float64 {
	switch m {
	case Waiting:
		return c.exact.waiting
	case MonthCost:
		return c.exact.month
	case Amplification:
		return c.exact.amplification
	case Headroom:
		return c.exact.load
	}
	return float64(c.of(m))
}

// differs returns the first member of a preset in which two costs differ.
func (c *Cost) differs(o *Cost, preset string) Member {
	for _, m := range orders[preset] {
		if c.of(m) != o.of(m) {
			return m
		}
	}
	return None
}

// compare compares costs in the order of a preset.
func (c *Cost) compare(o *Cost, preset string) int {
	if m := c.differs(o, preset); m != None {
		return c.of(m) - o.of(m)
	}
	return cmp.Or(slices.Compare(c.ties[:], o.ties[:]), strings.Compare(c.Text, o.Text))
}

// band turns a number into an integer, so that a difference below a quarter does not outvote what comes next.
func band(x float64) int {
	if x <= 0 {
		return -1 << 20
	}
	return int(math.Floor(math.Log(x) / math.Log(1.25)))
}

// sums are what decides between designs whose members are equal, in the order in which the copy is chosen that answers
// a question ([ask.Planner.Choose]): round trips, entities read and requests in a second, bytes, and at last the load
// of the busiest partition.
type sums [tied]float64

const tied = 5

// fine returns numbers as integers that are equal if the numbers differ by less than a millionth.
func (s *sums) fine() (list [tied]int) {
	for i, x := range s {
		list[i] = -1 << 30
		if x > 0 {
			list[i] = int(math.Round(math.Log(x) * 1e6))
		}
	}
	return list
}

// roomEnough is how many times the load may grow that nobody plans for: more room is not better.
// Source: the largest growth that a report looks at (package plan).
const roomEnough = 1000

// What a round trip and an entity read wait, in milliseconds.
const (
	tripMs = float64(explain.RoundTrip) / 1e6
	readMs = float64(explain.PerRead) / 1e6
)

// headroom is the band of the load, as far as more room is better. Buckets are there for the room that the sheet wants:
// more of them than that needs are not.
func (c *Cost) headroom(s *sheet.Sheet, forms []*form) int {
	load := max(c.exact.load, 1.0/roomEnough)
	if slices.ContainsFunc(forms, func(f *form) bool { return f.has(Buckets) }) {
		load = max(load, 1/s.HeadroomFactor())
	}
	return band(load)
}

// mostFailed is how many attempts of a write may fail because another one changed the same list in between: 1 of 100,
// as budgets are judged by what 99 of 100 calls do not exceed.
const mostFailed = 0.01

// cost adds up what a design costs.
func cost(m *plan.Model, forms []*form, texts []string, v *plan.Measure) Cost {
	var c Cost
	sum := sums{2: v.Transactions, 3: v.Bytes, 4: v.Hottest}
	for i := range v.Asks {
		a, ask := &v.Asks[i], &m.Facts.Sheet.Asks[i]
		if a.Store < 0 {
			c.Unanswered++
		}
		if a.Class == explain.PartitionRange.String() || a.Class == explain.TableScan.String() {
			c.Scattered++
		}
		rate := m.Facts.Sheet.RateOfAsk(ask)
		c.exact.waiting += rate * waits(a)
		sum[0], sum[1] = sum[0]+rate*a.RoundTrips, sum[1]+rate*a.Read
		c.budgets(a.Budget, ask.Must)
	}
	for i, d := range m.Facts.Does {
		w := &v.Writes[i]
		if !w.Possible {
			c.Unanswered++
		}
		rate := m.Facts.Sheet.RateOf(&d)
		if w.Read > 0 {
			c.exact.waiting += rate * (tripMs + w.Read*readMs)
		}
		c.exact.waiting += rate * w.Failed * (2*tripMs + readMs) // each is a read and a write
		sum[0], sum[1] = sum[0]+rate*w.RoundTrips, sum[1]+rate*w.Read
		c.budgets(w.Budget, false)
		if !slices.ContainsFunc(m.Facts.Sets[i], conditional) { // which has a limit of its own
			c.over(1+w.Attempts, 1+mostFailed, 1)
		}
	}
	c.whole(m, v)
	c.exact.month, c.exact.amplification = m.Price(v.Transactions, v.Bytes), v.Amplification
	c.exact.load = v.Hottest / sheet.PartitionTarget
	c.Waiting, c.Month, c.Amplification = band(c.exact.waiting), band(c.exact.month), band(c.exact.amplification)
	c.Headroom, c.ties = c.headroom(m.Facts.Sheet, forms), sum.fine()
	c.Workflows, c.Simplicity = v.Workflows, simplicity(forms, texts, v)
	c.Unusual, c.PeriodDigits = unusual(m.Facts.Sheet, forms), digits(forms)
	c.Text = strings.Join(texts, "\n")
	return c
}

func conditional(w facts.Write) bool { return w.Do.Conditional() }

func (c *Cost) budgets(list []ask.BudgetReport, must bool) {
	for _, b := range list {
		weight := 1
		if must || b.Counter == "together" || b.Counter == "unique" {
			weight = 3
		}
		if b.Counter == "class" && !b.Met {
			c.Broken += weight
		} else if !b.Met {
			c.over(b.Actual, b.Limit, weight)
		}
	}
}

// over counts a limit that is broken, and by how much.
func (c *Cost) over(actual, limit float64, weight int) {
	if actual <= limit*(1+1e-9) {
		return
	}
	c.Broken += weight
	c.Excess += int(math.Ceil(10 * math.Log2(actual/math.Max(limit, 0.5))))
}

// whole counts the limits of the whole sheet that are broken, and returns how many it has: the headroom of the busiest
// partition and of the account, and what was entered.
func (c *Cost) whole(m *plan.Model, v *plan.Measure) (limits int) {
	over := func(actual, limit float64) {
		limits++
		c.over(actual, limit, 1)
	}
	over(v.Hottest, m.Facts.Sheet.PartitionLimit())
	over(v.Account, m.Facts.Sheet.AccountLimit())
	for _, l := range m.Facts.Sheet.Budget {
		switch l.Counter {
		case "month":
			if m.Facts.Sheet.Prices.Currency != "" {
				over(m.Price(v.Transactions, v.Bytes), l.Most)
			}
		case "stored":
			over(v.Bytes/(1<<30), l.Most)
		case "workflows":
			over(float64(v.Workflows), l.Most)
		}
	}
	return limits
}
