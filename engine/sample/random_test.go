package sample_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

// randomSheet makes a sheet with two kinds and questions of all forms that a sample can ask, and random designs.
func randomSheet(d *rand.Rand) string {
	pick := func(list ...string) string { return list[d.IntN(len(list))] }
	asked := func() string { return pick("", ", asked evenly", ", asked largest") }
	var b strings.Builder
	fmt.Fprintf(&b, "### S\n# @sheet s\n# @entity shop, %d\n# @entity sale, %d/day of shop%s, kept %dd\n",
		8+d.IntN(40), 20+d.IntN(300), pick("", ", largest 30 %"), 2+d.IntN(20))
	b.WriteString("# @attribute shop.sold, int\n")
	fmt.Fprintf(&b, "# @attribute shop.id, text 6, identity\n# @attribute shop.city, text 10, 5 values%s\n",
		pick("", ", largest 50 %"))
	fmt.Fprintf(&b, "# @attribute sale.number, int, identity, follows at\n# @attribute sale.at, time second\n")
	fmt.Fprintf(&b, "# @attribute sale.status, text 8, %s\n",
		pick("weights open 10 % and done 90 %", "4 values", "9 values, zipf 1"))
	fmt.Fprintf(&b, "# @attribute sale.price, double, 20 values\n# @attribute sale.weight, int, 40 values\n")
	fmt.Fprintf(&b, "# @entity visit, 100 of shop\n# @attribute visit.seen, text 6, identity, 30 values\n")
	left := sheet.MaxAsks - 1
	for i, q := range []string{
		"sale by number", "sale by shop", "sale by shop, at last 9h", "sale by shop, at one day",
		"sale by shop, newest at, top 5", "sale, at last 2d",
		"sale by status", "sale by shop and status, oldest at, top 3", "sale by status=open",
		"sale by shop, at before, newest at, top 4", "sale by shop.city",
		"sale by shop, at after", "sale by shop, at before 20 %", "sale, at up to now 5 %, oldest at, top 7",
		"sale by status=open, at up to now", "sale by shop, number after, oldest number, top 4",
		"sale by shop, price between 10 %", "sale, price one 5", "sale by number in 5", "sale by shop in 3, at last 9h",
		"sale by shop in 2, newest at, top 5", "sale by shop and status in 2", "shop by id in 70, with sale",
		"sale, price between 10 %, weight between 5 %", "sale by shop, weight one 5 %, price between 20 %",
		"sale, price one 10 %, at last 2d", "sale by shop, number after, weight before",
		"sale by shop in visit.seen", "sale by shop in visit.seen, newest at, top 3", "shop by id in visit.seen, with sale",
		"sale by shop in visit.seen and status, at last 3d",
		"sale by status in 2, with shop", "sale by shop in 3, with shop",
		"shop by city", "shop by id", "sale by number, with shop", "sale by price, at between 1d",
	} {
		if left > 0 && d.IntN(3) == 0 {
			left--
			fmt.Fprintf(&b, "# @ask q%d, %s%s\n", i, q, asked())
		}
	}
	b.WriteString("# @ask last, shop\n\n### A\n")
	fmt.Fprintf(&b, "# @keys %s | %s | %s | of sale\n",
		pick("{shop}", "all", "{at:day}", "{shop}_{at:day}", "{number:4%}", "{at:hour}_{shop}", "{shop.city}",
			"{price:10#}_{weight:12#}", "{shop}_{weight:20#}", "{price:5#}"),
		pick("s_{number}", "s_{at:-}_{number}", "s_{at:second}_{number}", "s_{shop}_{number}", "s_{number:-}",
			"s_{weight:4}_{number}", "s_{price:8.2}_{number}", "s_{number:8}"),
		pick("Sales", "Sales{at:day}", "Main"))
	fmt.Fprintf(&b, "# @keys %s | %s | %s | of shop\n",
		pick("{shop}", "shops", "{shop.city}"), pick("p_{shop}", "p_{shop.city}_{shop}"), pick("Shops", "Main"))
	if d.IntN(2) == 0 {
		fmt.Fprintf(&b, "# @keys %s | %s | %s | of sale%s\n",
			pick("c_{status}", "c_{shop}", "c_{number}", "{shop}"), pick("c_{number}", "c_{at:-}_{number}", "c_{shop}_{number}"),
			pick("Copies", "Main"), pick("", " | include shop", " | include shop,at"))
	}
	fmt.Fprintf(&b, "# @keys %s | %s | %s | of visit\n",
		pick("{shop}", "visits"), pick("v_{seen}_{shop}", "v_{shop}_{seen}"), pick("Visits", "Main"))
	if d.IntN(2) == 0 {
		fmt.Fprintf(&b, "# @keys open | o_{at:second}_{number} | Open | of sale | where status=open\n")
	}
	return b.String()
}

