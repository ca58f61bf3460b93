package sample_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

// randomWrites are writes of a random sheet: of one entity, of all with a value, of a parent, and by age.
func randomWrites(d *rand.Rand) string {
	return some(d, "insert sale", "insert shop", "delete sale by number", "delete sale by shop", "delete sale by status",
		"delete sale by status=open", "delete sale by shop and status", "delete sale by shop.city", "delete shop",
		"update sale by number, sets price", "update sale by number, sets status", "update sale by shop, sets price",
		"update shop, sets city", "update sale, sets price and status", "update shop, adds 1 to sold",
		"update sale by number, sets price, if unchanged", "delete sale, at up to now 5 %", "delete sale, at up to now 9h")
}

// sparseWrites are writes of a sparse sheet.
func sparseWrites(d *rand.Rand) string {
	return some(d, "insert log", "insert run", "delete log by run", "delete log by run.zone", "delete log by run and n",
		"delete run", "update run, sets zone", "update log by run, sets text", "update run, adds 1 to logs",
		"update log by run and n, sets text, if unchanged", "delete log, due up to now 5 %", "delete log, due up to now 9h")
}

// some makes lines of some of the writes.
func some(d *rand.Rand, list ...string) string {
	var b strings.Builder
	for i, w := range list {
		if d.IntN(3) == 0 {
			fmt.Fprintf(&b, "# @do w%d, %d/h, %s\n", i, 1+d.IntN(50), w)
		}
	}
	return b.String()
}

// withWrites puts writes before the designs of a sheet.
func withWrites(text, writes string) string {
	sheet, designs, _ := strings.Cut(text, "\n### A\n")
	return sheet + "\n" + writes + "\n### A\n" + designs
}

// judged are how many figures of writes were compared, and how many of them are said to be exact.
type judged struct{ all, exact, workflows, deletes int }

// What a write costs is what the engine is sent for it, wherever a figure is said to be exact: deletes by a value in
// all partitions that they reach, tables that are dropped, rows that move, and workflows over several stores.
func TestExactFiguresOfWritesAreWhatTheEngineIsSent(t *testing.T) {
	seeds := seedsOf(30)
	var n judged
	for seed := range seeds {
		dice := rand.New(rand.NewPCG(seed, 3))
		text := withWrites(randomSheet(dice), randomWrites(dice))
		if seed%8 == 3 {
			text = withWrites(sparseSheet(dice), sparseWrites(dice))
		}
		s, messages := sheet.Parse(text)
		if sheet.Failed(messages) {
			t.Fatalf("%+v\n%s", messages, text)
		}
		m := plan.NewModel(s)
		d := keys.Parse(m.Facts, &s.Designs[0])
		if len(d.Problems) > 0 || d.Broken(m.Facts) {
			continue
		}
		planned := make([]plan.WriteReport, len(m.Facts.Does))
		for i := range planned {
			planned[i] = m.WriteIn(d, i)
		}
		r := verified(t, s, seed)
		for name, st := range alwaysWrong(t, s, &r, seed, wrongIn(planned)) {
			t.Errorf("seed %d, %s: %v by formula, %v on average, %v allowed\n%s", seed, name, st.Formula, st.Mean, st.Allowed,
				text)
		}
		for i := range r.Writes {
			for _, d := range r.Writes[i].Differences[:min(1, len(r.Writes[i].Differences))] {
				t.Errorf("seed %d, %s: %+v\n%s", seed, r.Writes[i].Name, d, text)
			}
			n.add(&r.Writes[i], &planned[i])
		}
	}
	if want := int(seeds) / 2; n.exact < 4*want || n.workflows < want/4 || n.deletes < want/4 {
		t.Errorf("%+v of %d sheets", n, seeds)
	}
}

// wrongIn finds the exact figures of writes that a sample does not agree with, and how much those with a condition
// read: few attempts fail, so that a row is read once.
func wrongIn(planned []plan.WriteReport) func(r *sample.Report) map[string]sample.Statistic {
	return func(r *sample.Report) map[string]sample.Statistic {
		list := map[string]sample.Statistic{}
		for i := range r.Writes {
			repeats := planned[i].Contention.Attempts.V > 0
			for _, st := range r.Writes[i].Statistics {
				off := math.Abs(st.Formula-st.Mean) > max(0.5, st.Allowed)
				if st.Label == figure.Exact && !st.Agrees || repeats && st.Counter == "read" && off {
					list[r.Writes[i].Name+" "+st.Counter] = st
				}
			}
		}
		return list
	}
}

// add counts the figures of a write that were compared.
func (n *judged) add(w *sample.Write, planned *plan.WriteReport) {
	for _, st := range w.Statistics {
		if n.all++; st.Label == figure.Exact {
			n.exact++
		}
	}
	if len(w.Statistics) > 0 && len(planned.Workflow) > 0 {
		n.workflows++
	}
	if len(w.Statistics) > 0 && planned.Verb == sheet.Delete {
		n.deletes++
	}
}
