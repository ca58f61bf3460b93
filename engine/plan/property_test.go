package plan_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sheet"
)

// costOf writes what a question costs, without what it rests on.
func costOf(q plan.QuestionReport) string {
	three := func(s figure.Spread) [3]float64 { return [3]float64{s.Typical.V, s.Often.V, s.Largest.V} }
	return fmt.Sprint(q.Name, q.Stores, q.Class, q.Tables, q.Partitions, q.Rows, three(q.Intervals), three(q.Read),
		three(q.Returned), three(q.Requests),
		three(q.RoundTrips), three(q.Pages), three(q.Answer), q.Bytes.V, q.Ms.V, q.ClientWork, q.Fetch, q.Walk, q.Stopped,
		q.InTurn, q.Budget, q.Met)
}

// sorted returns the numbers of all questions in the order of their names.
func sorted(r plan.DesignReport) []string {
	var list []string
	for _, q := range r.Questions {
		list = append(list, costOf(q))
	}
	slices.Sort(list)
	return list
}

// The order in which a sheet says things changes nothing (property 4).
func TestTheOrderOfASheetChangesNothing(t *testing.T) {
	seeds(t, func(t *testing.T, d dice, m made, s *sheet.Sheet) {
		want := sorted(judge(t, s))
		o := made{slices.Clone(m.entities), slices.Clone(m.attributes), slices.Clone(m.asks), m.stores}
		for _, list := range [][]string{o.entities, o.attributes, o.asks} {
			d.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		if got := sorted(judge(t, parse(t, o.text()))); !slices.Equal(got, want) {
			t.Errorf("after shuffling:\n%s\nbefore:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		renamed := parse(t, strings.ReplaceAll(m.text(), "kind", "mind"))
		got := sorted(judge(t, renamed))
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], "mind", "kind") // of what is walked over
		}
		if !slices.Equal(got, want) {
			t.Errorf("after renaming:\n%s\nbefore:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// Leaving out a question changes nothing for the others (property 3, with the stores fixed).
func TestAQuestionDoesNotChangeHowOthersAreAnswered(t *testing.T) {
	seeds(t, func(t *testing.T, d dice, m made, s *sheet.Sheet) {
		want := sorted(judge(t, s))
		out := d.IntN(len(m.asks))
		name := fmt.Sprintf("q%d{", out)
		o := made{m.entities, m.attributes, slices.Delete(slices.Clone(m.asks), out, out+1), m.stores}
		want = slices.DeleteFunc(want, func(text string) bool {
			return strings.HasPrefix(text, strings.TrimSuffix(name, "{")+" ") ||
				strings.HasPrefix(text, strings.TrimSuffix(name, "{")+"[")
		})
		if got := sorted(judge(t, parse(t, o.text()))); !slices.Equal(got, want) {
			t.Errorf("without question %d:\n%s\nwith it:\n%s", out, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// A looser budget, or an answer that may be older, never breaks more (property 3).
func TestLooserBudgetsNeverBreakMore(t *testing.T) {
	seeds(t, func(t *testing.T, d dice, _ made, s *sheet.Sheet) {
		before := broken(judge(t, s))
		for i := range s.Asks {
			a := &s.Asks[i]
			a.Fresh = sheet.Fresh{Span: sheet.Span{N: 1, Unit: "d"}}
			for j := range a.Budget {
				if a.Budget[j].Most *= 1 + d.Float64(); a.Budget[j].Class != "" {
					a.Budget[j].Class = "tableScan"
				}
			}
		}
		if after := broken(judge(t, s)); after > before {
			t.Errorf("%d budgets are broken, and %d were before", after, before)
		}
	})
}

// broken counts the questions whose budget is broken.
func broken(r plan.DesignReport) (n int) {
	for _, q := range r.Questions {
		if !q.Met {
			n++
		}
	}
	return n
}

// For one store that answers one question, nothing falls when there are more entities or a wider range (property 5).
// Asking one period after the other ends earlier in a denser one, and reading up to top ends earlier in a wider range:
// these are left out.
func TestOneStoreNeverReadsLessOfMore(t *testing.T) {
	compared := 0
	seeds(t, func(t *testing.T, d dice, m made, s *sheet.Sheet) {
		kind := len(s.Kinds) - 1 // the one without children
		for _, store := range m.stores {
			if !strings.HasSuffix(store, fmt.Sprintf("kind%d", kind)) {
				continue
			}
			s.Designs = []sheet.Design{{Name: "A", Stores: []string{store}}}
			before := judge(t, s)
			more := s.Grow(sheet.Density, 1) // a copy
			more.Kinds[kind].Amount.N *= 1 + 10*d.Float64()
			compared += neverLess(t, before, judge(t, more), func(q plan.QuestionReport) bool { return q.InTurn })
			wider := s.Grow(sheet.Density, 1)
			for i := range wider.Asks {
				wider.Asks[i].Range.Width.N *= 1 + 3*d.Float64()
			}
			compared += neverLess(t, before, judge(t, wider), func(q plan.QuestionReport) bool { return q.Stopped })
		}
	})
	if compared < 200 {
		t.Errorf("%d questions were compared", compared)
	}
}

func neverLess(t *testing.T, before, after plan.DesignReport, out func(plan.QuestionReport) bool) (compared int) {
	t.Helper()
	for i, q := range before.Questions {
		o := after.Questions[i]
		if len(q.Stores) == 0 || out(q) || out(o) || q.Class != o.Class {
			continue
		}
		compared++
		for what, n := range map[string][2]figure.Spread{"read": {q.Read, o.Read}, "requests": {q.Requests, o.Requests},
			"returned": {q.Returned, o.Returned}} {
			for _, f := range [][2]float64{{n[0].Typical.V, n[1].Typical.V}, {n[0].Often.V, n[1].Often.V},
				{n[0].Largest.V, n[1].Largest.V}} {
				if f[1] < f[0]*(1-1e-9) {
					t.Errorf("%s %s falls from %v to %v", q.Name, what, f[0], f[1])
				}
			}
		}
	}
	for i := range before.Stores {
		if before.Stores[i].Bytes.V > after.Stores[i].Bytes.V {
			t.Errorf("the storage falls from %v to %v", before.Stores[i].Bytes.V, after.Stores[i].Bytes.V)
		}
	}
	return compared
}

// Section 4.1: one table by device is walked over its devices, whose partitions hold what a day asks for.
func TestPartitionsOfParentsAreWalkedOver(t *testing.T) {
	text := strings.Replace(load(t, "sensor-readings"), "# @do record",
		"# @ask all of a day, 1/day, reading, at one day\n"+
			"# @ask newest of a customer, 1/day, reading by device.customer, newest at, top 1, asked evenly\n# @do record", 1)
	designs := plan.Judge(parse(t, text))
	q := question(t, designs[2], "all of a day")
	if q.Walk != "device" || q.Partitions != ask.Parents {
		t.Errorf("%+v", q)
	}
	all(60_020).of(t, "requests", q.Requests)
	all(50.02e6).of(t, "read", q.Read)
	q = question(t, designs[0], "newest of a customer") // which no reading says
	three{51, 51, 1001}.of(t, "requests", q.Requests)
	three{100, 100, 2000}.of(t, "read", q.Read)
	if q.Walk != "device" || !slices.Equal(q.Stores, []int{0, 1}) || !slices.Equal(q.ClientWork, []string{"merge"}) {
		t.Errorf("%+v", q)
	}
}

// Without an order any rows will do; with one that is not that of the periods, each period gives its first rows.
func TestTopEndsWhereTheOrderAllowsIt(t *testing.T) {
	const head = "# @sheet top\n# @entity shop, 10\n# @entity order, 24000/day of shop, kept 30d\n" +
		"# @attribute order.id, text 8, identity\n" +
		"# @attribute order.at, time\n# @attribute order.price, int\n"
	for _, c := range []struct {
		ask, store                  string
		read, requests, trips, work string
	}{
		{"top 10", "{shop} | {id}", "10", "1", "1", "[]"},
		{"top 10", "all | {id}", "100", "1", "1", "[]"},
		{"at one day, smallest price, top 10", "{shop}_{at:hour} | {price:-}_{id}", "2400", "24", "1", "[sort]"},
		{"at one day, greatest price, top 10", "{shop}_{at:hour} | {price:-}_{id}", "240", "24", "1", "[merge]"},
		{"at one day, newest at, top 10", "{shop}_{at:hour} | {at:-}_{id}", "10", "1.1", "1.1", "[]"},
		{"at one day, greatest price", "{shop}_{at:hour} | {price:-}_{id}", "2400", "24", "1", "[merge]"},
	} {
		t.Run(c.ask+" "+c.store, func(t *testing.T) {
			s := parse(t, head+"# @ask q, order by shop, "+c.ask+", asked evenly\n\n### A\n"+
				"# @keys "+c.store+" | Main | of order")
			q := judge(t, s).Questions[0]
			got := fmt.Sprintf("%.4g %.4g %.4g %v", q.Read.Typical.V, q.Requests.Typical.V, q.RoundTrips.Typical.V, q.ClientWork)
			if want := strings.Join([]string{c.read, c.requests, c.trips, c.work}, " "); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// Numbers of random designs are numbers, in their order.
func TestNumbersOfRandomDesignsAreSound(t *testing.T) {
	answered := 0
	seeds(t, func(t *testing.T, _ dice, _ made, s *sheet.Sheet) {
		for _, q := range judge(t, s).Questions {
			for _, f := range []figure.Spread{q.Intervals, q.Read, q.Returned, q.Requests, q.RoundTrips, q.Pages, q.Answer} {
				for _, v := range []float64{f.Typical.V, f.Often.V, f.Largest.V} {
					if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
						t.Errorf("%s: %s", q.Name, costOf(q))
					}
				}
				if f.Often.V > f.Largest.V*(1+1e-9) || f.Typical.V > f.Largest.V*(1+1e-9) {
					t.Errorf("%s: the largest is not the largest in %s", q.Name, costOf(q))
				}
			}
			if q.Returned.Largest.V > q.Read.Largest.V*(1+1e-9) || q.RoundTrips.Largest.V > q.Requests.Largest.V*(1+1e-9) {
				t.Errorf("%s: %s", q.Name, costOf(q))
			}
			if len(q.Stores) > 0 {
				answered++
			}
		}
	})
	if answered < 400 {
		t.Errorf("%d questions were answered", answered)
	}
}

// A question is asked by the names that keys have: the kind itself, and an attribute that only a kind above has.
func TestAQuestionKnowsTheNamesThatKeysKnow(t *testing.T) {
	const readings = `# @sheet readings
# @entity site, 20
# @attribute site.code, text 4, identity
# @attribute site.country, text 2, 5 values
# @entity device, 1000 of site
# @attribute device.id, text 8, identity, unique
# @entity reading, 50000/day of device
# @attribute reading.at, time, identity
`
	const keys = `
### A
# @keys {country} | {device}_{at} | Readings | of reading
# @keys {site} | {device} | Devices | of device
# @keys {code} | x | Sites | of site
`
	for short, long := range map[string]string{
		"device by device":               "device by id",
		"reading by country, at last 1h": "reading by site.country, at last 1h",
		"reading by reading":             "reading by device and at",
		"device by code":                 "device by site.code",
	} {
		ask := func(text string) string {
			return costOf(judge(t, parse(t, readings+"# @ask one, 1/s, "+text+keys)).Questions[0])
		}
		if got, want := ask(short), ask(long); got != want {
			t.Errorf("%s:\n%s\n%s:\n%s", short, got, long, want)
		}
	}
}

// What is stored, and what it costs, is known no better than the lengths that it is calculated from.
func TestBytesOfAnAssumedLengthAreAssumed(t *testing.T) {
	for length, want := range map[string]figure.Label{"": figure.Assumed, " 8": figure.Exact} {
		r := plan.Judge(parse(t, `# @sheet s
# @entity device, 1000
# @attribute device.id, text 8, identity, unique
# @attribute device.place, text`+length+`
# @ask one, 1/s, device by id
### A
# @keys {id} | x | Devices | of device
`))[0]
		f := r.Facts
		for what, got := range map[string]figure.Figure{"bytes": f.Bytes, "GiB": f.Month.GiB, "money": f.Month.Money,
			"of the store": r.Stores[0].Bytes} {
			if got.Label != want {
				t.Errorf("text%s: %s = %+v, want %s", length, what, got, want)
			}
		}
		if f.Entities.Label != figure.Exact || f.Month.Transactions.Label != figure.Exact {
			t.Errorf("text%s: %+v and %+v rest on no length", length, f.Entities, f.Month.Transactions)
		}
	}
}
