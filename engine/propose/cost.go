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

// orders are the presets: places in Members.
var orders = map[string][]int{
	"balanced": {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
	"cheapest": {0, 1, 2, 4, 3, 5, 6, 7, 8, 9},
	"simplest": {0, 1, 2, 7, 3, 4, 5, 6, 8, 9},
}

// Cost is what designs are compared by, and the text that decides between equal ones.
type Cost struct {
	Numbers [10]int // as Members
	Text    string

	raw [10]float64 // of bands
}

// compare compares costs in the order of a preset.
func (c *Cost) compare(o *Cost, preset string) int {
	for _, i := range orders[preset] {
		if d := c.Numbers[i] - o.Numbers[i]; d != 0 {
			return d
		}
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
	n := &c.Numbers
	wait := 0.0
	for i := range v.Asks {
		a, ask := &v.Asks[i], &m.Facts.Sheet.Asks[i]
		if a.Store < 0 {
			n[0]++
		}
		wait += m.Facts.Sheet.RateOfAsk(ask) * waits(a)
		c.budgets(a.Budget, ask.Must)
	}
	for i, d := range m.Facts.Does {
		w := &v.Writes[i]
		if !w.Possible {
			n[0]++
		}
		if w.Read > 0 {
			wait += m.Facts.Sheet.RateOf(&d) * (tripMs + w.Read*readMs)
		}
		c.budgets(w.Budget, false)
	}
	c.over(v.Hottest, m.Facts.Sheet.PartitionLimit(), 1)
	c.over(v.Account, m.Facts.Sheet.AccountLimit(), 1)
	c.whole(m, v)
	n[3], n[4], n[5], n[6] = band(wait), band(m.Price(v.Transactions, v.Bytes)), band(v.Amplification), v.Workflows
	c.raw[3], c.raw[4], c.raw[5] = wait, m.Price(v.Transactions, v.Bytes), v.Amplification
	n[7] = simplicity(forms, texts, v)
	n[8], n[9] = unusual(m.Facts.Sheet, forms), digits(forms)
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
			c.Numbers[1] += weight
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
	c.Numbers[1] += weight
	c.Numbers[2] += int(math.Ceil(10 * math.Log2(actual/math.Max(limit, 0.5))))
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
