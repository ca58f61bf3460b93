package propose

import (
	"math"
	"slices"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/sheet"
)

// Member names a member of the cost of a design.
type Member string

// The members, in the order in which balanced designs are compared.
// Source: workbench 3.3.
const (
	None          Member = ""              // none, or none that differs
	Unanswered    Member = "unanswered"    // questions that no store answers, and writes that find nothing
	Broken        Member = "broken"        // budgets that do not hold; what must count three times
	Excess        Member = "excess"        // by how much, as the sum of log2(actual / limit) in tenths
	Waiting       Member = "waiting"       // of all questions in a second, and of writes that read first, in bands
	MonthCost     Member = "month"         // transactions and storage, in bands
	Amplification Member = "amplification" // in bands
	Workflows     Member = "workflows"
	Simplicity    Member = "simplicity" // stores, tables, segments, and work of the client
	Unusual       Member = "unusual"    // orders that nobody asks for, and bases that their identity does not find
	Periods       Member = "periods"    // digits of periods: the longer period comes first
)

// Members are all of them.
var Members = []Member{Unanswered, Broken, Excess, Waiting, MonthCost, Amplification, Workflows, Simplicity, Unusual,
	Periods}

// orders are the presets.
var orders = map[string][]Member{
	"balanced": Members,
	"cheapest": {Unanswered, Broken, Excess, MonthCost, Waiting, Amplification, Workflows, Simplicity, Unusual, Periods},
	"simplest": {Unanswered, Broken, Excess, Simplicity, Waiting, MonthCost, Amplification, Workflows, Unusual, Periods},
}

// Cost is what designs are compared by, and the text that decides between equal ones.
type Cost struct {
	Numbers
	Text string

	exact exact
}

// Numbers are the members of a cost.
type Numbers struct {
	Unanswered, Broken, Excess                   int
	Waiting, Month, Amplification                int // in bands
	Workflows, Simplicity, Unusual, PeriodDigits int
}

// exact are members before they were put into bands.
type exact struct{ waiting, month, amplification float64 }

// of returns a member.
func (n *Numbers) of(m Member) int {
	switch m {
	case Unanswered:
		return n.Unanswered
	case Broken:
		return n.Broken
	case Excess:
		return n.Excess
	case Waiting:
		return n.Waiting
	case MonthCost:
		return n.Month
	case Amplification:
		return n.Amplification
	case Workflows:
		return n.Workflows
	case Simplicity:
		return n.Simplicity
	case Unusual:
		return n.Unusual
	}
	return n.PeriodDigits
}