// sparseSheet makes a sheet with a kind whose identity is a time of which few have an entity, with attributes that
// could have more values than there are entities, and with questions that ask for what belongs to these.
func sparseSheet(d *rand.Rand) string {
	pick := func(list ...string) string { return list[d.IntN(len(list))] }
	asked := func() string { return pick("", ", asked evenly", ", asked largest") }
	kept, logs := 3+d.IntN(20), 10+d.IntN(100)
	var b strings.Builder
	fmt.Fprintf(&b, "### S\n# @sheet s\n# @entity run, %d/day, kept %dd\n# @entity log, %d/day of run%s, kept %dd\n",
		1+d.IntN(4), kept, logs, pick("", ", largest 40 %"), kept)
	fmt.Fprintf(&b, "# @attribute run.at, time %s, identity%s\n", pick("second", "tick", "minute"),
		pick("", fmt.Sprintf(", %d values", 4*kept)))
	fmt.Fprintf(&b, "# @attribute run.zone, text 6, %s values\n# @attribute run.logs, int\n", pick("3", "100", "5000"))
	fmt.Fprintf(&b, "# @attribute log.n, int, identity, %d values\n# @attribute log.text, text 20, 7 values\n", logs*kept)
	fmt.Fprintf(&b, "# @attribute log.due, time %s\n", pick("second", "hour"))
	for i, q := range []string{
		"log by run", "log by run, newest due, top 5", "log by run.zone", "log by run and text", "log by run.at",
		"log by run and n", "run by at", "run by zone", "run, newest at, top 4", "log, due up to now 5 %", "log by run in 3",
		"run, at last 2d", "log by run.zone, due last 9h", "log by text, with run",
	} {
		if d.IntN(3) == 0 {
			fmt.Fprintf(&b, "# @ask q%d, %s%s\n", i, q, asked())
		}
	}
	b.WriteString("# @ask last, run\n\n### A\n")
	fmt.Fprintf(&b, "# @keys %s | %s | %s | of log\n",
		pick("{run}", "all", "{run.at:hour}", "{run.at:day}", "{run.zone}", "{run:3%}", "{n:4%}", "{run}_{text}"),
		pick("l_{run}_{n}", "l_{n}_{run}", "l_{due:second}_{run}_{n}", "l_{run.zone}_{n}_{run}"),
		pick("Logs", "Logs{run.at:day}", "Logs{run}", "Main"))
	fmt.Fprintf(&b, "# @keys %s | %s | %s | of run\n",
		pick("{at}", "runs", "{zone}", "{at:day}"), pick("r_{at}", "r_{at:-}"), pick("Runs", "Main"))
	if d.IntN(2) == 0 {
		fmt.Fprintf(&b, "# @keys %s | %s | %s | of log\n", pick("{run}", "all", "{run.zone}", "c_{text}"),
			pick("c_{run}_{n}", "c_{due:second}_{run}_{n}"), pick("Main", "Copies"))
	}
	return b.String()
}

// seedsOf returns how many random sheets a test makes: what the environment says, or so many if tests are short.
func seedsOf(short int) uint64 {
	if n, err := strconv.Atoi(os.Getenv("RANDOM_SHEETS")); err == nil {
		return uint64(n)
	} else if testing.Short() {
		return uint64(short)
	}
	return 1000
}

// The plan predicts what the engine does for every valid design, not only for good ones, and what a question costs on
// average is what the engine is asked, wherever a figure is said to be exact.
func TestThePlanPredictsRandomDesigns(t *testing.T) {
	seeds := seedsOf(20)
	asked, designs, exact := 0, 0, 0
	for seed := range seeds {
		text := randomSheet(rand.New(rand.NewPCG(seed, 3)))
		if seed%4 == 3 {
			text = sparseSheet(rand.New(rand.NewPCG(seed, 3)))
		}
		s, messages := sheet.Parse(text)
		if sheet.Failed(messages) {
			t.Fatalf("%+v\n%s", messages, text)
		}
		if !plan.Judge(s)[0].Valid {
			continue
		}
		r := verified(t, s, seed)
		designs++
		exact += exactOf(&r)
		for name, st := range alwaysWrong(t, s, &r, seed, wrong) {
			t.Errorf("seed %d, %s: %v by formula, %v on average, %v allowed\n%s", seed, name, st.Formula, st.Mean, st.Allowed,
				text)
		}
		for _, q := range r.Questions {
			asked += q.Calls
			for _, d := range q.Differences[:min(1, len(q.Differences))] {
				t.Errorf("seed %d, %s: %+v, requests %s\n%s", seed, q.Name, d, q.Requests, text)
			}
		}
	}
	if n := int(seeds); designs < n/6 || asked < 33*n || exact < 3*n {
		t.Errorf("only %d designs were valid, %d calls were made, and %d exact figures compared", designs, asked, exact)
	}
}

func verified(t *testing.T, s *sheet.Sheet, seed uint64) sample.Report {
	t.Helper()
	r, err := sample.Verify(context.Background(), s, &s.Designs[0], 150, seed)
	if err != nil || r.Refused != "" {
		t.Fatalf("seed %d: %v %s\n%s", seed, err, r.Refused, sheet.Write(s))
	}
	return r
}

// exactOf counts the figures of questions that are said to be exact.
func exactOf(r *sample.Report) (n int) {
	for _, q := range r.Questions {
		for _, st := range q.Statistics {
			if st.Label == figure.Exact {
				n++
			}
		}
	}
	return n
}

// alwaysWrong returns the figures that are wrong in a sample, and in others of the same sheet as well: what a single
// one holds may differ by chance.
func alwaysWrong(
	t *testing.T, s *sheet.Sheet, r *sample.Report, seed uint64, wrong func(*sample.Report) map[string]sample.Statistic,
) map[string]sample.Statistic {
	t.Helper()
	list := wrong(r)
	for other := uint64(1); other <= 10 && len(list) > 0; other++ {
		again := verified(t, s, seed+other*10_000)
		for name, st := range list {
			if o, ok := wrong(&again)[name]; !ok || (o.Mean > o.Formula) != (st.Mean > st.Formula) {
				delete(list, name)
			}
		}
	}
	return list
}

// wrong returns the exact figures of questions that a sample does not agree with.
func wrong(r *sample.Report) map[string]sample.Statistic {
	list := map[string]sample.Statistic{}
	for _, q := range r.Questions {
		for _, st := range q.Statistics {
			if st.Label == figure.Exact && !st.Agrees {
				list[q.Name+" "+st.Counter] = st
			}
		}
	}
	return list
}