// number returns what a member was made of.
func (c *Cost) number(m Member) float64 {
	n := map[Member]float64{Waiting: c.exact.waiting, MonthCost: c.exact.month, Amplification: c.exact.amplification}[m]
	if n != 0 {
		return n
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
	return strings.Compare(c.Text, o.Text)
}

// band turns a number into an integer, so that a difference below a quarter does not outvote what comes next.
func band(x float64) int {
	if x <= 0 {
		return -1 << 20
	}
	return int(math.Floor(math.Log(x) / math.Log(1.25)))
}

// What a round trip and an entity read wait, in milliseconds.
const (
	tripMs = float64(explain.RoundTrip) / 1e6
	readMs = float64(explain.PerRead) / 1e6
)

// cost adds up what a design costs.
func cost(m *plan.Model, forms []*form, texts []string, v *plan.Measure) Cost {
	var c Cost
	for i := range v.Asks {
		a, ask := &v.Asks[i], &m.Facts.Sheet.Asks[i]
		if a.Store < 0 {
			c.Unanswered++
		}
		c.exact.waiting += m.Facts.Sheet.RateOfAsk(ask) * waits(a)
		c.budgets(a.Budget, ask.Must)
	}
	for i, d := range m.Facts.Does {
		w := &v.Writes[i]
		if !w.Possible {
			c.Unanswered++
		}
		if w.Read > 0 {
			c.exact.waiting += m.Facts.Sheet.RateOf(&d) * (tripMs + w.Read*readMs)
		}
		c.budgets(w.Budget, false)
	}
	c.over(v.Hottest, m.Facts.Sheet.PartitionLimit(), 1)
	c.over(v.Account, m.Facts.Sheet.AccountLimit(), 1)
	c.whole(m, v)
	c.exact.month, c.exact.amplification = m.Price(v.Transactions, v.Bytes), v.Amplification
	c.Waiting, c.Month, c.Amplification = band(c.exact.waiting), band(c.exact.month), band(c.exact.amplification)
	c.Workflows, c.Simplicity = v.Workflows, simplicity(forms, texts, v)
	c.Unusual, c.PeriodDigits = unusual(m.Facts.Sheet, forms), digits(forms)
	c.Text = strings.Join(texts, "\n")
	return c
}

func (c *Cost) budgets(list []ask.BudgetReport, must bool) {
	for _, b := range list {
		weight := 1
		if must || b.Counter == "together" {
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

// whole counts the limits of the whole sheet that are broken.
func (c *Cost) whole(m *plan.Model, v *plan.Measure) {
	for _, l := range m.Facts.Sheet.Budget {
		switch l.Counter {
		case "month":
			if m.Facts.Sheet.Prices.Currency != "" {
				c.over(m.Price(v.Transactions, v.Bytes), l.Most, 1)
			}
		case "stored":
			c.over(v.Bytes/(1<<30), l.Most, 1)
		case "workflows":
			c.over(float64(v.Workflows), l.Most, 1)
		}
	}
}

// What parts of a design count for its simplicity. A delete by age that has to find and delete its entities is a job
// that somebody has to write and watch, and counts as a store.
const (
	ofStore   = 10
	ofTable   = 3
	ofSpecial = 2 // a bucket, list, sparse store, series or blob; work of the client for a question
)

func simplicity(forms []*form, texts []string, v *plan.Measure) int {
	n := 0
	var tables []string
	for i, f := range forms {
		n += ofStore + len(f.part) + len(f.rowKeys)
		if f.period != "" {
			n++
		}
		for _, p := range f.part {
			if p.bucket > 0 {
				n += ofSpecial
			}
		}
		if f.option != "" || len(f.where) > 0 {
			n += ofSpecial
		}
		if t := tableIn(texts[i]); !slices.Contains(tables, t) {
			tables = append(tables, t)
		}
	}
	n += ofTable * len(tables)
	for i := range v.Asks {
		if v.Asks[i].Work {
			n += ofSpecial
		}
	}
	for i := range v.Writes {
		if v.Writes[i].Finds {
			n += ofStore
		}
	}
	return n
}

// tableIn returns the table of a store, which is its third part.
func tableIn(text string) string {
	for range 2 {
		_, text, _ = strings.Cut(text, " | ")
	}
	table, _, _ := strings.Cut(text, " | ")
	return table
}

// unusual counts the inverted orders of kinds of which nobody asks for the newest, and the bases whose keys do not have
// what identifies an entity.
func unusual(s *sheet.Sheet, forms []*form) (n int) {
	for i, f := range forms {
		if f.has(LogTail) && !slices.ContainsFunc(s.Asks, func(a sheet.Ask) bool {
			return a.Kind == s.Kinds[f.kind].Name &&
				a.Order.Descending()
		}) {
			n++
		}
		if base(forms[:i+1], f.kind) == f && !f.identifies(s) {
			n++
		}
	}
	return n
}

// identifies reports whether the keys of a form have what identifies an entity of its kind.
func (f *form) identifies(s *sheet.Sheet) bool {
	keys := f.keys(s)
	return !slices.ContainsFunc(identity(s, f.kind), func(k key) bool { return k.ref.Kind == f.kind && !has(keys, k.ref) })
}

// digits counts the digits of periods.
func digits(forms []*form) (n int) {
	for _, f := range forms {
		for _, p := range f.part {
			n += sheet.UnitDigits(p.unit)
		}
		if _, unit, found := strings.Cut(strings.Trim(f.period, "{}"), ":"); found {
			n += sheet.UnitDigits(unit)
		}
	}
	return n
}
